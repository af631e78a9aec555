/** Texts of templates in Liquid: checked and rendered. */
import { Liquid, type Template } from 'liquidjs';

/** Variables of a letter's texts. Code and PIN are not among them, so they cannot get into a subject or preview. */
const letterVariables = [
  'recipient',
  'sender',
  'greeting',
  'title',
  'face',
  'expiry',
  'order_number',
] as const;

/** Null if the order does not have it: it prints nothing, and `{% if %}` treats it as false. */
export type LetterValues = Record<(typeof letterVariables)[number], string | null>;

const maxTextLength = 5000;
const maxRenderedLength = 40_000;

/** No loops, assignments, includes, or anything that turns escaping off. */
const tags = ['if', 'unless', 'case', 'comment', '#'];
const filters = [
  'default',
  'upcase',
  'downcase',
  'capitalize',
  'strip',
  'truncate',
  'append',
  'prepend',
  'split',
  'first',
];

const limits = {
  parseLimit: maxTextLength,
  /** Without loops a text takes well below a millisecond; the limit is generous for a machine that stalls. */
  renderLimit: 5000,
  memoryLimit: 200_000,
};

/** Lines (a subject, a heading) are inserted as they are; in markup the values are escaped. */
const engines = { line: createEngine(undefined), markup: createEngine('escape') };

function createEngine(outputEscape: 'escape' | undefined): Liquid {
  const engine = new Liquid({
    ...limits,
    ...(outputEscape === undefined ? {} : { outputEscape }),
    ownPropertyOnly: true,
    strictFilters: true,
    strictVariables: true,
    // Nothing is read from disk: no tag that could is left.
    templates: {},
  });
  for (const name of Object.keys(engine.tags)) if (!tags.includes(name)) delete engine.tags[name];
  for (const name of Object.keys(engine.filters)) if (!filters.includes(name)) delete engine.filters[name];
  return engine;
}

export type TextKind = keyof typeof engines;

export interface TextProblem {
  /** Position in the text, from 0. */
  offset: number;
  reason: string;
}

/** Problems of a text: its grammar, its variable names, and its length with the longest values. */
export function textProblems(kind: TextKind, text: string): TextProblem[] {
  if (text.length > maxTextLength)
    return [{ offset: 0, reason: `the text has ${text.length} characters: ${maxTextLength} at the most` }];
  try {
    const parsed = engines[kind].parse(text);
    const unknown = unknownNames(kind, text, parsed);
    if (unknown.length > 0) return unknown;
    for (const values of [longest, nothing]) render(kind, parsed, values);
    return [];
  } catch (problem) {
    return [problemOf(problem, text)];
  }
}

/** Renders the text; null if it exceeds the limits. */
export function renderText(kind: TextKind, text: string, values: LetterValues): string | null {
  try {
    return render(kind, parseOnce(kind, text), values);
  } catch {
    return null;
  }
}

const maxParsed = 2000;
const parsedTexts = new Map<string, Template[]>();

/** Texts are few and rendered often, so each is parsed once. */
function parseOnce(kind: TextKind, text: string): Template[] {
  const key = `${kind} ${text}`;
  const known = parsedTexts.get(key);
  if (known !== undefined) return known;
  if (parsedTexts.size >= maxParsed) parsedTexts.clear();
  const parsed = engines[kind].parse(text);
  parsedTexts.set(key, parsed);
  return parsed;
}

function render(kind: TextKind, parsed: Template[], values: LetterValues): string {
  const rendered: unknown = engines[kind].renderSync(parsed, values);
  const text = typeof rendered === 'string' ? rendered : '';
  if (text.length > maxRenderedLength)
    throw new Error(
      `with long values it becomes ${text.length} characters: ${maxRenderedLength} at the most`,
    );
  return text;
}

/** The longest values that an order can have, and an order without any. */
const longest: LetterValues = {
  recipient: 'Ж'.repeat(255),
  sender: 'Ж'.repeat(255),
  greeting: '<'.repeat(512),
  title: 'Ж'.repeat(255),
  face: '1 000 000,00 ₽',
  expiry: '31 декабря 2027 г.',
  order_number: '1000000000-1000000000',
};
const nothing: LetterValues = { ...longest, recipient: null, sender: null, greeting: null, expiry: null };

function unknownNames(kind: TextKind, text: string, parsed: Template[]): TextProblem[] {
  const { globals } = engines[kind].analyzeSync(parsed, { partials: false });
  return Object.values(globals)
    .flat()
    .flatMap(({ segments, location }) => {
      const [name, ...inner] = segments.map(String);
      const known = letterVariables.some((one) => one === name);
      if (known && inner.length === 0) return [];
      return [
        { offset: offsetAt(text, location.row, location.col), reason: namelessText(segments.map(String)) },
      ];
    });
}

function namelessText(segments: string[]): string {
  const names = letterVariables.join(', ');
  const asked = segments.join('.');
  return /^(?:code|number|pin|barcode)$/.test(segments[0] ?? '')
    ? `«${asked}»: a letter's texts never carry the code; they know ${names}`
    : `«${asked}» is not known here: the texts know ${names}`;
}

const offsetAt = (text: string, row: number, column: number): number =>
  text
    .split('\n')
    .slice(0, row - 1)
    .reduce((sum, line) => sum + line.length + 1, 0) +
  column -
  1;

/** The library's message repeats the position, which we report ourselves. */
function problemOf(problem: unknown, text: string): TextProblem {
  const words = problem instanceof Error ? problem.message : String(problem);
  const { token } = problem as { token?: { begin?: number } };
  const reason = words.replace(/, line:\d+, col:\d+$/, '').replace(/^tag "([^"]+)" not found$/, noSuchTag);
  return { offset: Math.min(token?.begin ?? 0, text.length), reason: describeFilterProblem(reason) };
}

const noSuchTag = (_: string, name: string): string =>
  `there is no tag «${name}» here: use ${tags.slice(0, 4).join(', ')}`;

const describeFilterProblem = (reason: string): string =>
  reason.replace(
    /^undefined filter: (\w+)$/,
    (_, name: string) => `there is no filter «${name}» here: use ${filters.join(', ')}`,
  );
