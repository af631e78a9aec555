/** Parses JSON; `undefined` if it is invalid. Whole numbers too long for a number stay text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''), keepLongNumbers);
  } catch {
    return undefined;
  }
}

/** A whole number that its sender did not write in digits alone: `1.2E+14`, `5.0`. */
export class OddNumber {
  readonly value: number;
  readonly source: string;

  constructor(value: number, source: string) {
    this.value = value;
    this.source = source;
  }
}

/** The number itself, however it was written. */
export const plainly = (value: unknown): unknown => (value instanceof OddNumber ? value.value : value);

/** Keeps how a whole number was written, if not in digits alone. */
export const numberOf = (value: number, source: string): number | OddNumber =>
  Number.isInteger(value) && !/^-?\d+$/.test(source) ? new OddNumber(value, source) : value;

/**
 * Parses JSON with ordinary numbers: the sender may have rounded a long number already, so its digits prove nothing. Of an object that
 * names a key twice nobody knows which value holds: `undefined`.
 */
export function parseJsonPlainly(text: string): unknown {
  try {
    const parsed: unknown = JSON.parse(text.replace(/^\uFEFF/, ''), keepOddNumbers);
    return namesKeyTwice(text) ? undefined : parsed;
  } catch {
    return undefined;
  }
}

const jsonToken = /"(?:[^"\\]|\\.)*"|[{}[\],:]/gs;

/** Expects valid JSON. */
function namesKeyTwice(text: string): boolean {
  const open: (Set<string> | null)[] = [];
  let last = '';
  for (const [token] of text.matchAll(jsonToken)) {
    if (token === '{' || token === '[') open.push(token === '{' ? new Set() : null);
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') {
      const keys = open.at(-1);
      const key = JSON.parse(last) as string;
      if (keys?.has(key)) return true;
      keys?.add(key);
    }
    last = token;
  }
  return false;
}

const keepOddNumbers = (_key: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' ? numberOf(value, context?.source ?? '') : value;

/** An id of nineteen digits written as a number must not be rounded. */
function keepLongNumbers(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = context?.source ?? '';
  return /^\d+$/.test(source) ? source : value;
}

/** The value at a dotted path such as `data.items.0.code`; `undefined` if there is none. */
export function valueAt(value: unknown, path: string): unknown {
  if (path === '') return value;
  let place = value;
  for (const name of path.split('.')) {
    if (typeof place !== 'object' || place === null || !Object.hasOwn(place, name)) return undefined;
    place = (place as Record<string, unknown>)[name];
  }
  return place;
}

/** The text form in which settings compare a value of an answer. */
export function comparable(found: unknown): string | null {
  const value = plainly(found);
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : null;
}
