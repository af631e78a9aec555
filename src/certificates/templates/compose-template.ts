/** A form for a template: fills the form from a template, and makes a template from the typed values. */
import type { JsonPath } from './read-json.ts';
import { placesOfBlocks } from './design.ts';
import {
  blockField,
  greetingField,
  greetingIn,
  languages,
  places,
  textFields,
  type BlockName,
  type PlaceOfBlocks,
  type TextField,
} from './template-fields.ts';
import { fileVersion, maxGreetings, usualPattern } from './template-file.ts';

/** A template as it is stored, with what this version of the platform may not know. */
export type StoredTemplate = Readonly<Record<string, unknown>>;

/** The fields of a form by name. */
export type TypedFields = Pick<URLSearchParams, 'get' | 'keys'>;

/** What the form shows of a template in each of its fields. */
export function shownFields(template: StoredTemplate | null): Map<string, string> {
  const shown = new Map(textFields.map((field) => [field.name, textAt(template, field.path)]));
  for (const place of places)
    for (const [index, block] of blocksAt(template, place).entries())
      shown.set(blockField(place, block), String(index + 1));
  for (const [index, greeting] of greetingsAt(template).entries())
    for (const language of languages) shown.set(greetingField(index, language), textAt(greeting, [language]));
  return shown;
}

/** How many greetings a form has rows for: those there are, and some more. */
export function greetingRows(template: StoredTemplate | null, typed: TypedFields | null): number {
  const filled = typed === null ? [] : typedRows(typed).map((row) => row + 1);
  return Math.min(Math.max(greetingsAt(template).length, ...filled) + emptyGreetings, maxGreetings);
}

/** Shown below those that there are. */
const emptyGreetings = 2;

/** The rows of greetings in which something was typed. */
function typedRows(typed: TypedFields): number[] {
  const rows = new Set([...typed.keys()].flatMap((name) => greetingIn(name)?.index ?? []));
  return [...rows].filter((row) => isTyped(typed, row)).toSorted((one, other) => one - other);
}

const isTyped = (typed: TypedFields, index: number): boolean =>
  languages.some((language) => (typed.get(greetingField(index, language)) ?? '').trim() !== '');

export interface Composed {
  /** To be judged. */
  value: Record<string, unknown>;
  /** The row of the form that each greeting stands in. */
  rows: number[];
}

/** The template of a form that was opened on `base`: what the form does not have, and what nobody changed, stays as it is. */
export function composeTemplate(base: StoredTemplate | null, typed: TypedFields): Composed {
  const value: Record<string, unknown> = structuredClone({ facevalue_template: fileVersion, ...base });
  for (const field of textFields) {
    const given = typed.get(field.name);
    if (given === null || lines(given) === shownText(field, base)) continue;
    const text = typedText(field, given);
    if (text.trim() === '') removeAt(value, field.path);
    else setAt(value, field.path, text);
  }
  // Without a kind of its own a template has the product's barcode.
  if (typed.get('barcode.kind') === '' && isUsualPattern(typed.get('barcode.text') ?? ''))
    removeAt(value, ['barcode']);
  for (const place of places) {
    const order = typedOrder(place, base, typed);
    if (order === null) continue;
    const isUsual = order.join() === placesOfBlocks[place].join();
    if (isUsual) removeAt(value, ['blocks', place]);
    else setAt(value, ['blocks', place], order);
  }
  return { value, rows: composeGreetings(value, base, typed) };
}

const lines = (text: string): string => text.replaceAll(/\r\n?/g, '\n');

const isUsualPattern = (text: string): boolean => ['', usualPattern].includes(text.trim());

/** A field of one line has no line breaks in a browser. */
const shownText = ({ kind, path }: TextField, template: StoredTemplate | null): string =>
  kind === 'text' ? lines(textAt(template, path)) : textAt(template, path).replaceAll(/[\r\n]/g, '');

/** What was typed in a field, as a template has it. */
function typedText({ kind }: TextField, typed: string): string {
  if (kind === 'text') return lines(typed);
  return kind === 'colour' ? typedColour(typed) : typed.trim();
}

/** People type `A63C1A`, `#abc` and copy it with spaces; what is no colour stays as typed, to be refused. */
function typedColour(typed: string): string {
  const text = typed.normalize('NFKC').trim().toLowerCase();
  const digits = /^#?([\da-f]{3}|[\da-f]{6})$/.exec(text)?.[1];
  if (digits === undefined) return text;
  return `#${digits.length === 3 ? Array.from(digits, (digit) => digit + digit).join('') : digits}`;
}

