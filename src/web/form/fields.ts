/**
 * A form is an object of fields, under the names that their values have in the verb and in the audit: the same fields draw
 * it, read it and show it again with what is wrong (docs/developing/pages.md).
 */
import { html, type Html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import type { Field, FieldErrors } from '../form-view.ts';

/** The value of a field, or what is wrong with it. */
export type Read<Value> = { value: Value } | { wrong: string };

/**
 * `Wrong`: undefined where the field has a text of its own for what is wrong (`codeWrong`).
 * `Choice`: what is chosen from; each has a name in the texts of the form.
 */
export interface FormField<Value, Wrong extends undefined = undefined, Choice extends string = string> {
  /** Under which it is posted, if not under the name of its value. */
  name?: string | undefined;
  draw(field: DrawnField, names: Readonly<Record<Choice, string>>): Html;
  /** What is typed for a value. */
  write(value: Value): string[];
  read(typed: readonly string[], language: Language): Read<Value> | Wrong;
}

export interface DrawnField extends Pick<Field, 'name' | 'label' | 'hint' | 'error'> {
  typed: readonly string[];
}

export type Fields = Readonly<Record<string, FormField<unknown>>>;

export type ValuesOf<Form> = {
  [Key in keyof Form]: Form[Key] extends FormField<infer Value> ? Value : never;
};

type Keys<Form> = keyof Form & string;
type KeysIfWrong<Form> = {
  [Key in Keys<Form>]: Form[Key] extends FormField<unknown, never, never> ? never : Key;
}[Keys<Form>];
type ChoiceOf<One> = One extends FormField<unknown, undefined, infer Choice> ? Choice : never;

/** What a form says in one language: `code`, `codeHint`, `codeWrong`, `codeOf` for the field `code`. */
export type TextsOf<Form> = Record<Keys<Form>, string> &
  Partial<Record<`${Keys<Form>}Hint` | `${Keys<Form>}Wrong`, string>> &
  Record<`${KeysIfWrong<Form>}Wrong`, string> & {
    [Key in Keys<Form> as [ChoiceOf<Form[Key]>] extends [never] ? never : `${Key}Of`]: Record<
      ChoiceOf<Form[Key]>,
      string
    >;
  };

type Texts<Form> = Readonly<Record<Keys<Form>, string>>;

const nameOf = (key: string, { name = key }: Fields[string]): string => name;

type Given<Form> = { [Key in keyof Form]?: ValuesOf<Form>[Key] | undefined };

/** Values as the form shows them; those that are not given are empty. */
export function typedOf<Form extends Fields>(form: Form, values: Given<Form>): URLSearchParams {
  const typed = new URLSearchParams();
  for (const [key, field] of Object.entries(form)) {
    const value: unknown = values[key];
    const texts = value === undefined ? [] : field.write(value);
    for (const text of texts) typed.append(nameOf(key, field), text);
  }
  return typed;
}

export interface ShownForm {
  typed: URLSearchParams;
  errors: FieldErrors;
}

/** All fields, in their order. */
export const fieldsView = <Form extends Fields>(
  form: Form,
  texts: Texts<Form>,
  { typed, errors }: ShownForm,
): Html =>
  html`${Object.entries(form).map(([key, field]) => {
    const name = nameOf(key, field);
    const all: Readonly<Record<string, unknown>> = texts;
    const [label, hint, names] = [key, `${key}Hint`, `${key}Of`].map((one) => all[one]);
    const shown = { name, label: String(label), error: errors[name], typed: typed.getAll(name) };
    return field.draw(
      { ...shown, ...(typeof hint === 'string' && { hint }) },
      (names ?? {}) as Record<string, string>,
    );
  })}`;

/** A form that somebody has sent. */
interface SentForm {
  form: URLSearchParams;
  language: Language;
}

/** The values of what was typed; or what is wrong with it, and the values that are `right`. */
export type FormRead<Form> =
  | { values: ValuesOf<Form> }
  | { errors: FieldErrors; right: Partial<ValuesOf<Form>> };

/** `stored`: what stays where a form does not have the field. */
export function readForm<Form extends Fields>(
  form: Form,
  texts: Texts<Form>,
  { form: typed, language }: SentForm,
  stored: Given<Form> = {},
): FormRead<Form> {
  const values: Record<string, unknown> = {};
  const errors: Record<string, string> = {};
  for (const [key, field] of Object.entries(form)) {
    const name = nameOf(key, field);
    if (!typed.has(name) && Object.hasOwn(stored, key)) {
      values[key] = stored[key];
      continue;
    }
    const read = field.read(typed.getAll(name), language);
    if (read === undefined) Object.assign(errors, wrongAt(form, texts, [key]));
    else if ('wrong' in read) errors[name] = read.wrong;
    else values[key] = read.value;
  }
  return Object.keys(errors).length > 0
    ? { errors, right: values as Partial<ValuesOf<Form>> }
    : { values: values as ValuesOf<Form> };
}

/** Fields that are wrong only as any of their kind: too long, or none of the choices. */
export type PlainFields = Readonly<Record<string, FormField<unknown, never>>>;

/** What is wrong with them, by the names under which they are posted. */
export function problemsIn(form: PlainFields, { form: typed, language }: SentForm): FieldErrors {
  const errors: Record<string, string> = {};
  for (const [key, field] of Object.entries(form)) {
    const name = nameOf(key, field);
    const read = field.read(typed.getAll(name), language);
    if ('wrong' in read) errors[name] = read.wrong;
  }
  return errors;
}

/** The errors of fields that are wrong, by their own names or those under which they are posted. */
export const wrongAt = <Form extends Fields>(
  form: Form,
  texts: Texts<Form>,
  wrong: readonly string[],
): FieldErrors =>
  Object.fromEntries(
    Object.entries(form)
      .map(([key, field]) => [key, nameOf(key, field)] as const)
      .filter((names) => names.some((name) => wrong.includes(name)))
      .map(([key, name]) => [name, (texts as Readonly<Record<string, string>>)[`${key}Wrong`] ?? '']),
  );
