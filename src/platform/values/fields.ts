import { parseMoscowDateTime } from '../time/moscow-time.ts';
import { kopecksFromRoubles } from './money.ts';
import { isEmailAddress } from './email-address.ts';
import { addressProblem } from '../network/callback-address.ts';
import { withoutUnseen } from './judge-symbols.ts';
import { firstLongNumber, isSentNumber, rounded } from './sent-number.ts';

/**
 * Field types of requests. Each has its JSON Schema for the OpenAPI document and the check that runs: numbers may be
 * digit strings, texts may be numbers (of any length, see `sent-number.ts`), `null` and `''` mean "not given". The checks are plain functions instead of a
 * schema library, because each of thousands of orders per second passes seventeen of them (docs/decisions/0015).
 */
export interface Field<Value> {
  schema: JsonSchema;
  required: boolean;
  /** Returns undefined for an invalid value. */
  read(value: unknown): Value | undefined;
}

interface JsonSchema {
  type: 'string' | 'integer' | 'number' | 'array' | 'boolean';
  description: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  [keyword: string]: unknown;
}

/** What a field has to be: its description, and the bounds that its schema names. */
export function wantedOf({ schema }: Field<unknown>): string {
  const { description, enum: choices, pattern, minimum, maximum, maxLength } = schema;
  const bounds = [
    Array.isArray(choices) && `one of ${choices.join(', ')}`,
    pattern !== undefined && `as ${pattern}`,
    maximum !== undefined && `from ${minimum} to ${maximum}`,
    maxLength !== undefined && `at most ${maxLength} characters`,
  ];
  return [description, ...bounds.filter((bound) => bound !== false)].join('; ');
}

/** The parameters as sent, as own properties: known fields are looked up by name, others are ignored. */
export type Data = Readonly<Record<string, unknown>>;

export type Shape = Record<string, Field<unknown>>;
export type Values<S extends Shape> = {
  [Name in keyof S]: S[Name] extends Field<infer Value> ? Value : never;
};

export interface FieldsReading<S extends Shape> {
  values: Partial<Values<S>>;
  /** API names of the invalid fields, in the order of the shape. */
  wrong: (keyof S & string)[];
}

/** Checks every field, so that all invalid ones are reported at once. */
export function readFields<S extends Shape>(shape: S, data: Data): FieldsReading<S> {
  const values: Partial<Values<S>> = {};
  const wrong: (keyof S & string)[] = [];
  for (const name in shape) {
    const value = shape[name]?.read(Object.hasOwn(data, name) ? data[name] : undefined);
    if (value === undefined) wrong.push(name);
    else values[name] = value as Values<S>[typeof name];
  }
  return { values, wrong };
}

/** The values if no field is invalid. */
export function wholeValues<S extends Shape>(reading: FieldsReading<S>): Values<S> | null {
  return reading.wrong.length === 0 ? (reading.values as Values<S>) : null;
}

export const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

const required = <Value>(schema: JsonSchema, read: (value: unknown) => Value | undefined): Field<Value> => ({
  schema,
  required: true,
  read: (value) => (isGiven(value) ? read(value) : undefined),
});

const optional = <Value, Absent>(
  schema: JsonSchema,
  absent: Absent,
  read: (value: unknown) => Value | undefined,
): Field<Value | Absent> => ({
  schema,
  required: false,
  read: (value) => (isGiven(value) ? read(value) : absent),
});

/** The number of digits that always fits below 2^53. */
const digitsForm = /^\d{1,15}$/;

function readInteger(value: unknown, least: number, most: number): number | undefined {
  const digits = typeof value === 'string' && digitsForm.test(value);
  const number = digits ? Number(value) : rounded(value);
  if (typeof number !== 'number' || !Number.isSafeInteger(number)) return undefined;
  return number >= least && number <= most ? number : undefined;
}

