/** Texts of templates in Liquid: checked and rendered. */
import { Liquid, type Template } from 'liquidjs';
import type { TemplateReason } from './template-reasons.ts';

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
  reason: TemplateReason;
}

/** Problems of a text: its grammar, its variable names, and its length with the longest values. */
export function textProblems(kind: TextKind, text: string): TextProblem[] {
  if (text.length > maxTextLength)
    return [{ offset: 0, reason: { is: 'text-long', length: text.length, most: maxTextLength } }];
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
  if (text.length > maxRenderedLength) throw new GrowsTooLong();
  return text;
}

class GrowsTooLong extends Error {
  override name = 'GrowsTooLong';
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
        { offset: offsetAt(text, location.row, location.col), reason: unknownName(segments.map(String)) },
      ];
    });
}

function unknownName(segments: string[]): TemplateReason {
  const isCode = /^(?:code|number|pin|barcode)$/.test(segments[0] ?? '');
  const data = { name: segments.join('.'), names: letterVariables.join(', ') };
  return isCode ? { is: 'text-code', ...data } : { is: 'text-name', ...data };
}

const offsetAt = (text: string, row: number, column: number): number =>
  text
    .split('\n')
    .slice(0, row - 1)
    .reduce((sum, line) => sum + line.length + 1, 0) +
  column -
  1;

/** The library says in English what is wrong, and repeats the position, which we report ourselves. */
function problemOf(problem: unknown, text: string): TextProblem {
  const message = problem instanceof Error ? problem.message : String(problem);
  const { token } = problem as { token?: { begin?: number } };
  const offset = Math.min(token?.begin ?? 0, text.length);
  const said = message.replace(/, line:\d+, col:\d+$/, '');
  return { offset, reason: reasonOfMessage(problem, said) ?? unreadablePart(text, offset) };
}

const longestPart = 60;
const shortTags = tags.slice(0, 4).join(', ');

function reasonOfMessage(problem: unknown, said: string): TemplateReason | null {
  if (problem instanceof GrowsTooLong || said.endsWith('limit exceeded'))
    return { is: 'text-grows', most: maxRenderedLength };
  const tag = /^tag "([^"]+)" not found$/.exec(said)?.[1];
  // One that ends what never began is known, but not here.
  if (tag !== undefined && !/^e(?:nd|ls)/.test(tag)) return { is: 'text-tag', name: tag, names: shortTags };
  const filter = /^undefined filter: (\w+)$/.exec(said)?.[1];
  if (filter !== undefined) return { is: 'text-filter', name: filter, names: filters.join(', ') };
  const open = /^(?:tag|output) (.+) not closed$/s.exec(said)?.[1];
  return open === undefined
    ? null
    : { is: 'text-open', part: open.replaceAll(/^"|"$/g, '').slice(0, longestPart) };
}

/** From the word at which the library could read no further to the end of its braces. */
function unreadablePart(text: string, offset: number): TemplateReason {
  const rest = text.slice(text.lastIndexOf(' ', offset - 1) + 1);
  const part = (rest.split(/[%}]\}/)[0] ?? '').trim().slice(0, longestPart);
  if (part === '') return { is: 'text-wrong' };
  // Word processors put them in, and phones too.
  return /[“”„«»‘’]/.test(part) ? { is: 'text-quotes', part } : { is: 'text-part', part };
}
