/** The value of a JSON text; `undefined` when it is none. Whole numbers too long for a number stay digits. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''), keepLongNumbers);
  } catch {
    return undefined;
  }
}

/** The same with plain numbers: whoever wrote a long one may have rounded it already, so its digits are worth nothing. */
export function parseJsonPlainly(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    return undefined;
  }
}

/** An id of nineteen digits that is written as a number must not be rounded. */
function keepLongNumbers(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = context?.source ?? '';
  return /^\d+$/.test(source) ? source : value;
}

/** What stands at a dotted path, as `data.items.0.code`; `undefined` when nothing does. */
export function valueAt(value: unknown, path: string): unknown {
  if (path === '') return value;
  let place = value;
  for (const name of path.split('.')) {
    if (typeof place !== 'object' || place === null || !Object.hasOwn(place, name)) return undefined;
    place = (place as Record<string, unknown>)[name];
  }
  return place;
}

/** The text by which settings compare what an answer holds. */
export const comparable = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : null;
