/** Reads a request of the client API: its body, its parameters, and its data as JSON or pairs. */
import type { IncomingMessage } from 'node:http';
import { maxApiBytes } from '../../web/body-limits.ts';
import { malformed, type WireError } from './answer.ts';
import type { Data } from '../../platform/values/fields.ts';
import { isSentNumber, parseSent } from '../../platform/values/sent-number.ts';

/** A request of the client API before authentication. Parameters that were not given are `''`. */
export interface ApiCall {
  cmd: string;
  id: string;
  in: string;
  sig: string;
  /** Decoded text, exactly as it was sent: the signature covers it. */
  data: string;
  /** Whether the address contains no `data`: it came in the body of a POST, or there is none. */
  dataPosted: boolean;
}

export type CallReading = { is: 'call'; call: ApiCall } | { is: 'malformed'; error: WireError };

/** `out` and `v` have no effect: every answer is JSON. Other parameters are ignored. */
const names = ['cmd', 'id', 'in', 'sig', 'data'] as const;
type Name = (typeof names)[number];

/** Names that may occur both in the query and in the body, if the values are equal. */
const isOurs = (name: string): name is Name => (names as readonly string[]).includes(name);

/** Reads the parameters from the raw address and, for a POST, from the body's bytes. */
export function readCall(url: string, body: Uint8Array | null): CallReading {
  const query = readPlace(queryText(url));
  if ('error' in query) return { is: 'malformed', error: query.error };
  if (body === null || body.length === 0) return { is: 'call', call: callOf(query, {}, body !== null) };
  const text = utf8Text(body);
  if (text === null || isUtf16(body)) return refusal(`the body is ${encodingOf(body)}`);
  if (looksLikeJson(text) && !isEmptyJson.test(text) && !query.data)
    return refusal(`the body is JSON: ${wantedBody}`);
  const form = readPlace(text);
  if ('error' in form) return { is: 'malformed', error: form.error };
  for (const name of names) {
    if (query[name] && form[name] && query[name] !== form[name]) return refusal(`two values of ${name}`);
  }
  return { is: 'call', call: callOf(query, form, true) };
}

const wantedBody = 'it must be application/x-www-form-urlencoded, as data=…&sig=…';

/** Why a body is no UTF-8, as far as its bytes tell. */
function encodingOf(body: Uint8Array): string {
  const [first = 0, second = 0] = body;
  if (first === 0x1f && second === 0x8b) return 'compressed by gzip: send it as it is';
  return isUtf16(body) ? 'UTF-16 and not UTF-8' : 'not UTF-8, as a text in windows-1251 would be';
}

/** Its byte order mark tells, or the empty byte beside its first letter. */
const isUtf16 = ([first = 1, second = 1]: Uint8Array): boolean =>
  first === 0 || second === 0 || (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);

type Parameters = Partial<Record<Name, string>>;

const callOf = (query: Parameters, form: Parameters, posted: boolean): ApiCall => ({
  cmd: query.cmd || form.cmd || '',
  id: query.id || form.id || '',
  in: query.in || form.in || '',
  sig: query.sig || form.sig || '',
  data: query.data || form.data || '',
  dataPosted: posted && !query.data,
});

const refusal = (problem: string): { is: 'malformed'; error: WireError } => ({
  is: 'malformed',
  error: malformed(problem),
});

/** Node reads the address byte by byte; some clients send raw UTF-8 in it. */
function queryText(url: string): string | null {
  const start = url.indexOf('?');
  const hash = url.indexOf('#', start);
  const query = start === -1 ? '' : url.slice(start + 1, hash === -1 ? undefined : hash);
  return /[\x80-\xff]/.test(query) ? utf8Text(Buffer.from(query, 'latin1')) : query;
}

function readPlace(text: string | null): Parameters | { error: WireError } {
  if (text === null) return { error: malformed('not UTF-8') };
  const pairs = readPairs(text);
  if (!Array.isArray(pairs)) return { error: malformed(describePairsProblem(pairs)) };
  const found: Parameters = {};
  for (const [name, value] of pairs) {
    if (!isOurs(name)) continue;
    if (found[name] !== undefined) return { error: malformed(`repeated parameter ${name}`) };
    found[name] = value;
  }
  return found;
}

/** The text is not URL-encoded pairs. */
export type PairsProblem = { problem: 'encoding'; name: string } | { problem: 'nul'; name: string };

export type Pair = [name: string, value: string];

/**
 * Splits `a=1&b=2` and decodes both sides: percent-encoding must be complete and valid UTF-8, `+` is a space. Never
 * throws.
 */
function readPairs(text: string): Pair[] | PairsProblem {
  const pairs: Pair[] = [];
  for (const part of text.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const written = decode(equals === -1 ? part : part.slice(0, equals));
    const name = pairs.length === 0 ? (written?.replace(opening, '') ?? null) : written;
    if (name === null) return { problem: 'encoding', name: '' };
    const value = equals === -1 ? '' : decode(part.slice(equals + 1));
    if (value === null) return { problem: 'encoding', name };
    if (name.includes('\0') || value.includes('\0')) return { problem: 'nul', name };
    pairs.push([name, value]);
  }
  return pairs;
}

