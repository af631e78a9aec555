/** Kinds of fields: how each is drawn, what it reads, and how a value is typed. */
import { html, type Content } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import { isEmailAddress } from '../../platform/values/email-address.ts';
import { roublesFromKopecks } from '../../platform/values/money.ts';
import { readRoubles } from '../../platform/values/read-roubles.ts';
import { areaView, type Field, fieldView, selectField } from '../form-view.ts';
import type { FormField, Read } from './fields.ts';
import { notOffered, tooLongText } from './problems.ts';

interface Named {
  /** Under which it is posted, if not under the name of its value. */
  name?: string;
}

interface Typed extends Named {
  type?: Field['type'];
  /** Longest text: browsers hold to it, and whoever sends more is told. */
  most: number;
  /** Number of lines of a field for several lines. */
  rows?: number;
  required?: true;
  /** Instead of the usual ones. */
  attributes?: Content;
}

/** A field whose text may mean no value. */
type ParsedField<Value> = FormField<Value, undefined, never>;

interface Parsed<Value> extends Typed {
  /** Undefined: it is wrong. */
  parse: (text: string) => Value | undefined;
  write: (value: Value) => string;
}

const usual = html`autocomplete="off"`;

/** A text that means a value. */
export const parsed = <Value>({ name, parse, write, ...input }: Parsed<Value>): ParsedField<Value> => ({
  name,
  draw({ typed: [value = ''], ...field }) {
    const { type = 'text', most, rows, required, attributes: others = usual } = input;
    const attributes = html`${required && html`required `}${rows !== undefined && html`rows="${rows}" `}${!type.startsWith('date') && html`maxlength="${most}" `}${others}`;
    const shown = { ...field, value, attributes };
    return rows === undefined ? fieldView({ ...shown, type }) : areaView(shown);
  },
  write: (value) => [write(value)],
  read([text = ''], language) {
    const value = parse(text.trim());
    const wrong = tooLongText(text.trim(), input.most, language);
    return value === undefined ? undefined : wrong === null ? { value } : { wrong };
  },
});

const asTyped = (text: string): string => text;

/** Any text, which a verb may find wrong; with `rows` one of several lines. */
export const line = (field: Typed): FormField<string, never, never> => ({
  ...parsed({ ...field, parse: asTyped, write: asTyped }),
  read: ([text = ''], language) => textRead(text.trim(), field.most, language),
});

/** A text that is not too long. */
export function textRead(text: string, most: number, language: Language): Read<string> {
  const wrong = tooLongText(text, most, language);
  return wrong === null ? { value: text } : { wrong };
}

/** A text that must be there. */
export const requiredLine = (field: Typed): ParsedField<string> =>
  parsed({ required: true, ...field, write: asTyped, parse: (text) => text || undefined });

/** An address, or nothing. */
export const mail = (type: 'email' | 'text' = 'email'): ParsedField<string> =>
  parsed({
    type,
    most: 255,
    write: asTyped,
    parse: (text) => (text === '' || isEmailAddress(text) ? text : undefined),
  });

/** `empty`: what an empty field means, if it may be empty. */
interface MayBeEmpty<Empty> extends Named {
  required?: true;
  empty?: Empty;
}

/** A whole number. */
export const count = <Empty = never>({
  least,
  most,
  empty,
  ...field
}: MayBeEmpty<Empty> & { least: number; most: number }): ParsedField<number | Empty> =>
  parsed<number | Empty>({
    ...field,
    most: most < 1000 ? 3 : 12,
    attributes: html`inputmode="numeric" autocomplete="off"`,
    write: (value) => (typeof value === 'number' ? String(value) : ''),
    parse(text) {
      const number = /^[\d\s]+$/.test(text) ? Number(text.replaceAll(/\s/g, '')) : -1;
      return text === '' ? empty : number >= least && number <= most ? number : undefined;
    },
  });

/** A sum as people type it, in kopecks. */
export const roubles = <Empty = never>({ empty, ...field }: MayBeEmpty<Empty>): ParsedField<number | Empty> =>
  parsed<number | Empty>({
    ...field,
    most: 20,
    attributes: html`inputmode="decimal" autocomplete="off"`,
    write: (value) => (typeof value === 'number' ? String(roublesFromKopecks(value)) : ''),
    parse: (text) => (text === '' ? empty : (readRoubles(text) ?? undefined)),
  });

/** One of several: the first if nothing is sent. `''` stands for none of the others. */
export const choice = <const Value extends string>(
  of: readonly [Value, ...Value[]],
): FormField<Value, never, Value> => ({
  draw({ typed: [value = ''], ...field }, names) {
    const { '': none, ...others }: Partial<Record<string, string>> = names;
    const choices = of.filter((one) => one !== '').map((one) => ({ value: one, text: others[one] ?? one }));
    return selectField({ ...field, value, any: none ?? null, choices });
  },
  write: (value) => [value],
  read([text], language) {
    const value = text === undefined ? of[0] : of.find((one) => one === text);
    return value === undefined ? { wrong: notOffered[language] } : { value };
  },
});

/** The same of terms, which need no names. */
export const term = <const Value extends string>(
  of: readonly [Value, ...Value[]],
): FormField<Value, never, never> => choice(of);

/** Yes if it is ticked. */
export const flag = (posted?: string): FormField<boolean, never, never> => ({
  name: posted,
  draw: ({ name, label, error, typed }) =>
    html`<label class="choice"><input type="checkbox" id="${name}" name="${name}" value="yes"${typed[0] === 'yes' && html` checked`}${error !== undefined && html` aria-invalid="true" aria-describedby="${name}-error"`}> ${label}</label>${error !== undefined && html`<p class="wrong" id="${name}-error">${error}</p>`}`,
  write: (value) => (value ? ['yes'] : []),
  read: ([text = ''], language) =>
    text === '' || text === 'yes' ? { value: text === 'yes' } : { wrong: notOffered[language] },
});
