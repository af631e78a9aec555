import type { Data } from '../../platform/values/fields.ts';
import { malformed, type WireError } from './answer.ts';
import { describePairsProblem, readPairs, sayable } from './read-call.ts';

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
    value = JSON.parse(text);
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

/** `{}` and `[]` mean nothing in either form. */
function readEmptyJson(text: string): DataReading {
  return /^\s*(?:\{\s*\}|\[\s*\])\s*$/.test(text)
    ? noData
    : refusal('data looks like JSON, which needs in=json');
}

const noData: DataReading = { is: 'data', data: {} };

function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
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

const refusal = (labels: string): DataReading => ({ is: 'malformed', error: malformed(labels) });
