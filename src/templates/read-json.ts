/** Deeper nesting than this is refused: no template of ours comes near. */
const maxDepth = 12;

export type JsonPath = (string | number)[];

export interface ReadJson {
  value: unknown;
  /** Where a value starts in the text, or for a string where its first letter stands. */
  offsetOf(path: JsonPath): number;
  /** Where the name of a property stands. */
  offsetOfName(path: JsonPath): number;
  /** Where a letter of a string value stands, escapes counted. */
  offsetInString(path: JsonPath, index: number): number;
}

/** What makes a text no JSON, and where. */
export class JsonProblem extends Error {
  override name = 'JsonProblem';
  readonly offset: number;

  constructor(reason: string, offset: number) {
    super(reason);
    this.offset = offset;
  }
}

interface Places {
  values: Map<string, number>;
  names: Map<string, number>;
  /** For each letter of a string value its offset in the text. */
  letters: Map<string, number[]>;
}

const keyOf = (path: JsonPath): string => JSON.stringify(path);

/** Reads JSON as `JSON.parse` does, refuses names that come twice, and knows where everything stood. Throws a JsonProblem. */
export function readJson(text: string): ReadJson {
  const places: Places = { values: new Map(), names: new Map(), letters: new Map() };
  const reader = jsonReader(text, places);
  const value = reader.value([], 0);
  reader.end();
  const offsetOf = (path: JsonPath): number => {
    const own = places.values.get(keyOf(path));
    // What is missing is told where the thing stands that lacks it.
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

  const fail = (reason: string, offset = at): never => {
    throw new JsonProblem(offset >= text.length ? 'the file ends too early' : reason, offset);
  };
  const skipSpace = (): void => {
    while (/[ \t\r\n]/.test(text.charAt(at))) at++;
  };
  const take = (sign: string, reason: string): void => {
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
    if (depth > maxDepth) fail(`values are nested more than ${maxDepth} deep`);
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
      if (next() !== '"') fail('a name in double quotes is missing here');
      const offset = at + 1;
      const name = string(null);
      if (entries.has(name)) fail(`«${name}» is here twice`, offset);
      places.names.set(keyOf([...path, name]), offset);
      take(':', 'a colon is missing after the name');
      entries.set(name, value([...path, name], depth + 1));
      if (next() === '}') return (at++, Object.fromEntries(entries));
      take(',', 'a comma or } is missing here');
    }
  }

  function array(path: JsonPath, depth: number): unknown {
    const items: unknown[] = [];
    at++;
    if (next() === ']') return (at++, items);
    for (;;) {
      items.push(value([...path, items.length], depth + 1));
      if (next() === ']') return (at++, items);
      take(',', 'a comma or ] is missing here');
    }
  }

  function string(path: JsonPath | null): string {
    const letters: number[] = [];
    let read = '';
    const start = at++;
    for (;;) {
      const sign = text.charAt(at);
      if (sign === '"') break;
      if (sign === '') fail('', text.length);
      if (sign < ' ') fail('a line break or another control character stands inside a text: write \\n', at);
      letters.push(at);
      read += sign === '\\' ? escaped() : sign;
      at++;
    }
    at++;
    if (path !== null) places.letters.set(keyOf(path), [...letters, at - 1]);
    return read.length === letters.length ? read : fail('this text cannot be read', start);
  }

  /** One UTF-16 unit; leaves `at` on the last sign of the escape. */
  function escaped(): string {
    at++;
    const sign = text.charAt(at);
    if (sign !== 'u')
      return escapes[sign] ?? fail('there is no such escape: write \\\\ for a backslash', at - 1);
    const digits = text.slice(at + 1, at + 5);
    if (!/^[\da-fA-F]{4}$/.test(digits)) fail('\\u takes four hexadecimal digits', at - 1);
    at += 4;
    return String.fromCharCode(parseInt(digits, 16));
  }

  function literal(): unknown {
    const [word = ''] = /^[^\s,:\]}"[{]*/.exec(text.slice(at, at + 60)) ?? [];
    if (!/^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)$/.test(word))
      fail(
        word === ''
          ? 'a value is missing here'
          : `«${word.slice(0, 30)}» is no JSON value: texts stand in double quotes`,
      );
    at += word.length;
    return JSON.parse(word);
  }

  return {
    value,
    end(): void {
      if (next() !== '') fail('nothing may follow the last brace');
    },
  };
}