/** Programs that write into streams begin with a byte order mark; texts of configurations begin with blanks. */
const opening = /^[\s\uFEFF]+/;

/** Names come from outside, so only harmless ones are repeated in an answer. */
export const sayable = (name: string): string => (/^[\w[\].-]{1,64}$/.test(name) ? ` ${name}` : '');

function describePairsProblem({ problem, name }: PairsProblem): string {
  return problem === 'nul'
    ? `NUL in a parameter${sayable(name)}`
    : `a parameter${sayable(name)} is not percent-encoded UTF-8`;
}

function decode(text: string): string | null {
  if (!/[%+]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Bytes as text; null if they are not UTF-8. */
function utf8Text(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

/** A request's body, or the fact that it is too long. */
export type BodyReading = { is: 'bytes'; bytes: Buffer } | { is: 'too-large'; endless: boolean };

const maxBodyBytes = maxApiBytes.clientApi;

/**
 * A larger body is read up to this length and discarded, so that the client finishes sending and reads our answer; a
 * client that sends more is answered while it sends.
 */
const maxForgottenBytes = 8 * 1024 * 1024;

/** Reads the body to its end. Rejects only if the client disconnects. */
export function readBody(stream: IncomingMessage): Promise<BodyReading> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    stream.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length <= maxBodyBytes) chunks.push(chunk);
      else chunks.length = 0;
      if (length > maxForgottenBytes) resolve({ is: 'too-large', endless: true });
    });
    stream.once('end', () => {
      if (length > maxBodyBytes) resolve({ is: 'too-large', endless: false });
      else
        resolve({ is: 'bytes', bytes: chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks) });
    });
    stream.once('error', reject);
    // The usual close comes after the end; an error made for nobody would cost more than the reading.
    stream.once('close', () => {
      if (!stream.readableEnded) reject(new Error('The client went away.'));
    });
  });
}

export type DataReading = { is: 'data'; data: Data } | { is: 'malformed'; error: WireError };

/** Maximum nesting of objects and arrays; real requests have two levels. */
const maxDepth = 8;

/** `in=json`: a JSON object, or any form of nothing. Otherwise `data` is itself URL-encoded pairs. */
export function readData(format: string, text: string): DataReading {
  switch (format.toLowerCase()) {
    case 'json':
      return readJson(text);
    case '':
    case 'pairs':
      return looksLikeJson(text) ? readEmptyJson(text) : readDataPairs(text);
    default:
      return refusal('in must be json or absent');
  }
}

function readJson(text: string): DataReading {
  if (text.trim() === '') return noData;
  let value: unknown;
  try {
    value = parseSent(text.trim());
  } catch {
    return refusal('data is not JSON');
  }
  if (isDeeperThan(value, maxDepth)) return refusal(`data is nested deeper than ${maxDepth}`);
  if (Array.isArray(value) && value.length === 0) return noData;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return refusal('data is not a JSON object');
  }
  return { is: 'data', data: value as Data };
}

/**
 * Whether a text starts an object or a list, after any blanks, byte order marks or encoding. `in` is not signed, so a
 * text that was signed as JSON must never be read as pairs: a greeting may contain `&face=3000&email_to=…`.
 */
const looksLikeJson = (text: string): boolean => jsonOpening.test(text);

/** Blanks, control characters and marks, raw, as `+` or percent-encoded; then a bracket, raw or percent-encoded. */
const jsonOpening =
  /^(?:[\s\p{C}+]|%(?:[01][\da-f]|20|7f|c2%[89a][\da-f]|ef%bb%bf|e2%80%[89a][\da-f]))*(?:[{[]|%7b|%5b)/iu;

const isEmptyJson = /^\s*(?:\{\s*\}|\[\s*\])\s*$/;

/** `{}` and `[]` mean nothing in either form. */
function readEmptyJson(text: string): DataReading {
  return isEmptyJson.test(text) ? noData : refusal('data looks like JSON, which needs in=json');
}

const noData: DataReading = { is: 'data', data: {} };

function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null || isSentNumber(value)) return false;
  if (depth === 0) return true;
  for (const name in value) {
    if (isDeeperThan((value as Data)[name], depth - 1)) return true;
  }
  return false;
}

/** `name[]=` and `name[0]=` build arrays in order of appearance. */
const arrayName = /^([^[\]]+)\[\d{0,4}\]$/;

function readDataPairs(text: string): DataReading {
  const pairs = readPairs(text);
  if (!Array.isArray(pairs)) return refusal(`data: ${describePairsProblem(pairs)}`);
  const data = new Map<string, unknown>();
  for (const [name, value] of pairs) {
    const [, arrayOf] = arrayName.exec(name) ?? [];
    const key = arrayOf ?? name;
    const earlier = data.get(key);
    if (arrayOf !== undefined && Array.isArray(earlier)) earlier.push(value);
    else if (earlier !== undefined) return refusal(`data: repeated parameter${sayable(key)}`);
    else data.set(key, arrayOf === undefined ? value : [value]);
  }
  return { is: 'data', data: Object.fromEntries(data) };
}
