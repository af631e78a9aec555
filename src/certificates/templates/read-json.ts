/** JSON with the place of everything in it. */
import { templateReasons, type TemplateReason } from './template-reasons.ts';

/** Deeper nesting is refused; no real template comes near. */
const maxDepth = 12;

export type JsonPath = (string | number)[];

export interface ReadJson {
  value: unknown;
  /** Offset of a value in the text; for a string, of its first character. */
  offsetOf(path: JsonPath): number;
  /** Offset of a property's name. */
  offsetOfName(path: JsonPath): number;
  /** Offset of a character of a string value, escapes included. */
  offsetInString(path: JsonPath, index: number): number;
}

/** Why and where a text is not valid JSON. */
export class JsonProblem extends Error {
  override name = 'JsonProblem';
  readonly reason: TemplateReason;
  readonly offset: number;

  constructor(reason: TemplateReason, offset: number) {
    super(templateReasons.text(reason, 'en'));
    this.reason = reason;
    this.offset = offset;
  }
}

interface Places {
  values: Map<string, number>;
  names: Map<string, number>;
  /** The offset in the text of each character of a string value. */
  letters: Map<string, number[]>;
}

const keyOf = (path: JsonPath): string => JSON.stringify(path);

/**
 * Parses JSON like `JSON.parse`, refuses duplicate names, and records the position of everything. Throws a JsonProblem.
 */
export function readJson(text: string): ReadJson {
  const places: Places = { values: new Map(), names: new Map(), letters: new Map() };
  const reader = jsonReader(text, places);
  const value = reader.value([], 0);
  reader.end();
  const offsetOf = (path: JsonPath): number => {
    const own = places.values.get(keyOf(path));
    // A missing property is reported at the object that lacks it.
    return own ?? (path.length === 0 ? 0 : offsetOf(path.slice(0, -1)));
  };
  return {
    value,
    offsetOf,
    offsetOfName: (path) => places.names.get(keyOf(path)) ?? offsetOf(path),
    offsetInString: (path, index) => places.letters.get(keyOf(path))?.[index] ?? offsetOf(path),
  };
}

const escapes: Record<string, string> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

function jsonReader(text: string, places: Places) {
  let at = 0;

  const fail = (reason: TemplateReason, offset = at): never => {
    throw new JsonProblem(offset >= text.length ? { is: 'json-early-end' } : reason, offset);
  };
  const skipSpace = (): void => {
    while (/[ \t\r\n]/.test(text.charAt(at))) at++;
  };
  const take = (sign: string, reason: TemplateReason): void => {
    skipSpace();
    if (text.charAt(at) !== sign) fail(reason);
    at++;
  };
  const next = (): string => {
    skipSpace();
    return text.charAt(at);
  };

  function value(path: JsonPath, depth: number): unknown {
    const sign = next();
    places.values.set(keyOf(path), sign === '"' ? at + 1 : at);
    if (depth > maxDepth) fail({ is: 'json-deep', most: maxDepth });
    if (sign === '{') return object(path, depth);
    if (sign === '[') return array(path, depth);
    if (sign === '"') return string(path);
    return literal();
  }

  function object(path: JsonPath, depth: number): unknown {
    const entries = new Map<string, unknown>();
    at++;
    if (next() === '}') return (at++, {});
    for (;;) {
      if (next() !== '"') fail({ is: 'json-name' });
      const offset = at + 1;
      const name = string(null);
      if (entries.has(name)) fail({ is: 'json-twice', name }, offset);
      places.names.set(keyOf([...path, name]), offset);
      take(':', { is: 'json-colon' });
      entries.set(name, value([...path, name], depth + 1));
      if (next() === '}') return (at++, Object.fromEntries(entries));
      take(',', { is: 'json-comma', closing: '}' });
    }
  }

  function array(path: JsonPath, depth: number): unknown {
    const items: unknown[] = [];
    at++;
    if (next() === ']') return (at++, items);
    for (;;) {
      items.push(value([...path, items.length], depth + 1));
      if (next() === ']') return (at++, items);
      take(',', { is: 'json-comma', closing: ']' });
    }
  }

  function string(path: JsonPath | null): string {
    const letters: number[] = [];
    let read = '';
    const start = at++;
    for (;;) {
      const sign = text.charAt(at);
      if (sign === '"') break;
      if (sign === '') fail({ is: 'json-early-end' }, text.length);
      if (sign < ' ') fail({ is: 'json-control' });
      letters.push(at);
      read += sign === '\\' ? escaped() : sign;
      at++;
    }
    at++;
    if (path !== null) places.letters.set(keyOf(path), [...letters, at - 1]);
    return read.length === letters.length ? read : fail({ is: 'json-text' }, start);
  }

  /** One UTF-16 unit; leaves `at` on the last character of the escape. */
  function escaped(): string {
    at++;
    const sign = text.charAt(at);
    if (sign !== 'u') return escapes[sign] ?? fail({ is: 'json-escape' }, at - 1);
    const digits = text.slice(at + 1, at + 5);
    if (!/^[\da-fA-F]{4}$/.test(digits)) fail({ is: 'json-unicode' }, at - 1);
    at += 4;
    return String.fromCharCode(parseInt(digits, 16));
  }

  function literal(): unknown {
    const [word = ''] = /^[^\s,:\]}"[{]*/.exec(text.slice(at, at + 60)) ?? [];
    if (!/^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/.test(word))
      fail(word === '' ? { is: 'json-value' } : { is: 'json-word', word: word.slice(0, 30) });
    at += word.length;
    return JSON.parse(word);
  }

  return {
    value,
    end(): void {
      if (next() !== '') fail({ is: 'json-rest' });
    },
  };
}