/** The visible blocks of a place in the order that was typed; null: it is as it was. */
function typedOrder(
  place: PlaceOfBlocks,
  base: StoredTemplate | null,
  typed: TypedFields,
): BlockName[] | null {
  const all: readonly BlockName[] = placesOfBlocks[place];
  if (all.every((block) => typed.get(blockField(place, block)) === null)) return null;
  const before = blocksAt(base, place);
  const placed = all.flatMap((block): { block: BlockName; at: number }[] => {
    const position = Number(typed.get(blockField(place, block)) || 'NaN');
    if (Number.isNaN(position)) return [];
    const former = before.indexOf(block) + 1;
    // One that was moved stands before the one whose place it takes if it came from below, and behind it from above.
    const moved = former === 0 ? 0 : Math.sign(position - former) / 2;
    return [{ block, at: position + moved }];
  });
  const order = placed.toSorted((one, other) => one.at - other.at).map(({ block }) => block);
  return order.join() === before.join() ? null : order;
}

/** Writes the greetings, and returns the rows of the form that they come from. */
function composeGreetings(
  value: Record<string, unknown>,
  base: StoredTemplate | null,
  typed: TypedFields,
): number[] {
  const before = greetingsAt(base);
  if (typed.get(greetingField(0, 'ru')) === null) return before.map((_, index) => index);
  const kept = typedRows(typed);
  const greetings = kept.map((row) => {
    const greeting: Record<string, unknown> = { ...before[row] };
    for (const language of languages) {
      const text = lines(typed.get(greetingField(row, language)) ?? '');
      if (text === lines(textAt(greeting, [language]))) continue;
      if (text.trim() === '') delete greeting[language];
      else greeting[language] = text;
    }
    return greeting;
  });
  if (JSON.stringify(greetings) === JSON.stringify(before)) return kept;
  if (greetings.length === 0) delete value['greetings'];
  else value['greetings'] = greetings;
  return kept;
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function textAt(template: unknown, path: readonly string[]): string {
  const value = path.reduce<unknown>(
    (at, name) => (isFields(at) && Object.hasOwn(at, name) ? at[name] : undefined),
    template,
  );
  return typeof value === 'string' ? value : '';
}

/** The visible blocks of a place, in their order. */
function blocksAt(template: StoredTemplate | null, place: PlaceOfBlocks): BlockName[] {
  const blocks = template?.['blocks'];
  const listed = isFields(blocks) ? blocks[place] : undefined;
  const all: readonly BlockName[] = placesOfBlocks[place];
  return Array.isArray(listed) ? all.filter((one) => listed.includes(one)).toSorted(by(listed)) : [...all];
}

const by =
  (order: readonly unknown[]) =>
  (one: unknown, other: unknown): number =>
    order.indexOf(one) - order.indexOf(other);

function greetingsAt(template: StoredTemplate | null): Record<string, unknown>[] {
  const greetings = template?.['greetings'];
  return Array.isArray(greetings) ? greetings.filter(isFields) : [];
}

function setAt(value: Record<string, unknown>, [name = '', ...rest]: readonly string[], to: unknown): void {
  if (rest.length === 0) {
    value[name] = to;
    return;
  }
  const inner = Object.hasOwn(value, name) ? value[name] : undefined;
  const into = isFields(inner) ? inner : {};
  value[name] = into;
  setAt(into, rest, to);
}

/** Removes a value, and what is empty without it. */
function removeAt(value: Record<string, unknown>, [name = '', ...rest]: readonly string[]): void {
  const inner = Object.hasOwn(value, name) ? value[name] : undefined;
  if (inner === undefined) return;
  if (rest.length > 0 && isFields(inner)) {
    removeAt(inner, rest);
    if (Object.keys(inner).length > 0) return;
  }
  delete value[name];
}

/** The field of the form in which a fault is said: its own, or the one nearest to it; null: there is none. */
export function fieldOfFault(path: JsonPath, rows: readonly number[]): string | null {
  const [first, second, third] = path;
  if (first === 'greetings') {
    const row = rows[Number(second ?? 0)] ?? 0;
    return greetingField(row, third === 'en' ? 'en' : 'ru');
  }
  if (first === 'blocks') {
    const place = places.find((one) => one === second);
    return place === undefined ? null : blockField(place, placesOfBlocks[place][0]);
  }
  const name = path.join('.');
  return textFields.find((one) => one.name === name || one.name.startsWith(`${name}.`))?.name ?? null;
}