/** A number is converted to text, with all its digits as they were sent; other values stay as they are. */
export function textOf(value: unknown): unknown {
  if (isSentNumber(value)) return wholeForm.test(value.rawJSON) ? value.rawJSON : undefined;
  if (typeof value !== 'number') return value;
  // Such a number comes from a spreadsheet, which keeps fifteen digits and shows zeros for the others.
  return Math.abs(value) < firstLongNumber ? String(value) : undefined;
}

/** `1e400` is no text that anybody meant. */
const wholeForm = /^-?\d+(\.\d+)?$/;

/** Text in code points. */
function readText(value: unknown, most: number): string | undefined {
  const text = textOf(value);
  if (typeof text !== 'string' || !text.isWellFormed() || text.includes('\0')) return undefined;
  // A code point has one or two UTF-16 units, so most texts need no counting.
  if (text.length <= most) return text;
  return text.length <= most * 2 && [...text].length <= most ? text : undefined;
}

export const idField = (description: string): Field<number> =>
  required({ type: 'integer', minimum: 1, description }, (value) =>
    readInteger(value, 1, Number.MAX_SAFE_INTEGER),
  );

/** 0 means that no id was given. */
export const optionalIdField = (description: string): Field<number> =>
  optional({ type: 'integer', minimum: 1, description }, 0, (value) =>
    readInteger(value, 1, Number.MAX_SAFE_INTEGER),
  );

export const integerField = (
  description: string,
  { least, most }: { least: number; most: number },
): Field<number> =>
  required({ type: 'integer', minimum: least, maximum: most, description }, (value) =>
    readInteger(value, least, most),
  );

export const optionalIntegerField = (
  description: string,
  { least, most }: { least: number; most: number },
): Field<number | null> =>
  optional({ type: 'integer', minimum: least, maximum: most, description }, null, (value) =>
    readInteger(value, least, most),
  );

/** Roubles in requests, kopecks from here on. */
/** Databases write `1000.0000`. */
const roublesForm = /^\d{1,11}(\.\d{1,2}0{0,8})?$/;

export const moneyField = (description: string): Field<number> =>
  required({ type: 'number', exclusiveMinimum: 0, description }, (value) => {
    const roubles = typeof value === 'string' && roublesForm.test(value) ? Number(value) : rounded(value);
    if (typeof roubles !== 'number' || !Number.isFinite(roubles)) return undefined;
    const kopecks = kopecksFromRoubles(roubles);
    return kopecks !== null && kopecks > 0 ? kopecks : undefined;
  });

export const textField = (
  description: string,
  { most, pattern, absent = '' }: { most: number; pattern?: RegExp; absent?: string },
): Field<string> =>
  optional(
    { type: 'string', maxLength: most, ...(pattern && { pattern: pattern.source }), description },
    absent,
    (value) => {
      const text = readText(value, most);
      return text === undefined || (pattern !== undefined && !pattern.test(text)) ? undefined : text;
    },
  );

const phoneForm = /^7\d{10}$/;
/** Allowance for invisible characters around the digits. */
const mostPhoneSigns = 40;

/** Digits alone, as the specification says; what nobody sees around them does not count. What people type, `readPhone` reads. */
export const phoneField = (description: string): Field<string> =>
  optional({ type: 'string', maxLength: 11, pattern: phoneForm.source, description }, '', (value) => {
    const digits = withoutUnseen(readText(value, mostPhoneSigns) ?? '').trim();
    return phoneForm.test(digits) ? digits : undefined;
  });

export const choiceField = <Choice extends string>(
  description: string,
  choices: readonly Choice[],
  absent: Choice,
): Field<Choice> =>
  optional({ type: 'string', enum: choices, default: absent, description }, absent, (value) =>
    choices.find((choice) => choice === value),
  );

const yes: unknown[] = [true, 1, '1', 'true'];
const no: unknown[] = [false, 0, '0', 'false'];

