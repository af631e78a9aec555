import type { AnswerPlaces } from '../../adapters/adapter.ts';
import { hideCodes, mask } from './hide-codes.ts';

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
  /** Codes, PINs and secrets of the settings. */
  secrets: string[];
  /** Texts whose words may appear in an answer. */
  known: string[];
  places: AnswerPlaces;
}

/**
 * Masks a request and its answer for storage. Known secrets, codes and PINs are masked by value in every encoding;
 * header values are left out. Possible codes in the answer are masked by their place, see `hide-codes.ts`.
 */
export function maskTranscript(said: Said, heard: Heard | null, { secrets, known, places }: Masking): string {
  const hide = valueMask(secrets);
  const asked = hide(
    [`${said.method} ${said.url}`, Object.keys(said.headers).join(', '), '', said.body].join('\n'),
  );
  if (heard === null) return shorten(asked);
  const answered = hideCodes(hide(heard.body.slice(0, maxTranscriptLength)), {
    places,
    known: new Set([...known, asked].flatMap(wordsOf)),
    isError: heard.status >= 400,
  });
  return shorten(`${asked}\n\n→ ${heard.status}\n${answered}`);
}

/** Numbers as they are and, as sums in roubles, also in kopecks. */
const wordsOf = (text: string): string[] =>
  (text.match(/[\p{L}\p{N}]+/gu) ?? []).flatMap((word) =>
    /^\d{1,9}$/.test(word) ? [word, `${word}00`] : [word],
  );

function valueMask(secrets: string[]): (text: string) => string {
  const forms = [...new Set(secrets.filter((secret) => secret !== '').flatMap(formsOf))].toSorted(
    (one, other) => other.length - one.length,
  );
  return (text) => {
    let masked = text;
    for (const form of forms) masked = masked.replaceAll(form, mask);
    return masked;
  };
}

/** All encodings of a value in a request or answer: raw, JSON, XML, URL, form and base64. */
function formsOf(value: string): string[] {
  const url = encodeURIComponent(value);
  const bytes = Buffer.from(value);
  const unpadded = bytes.toString('base64').replace(/=+$/, '');
  return [
    value,
    JSON.stringify(value).slice(1, -1),
    JSON.stringify(value).slice(1, -1).replaceAll('/', '\\/'),
    escapedUnits(value),
    xmlEscaped(value),
    xmlEscaped(value).replaceAll('"', '&quot;').replaceAll("'", '&apos;'),
    url,
    url.replaceAll(/%[0-9A-F]{2}/g, (byte) => byte.toLowerCase()),
    new URLSearchParams({ v: value }).toString().slice(2),
    unpadded,
    bytes.toString('base64url'),
    bytes.toString('hex'),
  ];
}

const xmlEscaped = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Non-ASCII as `\u0441`. */
const escapedUnits = (value: string): string =>
  JSON.stringify(value)
    .slice(1, -1)
    .replaceAll(/[^\0-\x7F]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

const shorten = (text: string): string =>
  text.replaceAll('\0', '').toWellFormed().slice(0, maxTranscriptLength).toWellFormed();
