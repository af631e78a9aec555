/** Masks a call and its answer, so that the transcript holds no code, PIN or secret. */
import { z } from 'zod';
import type { AnswerPlaces } from '../adapters/adapter.ts';
import { xmlText } from '../../platform/text/html.ts';

/** Transcripts are for troubleshooting; their beginning is enough. */
const maxTranscriptLength = 4000;

export interface Said {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

export interface Heard {
  status: number;
  body: string;
}

export interface Masking {
  settings: MaskedSettings;
  /** Codes and PINs. */
  secrets: string[];
  places: AnswerPlaces;
}

/** The same for every call of an agreement, so it is computed once. */
export interface MaskedSettings {
  /** Every encoding of the secrets among them. */
  secretForms: string[];
  /** Words that may appear in an answer. */
  knownWords: ReadonlySet<string>;
}

export const maskedSettings = (secrets: string[], known: string[]): MaskedSettings => ({
  secretForms: secrets.flatMap(formsOf),
  knownWords: new Set(known.flatMap(wordsOf)),
});

/**
 * Masks a request and its answer for storage. Known secrets, codes and PINs are masked by value in every encoding;
 * header values are left out. Possible codes in the answer are masked by their place, see `hideCodes`.
 */
export function maskTranscript(
  said: Said,
  heard: Heard | null,
  { settings, secrets, places }: Masking,
): string {
  const forms = [...settings.secretForms, ...secrets.flatMap(formsOf)];
  const names = Object.keys(said.headers).join(', ');
  const asked = hideForms(`${said.method} ${said.url}\n${names}\n\n${said.body}`, forms);
  if (heard === null) return shorten(asked);
  const answered = hideCodes(hideForms(heard.body.slice(0, maxTranscriptLength), forms), {
    places,
    isKnownWord: wordTest(settings.knownWords, asked),
    isError: heard.status >= 400,
  });
  return shorten(`${asked}\n\n→ ${heard.status}\n${answered}`);
}

/** Numbers as they are and, as sums in roubles, also in kopecks. */
const wordsOf = (text: string): string[] =>
  (text.match(/[\p{L}\p{N}]+/gu) ?? []).flatMap((word) =>
    /^\d{1,9}$/.test(word) ? [word, `${word}00`] : [word],
  );

/** Most answers have no word to ask for, so what was said is cut into words at the first question. */
function wordTest(known: ReadonlySet<string>, said: string): (word: string) => boolean {
  let ours: Set<string> | undefined;
  return (word) => known.has(word) || (ours ??= new Set(wordsOf(said))).has(word);
}

/** A form may be a part of another, so the longest comes first. */
function hideForms(text: string, forms: string[]): string {
  const found = forms.filter((form) => text.includes(form));
  let masked = text;
  for (const form of found.toSorted((one, other) => other.length - one.length))
    masked = masked.replaceAll(form, mask);
  return masked;
}

/** All encodings of a value in a request or answer: raw, JSON, XML, URL, form and base64. */
function formsOf(value: string): string[] {
  if (value === '') return [];
  const bytes = Buffer.from(value);
  const texts = sameEverywhere.test(value) ? [value] : textFormsOf(value);
  const unpadded = bytes.toString('base64').replace(/={1,2}$/, '');
  return [...texts, unpadded, bytes.toString('base64url'), bytes.toString('hex')];
}

/** Letters and digits that no encoding of texts changes: nearly every code. */
const sameEverywhere = /^[A-Za-z0-9_-]+$/;

function textFormsOf(value: string): string[] {
  const url = encodeURIComponent(value);
  return [
    value,
    JSON.stringify(value).slice(1, -1),
    JSON.stringify(value).slice(1, -1).replaceAll('/', '\\/'),
    escapedUnits(value),
    xmlText(value),
    xmlText(value).replaceAll('"', '&quot;').replaceAll("'", '&apos;'),
    url,
    url.replaceAll(/%[0-9A-F]{2}/g, (byte) => byte.toLowerCase()),
    new URLSearchParams({ v: value }).toString().slice(2),
  ];
}

/** Non-ASCII as `\u0441`. */
const escapedUnits = (value: string): string =>
  JSON.stringify(value)
    .slice(1, -1)
    .replaceAll(/[^\0-\x7F]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const shorten = (text: string): string =>
  text.replaceAll('\0', '').toWellFormed().slice(0, maxTranscriptLength).toWellFormed();

export interface Hiding {
  places: AnswerPlaces;
  /** Whether we sent this word ourselves, or it is in the settings. */
  isKnownWord: (word: string) => boolean;
  /** In a refusal or failure `code` is usually the reason, not a certificate. */
  isError: boolean;
}

const mask = '•••';

/** A field with its value in JSON, XML-RPC or XML, also if the answer is cut off. */
const field = new RegExp(
  [
    String.raw`"(?<key>(?:[^"\\]|\\.)*)"(?<colon>\s*:\s*)(?<value>"(?:[^"\\]|\\.)*(?:"|$)|\[[^\]{}]*(?:\]|$)|-?\d[\d.eE+-]*)`,
    String.raw`<name>(?<member>[^<]*)<\/name>(?<between>\s*<value>\s*(?:<[\w.]+>)?)(?<content>[^<]*)`,
    String.raw`<(?<tag>[\w:.-]+)(?<attributes>\s[^<>]*)?>(?<text>[^<]*)`,
  ].join('|'),
  'gu',
);

/**
 * Masks an answer for display: values where the adapter expects codes and PINs are hidden; faces, dates and request_ids
 * where it expects them, and all field names, are shown. Elsewhere, for instance in an answer that could not be parsed,
 * everything that may be a code is hidden.
 */
function hideCodes(text: string, hiding: Hiding): string {
  let hidden = '';
  let end = 0;
  for (const match of text.matchAll(field)) {
    hidden += hideText(text.slice(end, match.index), hiding) + hideField(match.groups ?? {}, hiding);
    end = match.index + match[0].length;
  }
  return hidden + hideText(text.slice(end), hiding);
}

function hideField(parts: Record<string, string | undefined>, hiding: Hiding): string {
  const { key, colon, value = '', member, between, content = '', tag, attributes = '', text = '' } = parts;
  if (key !== undefined) return `"${hideName(key, hiding)}"${colon}${hideValue(key, value, hiding)}`;
  if (member !== undefined) return `<name>${member}</name>${between}${hideValue(member, content, hiding)}`;
  return `<${tag}${hideText(attributes, hiding)}>${hideValue(tag ?? '', text, hiding)}`;
}

/** Some answers use codes as field names. */
const hideName = (name: string, hiding: Hiding): string =>
  /(?:\d.*){4}/.test(name) ? hideText(name, hiding) : name;

function hideValue(name: string, value: string, hiding: Hiding): string {
  const { places, isKnownWord, isError } = hiding;
  const bare = unquoted(value).trim();
  if (shownAlways.has(bare)) return value;
  const plain = plainName(name);
  const isIn = (names: string[]): boolean => names.includes(plain);
  if (isIn(places.pins)) return value.replace(bare, () => mask);
  if (isIn(places.codes)) {
    const isReason = isKnown(bare, isKnownWord) || /^-\d{1,5}$/.test(bare) || (isError && reason.test(bare));
    return isReason ? value : value.replace(bare, () => mask);
  }
  const isShown =
    (isIn(places.faces) && /^-?\d{1,9}([.,]\d{1,2})?$/.test(bare)) ||
    (isIn(places.dates) && (/^\d{9,11}$/.test(bare) || wholeDate.test(bare))) ||
    (isIn(places.requestIds) && uuid.test(bare));
  return isShown ? value : hideText(value, hiding);
}

/** Also without a closing quote: the answer may be cut off. */
function unquoted(value: string): string {
  const begin = value.startsWith('"') ? 1 : 0;
  return value.slice(begin, value.length > begin && value.endsWith('"') ? -1 : undefined);
}

/** Without a meaning of their own, or masked by value already. */
const shownAlways = new Set(['', 'null', 'true', 'false', mask]);

/** `no_stock`, `E42`: too short or too simple for a code. */
const reason = /^(?:[\p{L}_ -]+|\p{L}?\d{1,4})$/u;
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const dateText = String.raw`(?:\d{4}-\d{2}-\d{2}|\d{2}\.\d{2}\.\d{4}|\d{8}(?=T))(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?`;
const wholeDate = new RegExp(`^${dateText}$`);

/** `\u0063ode`, `ns:Code` and `code` are the same name. */
function plainName(name: string): string {
  if (isPlain.test(name)) return name;
  const plain = name.replaceAll(/\\u([\da-f]{4})/gi, (_, unit: string) =>
    String.fromCharCode(Number.parseInt(unit, 16)),
  );
  return plain.slice(plain.lastIndexOf(':') + 1).toLowerCase();
}

/** Most names are like this. */
const isPlain = /^[a-z_]*$/;

/** Recognisable dates, years and sums; escaped text; then anything that may be a code. */
const spans = new RegExp(
  [
    String.raw`(?<shown>(?<![\p{L}\p{N}-])(?:${dateText}|\d{2}:\d{2}(?::\d{2})?|\d{1,3}(?:[  ]?\d{3})*(?:[.,]\d{1,2})?\s?(?:₽|руб|RUB)|(?:19|20)\d{2}(?=\s(?:г\.|год|year)))(?![\p{N}-]))`,
    String.raw`(?<escaped>(?:&#x?[\da-f]+;){3,}|(?:\\u[\da-f]{4}){3,}|(?:%[\da-f]{2}){3,})`,
    String.raw`(?<groups>(?<![\p{L}\p{N}])\p{N}+(?: \p{N}+)+|(?<![\p{L}\p{N}])(?:\p{Lu}+\p{N}|\p{N}+\p{Lu})[\p{Lu}\p{N}]*(?: (?:\p{Lu}+\p{N}|\p{N}+\p{Lu})[\p{Lu}\p{N}]*)+)`,
    String.raw`(?<word>[\p{L}\p{N}]+(?:[-_][\p{L}\p{N}]+)*)`,
  ].join('|'),
  'giu',
);

/** What stands between the fields of an answer. */
const punctuation = /^[\s{}[\],:"<>/=]*$/;

function hideText(text: string, { isKnownWord }: Hiding): string {
  if (punctuation.test(text)) return text;
  return text.replaceAll(spans, (found: string, ...rest: unknown[]) => {
    const { shown, escaped } = rest.at(-1) as Record<string, string | undefined>;
    if (shown !== undefined) return found;
    if (escaped !== undefined) return mask;
    return isKnown(found, isKnownWord) || !mayBeCode(found.replaceAll(/[-_ ]/g, '')) ? found : mask;
  });
}

/** It is masked as a whole, or in each of its parts. */
const isKnown = (text: string, isKnownWord: (word: string) => boolean): boolean =>
  isKnownWord(text.replaceAll(/[-_ ]/g, '')) || text.split(/[-_ ]/).every(isKnownWord);

/** Four digits may be a PIN, six characters with digits a code. Letters alone are hidden only if they look random. */
function mayBeCode(bare: string): boolean {
  const digits = bare.replaceAll(/\P{N}/gu, '').length;
  if (digits === bare.length) return digits >= 4;
  if (digits > 0) return bare.length >= 6 && digits >= 2;
  return (
    bare.length >= 8 && (/[bcdfghjklmnpqrstvwxz]{5}/i.test(bare) || /\p{Ll}\p{Lu}.*\p{Ll}\p{Lu}/u.test(bare))
  );
}

/** Every text in the settings below a field marked as a secret. */
export function secretsOf(schema: z.core.$ZodType, value: unknown): string[] {
  const found: string[] = [];
  replaceSecrets(schema, value, (secret) => {
    found.push(secret);
    return secret;
  });
  return found;
}

/** The same settings with each secret replaced. */
export function replaceSecrets(
  schema: z.core.$ZodType,
  value: unknown,
  replace: (secret: string) => string,
): unknown {
  if (value === undefined || value === null) return value;
  if (z.globalRegistry.get(schema)?.['secret'] === true) return replaceTexts(value, replace);
  if (schema instanceof z.ZodObject) return replaceFields(schema, value, replace);
  if (schema instanceof z.ZodDiscriminatedUnion || schema instanceof z.ZodUnion) {
    const option = schema.options.find((one) => z.safeParse(one, value).success);
    return option === undefined ? value : replaceSecrets(option, value, replace);
  }
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable) {
    return replaceSecrets(schema.unwrap(), value, replace);
  }
  return value;
}

function replaceFields(
  schema: z.ZodObject,
  value: unknown,
  replace: (secret: string) => string,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value as Record<string, unknown>).map(([name, part]) => {
      const shape = schema.shape[name];
      return [name, shape === undefined ? part : replaceSecrets(shape, part, replace)];
    }),
  );
}

function replaceTexts(value: unknown, replace: (secret: string) => string): unknown {
  if (typeof value === 'string') return replace(value);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replaceTexts(one, replace)]));
}