export const flagField = (description: string): Field<boolean> =>
  optional({ type: 'boolean', default: false, description }, false, (value) => {
    if (yes.includes(value)) return true;
    return no.includes(value) ? false : undefined;
  });

export const emailField = (description: string, { most }: { most: number }): Field<string> =>
  optional({ type: 'string', format: 'idn-email', maxLength: most, description }, '', (value) => {
    const text = readText(value, most);
    return text !== undefined && isEmailAddress(text) ? text : undefined;
  });

export const webAddressField = (description: string, { most }: { most: number }): Field<string> =>
  optional({ type: 'string', format: 'uri', maxLength: most, description }, '', (value) => {
    if (typeof value !== 'string' || readText(value, most) === undefined) return undefined;
    return addressProblem(value, true) === null ? value : undefined;
  });

export interface SendInstant {
  at: Date;
  /** Written as `YYYY-MM-DD hh:mm:ss`, which only old clients may use. */
  legacy: boolean;
}

export const instantField = (description: string): Field<SendInstant | null> =>
  optional({ type: 'string', description }, null, (value) => {
    if (typeof value !== 'string') return undefined;
    const at = readInstant(value);
    if (at !== null) return { at, legacy: false };
    const legacyAt = parseMoscowDateTime(value);
    return legacyAt === null ? undefined : { at: legacyAt, legacy: true };
  });

/**
 * The form of the specification, and those that languages write by themselves and that mean one instant alone: fractions of a
 * second, `+0300`, `+03`, a blank instead of `T`, no seconds. Without an offset nobody knows which instant is meant.
 */
const instantForm =
  /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2})(?:(:\d{2})(?:[.,](\d{1,9}))?)? ?(?:[Zz]|([+-])(\d{2})(?::?([0-5]\d))?)$/;
/** The largest offset from UTC in use. */
const maxOffsetMinutes = 14 * 60;

/** Null if there is no such date or time. */
function readInstant(text: string): Date | null {
  const [, day, time, seconds = ':00', fraction = '', sign = '+', hours = '0', minutes = '0'] =
    instantForm.exec(text) ?? [];
  if (day === undefined || time === undefined) return null;
  const local = `${day}T${time}${seconds}`;
  const milliseconds = Number(fraction.slice(0, 3).padEnd(3, '0'));
  const offset = Number(hours) * 60 + Number(minutes);
  const shown = new Date(Date.parse(`${local}Z`));
  // Date.parse turns 31 April into 1 May: the result must equal the input.
  if (Number.isNaN(shown.getTime()) || shown.toISOString().slice(0, 19) !== local) return null;
  if (offset > maxOffsetMinutes) return null;
  return new Date(shown.getTime() + milliseconds + (sign === '+' ? -offset : offset) * 60_000);
}

/** One id or several. */
export const idsField = (description: string, { most }: { most: number }): Field<number[]> =>
  optional(
    { type: 'array', items: { type: 'integer', minimum: 1 }, maxItems: most, description },
    [] as number[],
    (value) => {
      const list: unknown[] = Array.isArray(value) ? value : [value];
      if (list.length > most) return undefined;
      const ids = list.map((one) => readInteger(one, 1, Number.MAX_SAFE_INTEGER));
      return ids.every((id) => id !== undefined) ? ids : undefined;
    },
  );

/** Elements that are judged one by one, by whoever asks for them. */
export const listField = (
  description: string,
  { most, items }: { most: number; items: object },
): Field<readonly unknown[]> =>
  required({ type: 'array', items, minItems: 1, maxItems: most, description }, (value) =>
    Array.isArray(value) && value.length > 0 && value.length <= most ? (value as unknown[]) : undefined,
  );

/** A name that the client gives a thing once. */
export const requiredTextField = (description: string, { most }: { most: number }): Field<string> =>
  required({ type: 'string', minLength: 1, maxLength: most, description }, (value) => readText(value, most));
