import type { Data } from '../../platform/values/fields.ts';
import { malformed, type WireError } from './errors.ts';
import { describePairsProblem, readPairs, sayable } from './pairs.ts';

export type DataReading = { is: 'data'; data: Data } | { is: 'malformed'; error: WireError };

/** Objects and arrays inside one another; real requests have two. */
const maxDepth = 8;

/** `in=json`: a JSON object, or nothing in any of its forms. Otherwise `data` is URL-encoded pairs in itself. */
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
 * Whether a text opens an object or a list, whatever blanks, byte order marks or encoding stand before it. `in` is not
 * signed: a text that was signed as JSON must never be read as pairs, for a greeting may hold `&face=3000&email_to=…`.
 */
const looksLikeJson = (text: string): boolean => jsonOpening.test(text);

/** Blanks, controls and marks, raw, as `+` or percent-encoded, then a bracket, raw or percent-encoded. */
const jsonOpening =
  /^(?:[\s\p{C}+]|%(?:[01][\da-f]|20|7f|c2%[89a][\da-f]|ef%bb%bf|e2%80%[89a][\da-f]))*(?:[{[]|%7b|%5b)/iu;

/** `{}` and `[]` say the same in either form: nothing. */
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

/** `name[]=` and `name[0]=` build arrays in the order of coming. */
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
