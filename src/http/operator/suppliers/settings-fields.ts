import { z } from 'zod';
import type { SupplierAdapter } from '../../../suppliers/adapters/adapter.ts';

/** A field of the form, made from the adapter's own schema; `json`: what has parts of its own. */
export interface SettingField {
  /** `auth.token`. */
  name: string;
  /** The description in the schema. */
  label: string;
  kind: 'text' | 'secret' | 'long' | 'choice' | 'json';
  choices: string[];
  value: string;
  /** For a secret: whether one is stored already. */
  isSet: boolean;
}

/** A part of the settings that has one of several forms, such as the ways to authenticate. */
export interface SettingChoice {
  name: string;
  label: string;
  options: { value: string; label: string }[];
  chosen: string;
}

export interface SettingsForm {
  choices: SettingChoice[];
  fields: SettingField[];
}

type Schema = z.core.$ZodType;
type Values = Record<string, unknown>;

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Without the wrappers that say that it may be missing. */
function bare(schema: Schema): Schema {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return bare(schema.unwrap());
  return schema instanceof z.ZodPipe ? bare(schema.in) : schema;
}

function labelOf(schema: Schema, name: string): string {
  const { description } = z.globalRegistry.get(schema) ?? {};
  if (description !== undefined) return description;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodNullable)
    return labelOf(schema.unwrap(), name);
  return schema instanceof z.ZodPipe ? labelOf(schema.in, name) : name;
}

const isSecret = (schema: Schema): boolean => z.globalRegistry.get(bare(schema))?.['secret'] === true;

const shapeOf = (adapter: SupplierAdapter): [string, Schema][] => {
  const schema = bare(adapter.settings);
  return schema instanceof z.ZodObject ? Object.entries(schema.shape) : [];
};

interface Option {
  value: string;
  schema: z.ZodObject;
}

/** The forms of a union, by the value of its discriminator. */
function optionsOf(schema: Schema): { by: string; options: Option[] } | null {
  const union = bare(schema);
  if (!(union instanceof z.ZodDiscriminatedUnion)) return null;
  const by = union.def.discriminator;
  const options = union.options.flatMap((option): Option[] => {
    const literal = option instanceof z.ZodObject ? option.shape[by] : undefined;
    return option instanceof z.ZodObject && literal instanceof z.ZodLiteral
      ? [{ value: String(literal.value), schema: option }]
      : [];
  });
  return { by, options };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Texts of several lines, such as a certificate or a WSDL. */
const isLong = (label: string): boolean => /PEM|WSDL/.test(label);

function fieldOf(name: string, schema: Schema, value: unknown): SettingField {
  const label = labelOf(schema, name);
  const inner = bare(schema);
  const plain = { name, label, choices: [], isSet: false };
  if (isSecret(schema)) return { ...plain, kind: 'secret', value: '', isSet: typeof value === 'string' };
  if (inner instanceof z.ZodEnum) {
    const usual = z.safeParse(schema, undefined);
    const chosen = value ?? (usual.success ? usual.data : null);
    return { ...plain, kind: 'choice', choices: inner.options.map(String), value: textOf(chosen) };
  }
  if (inner instanceof z.ZodString || inner instanceof z.ZodURL)
    return { ...plain, kind: isLong(label) ? 'long' : 'text', value: typeof value === 'string' ? value : '' };
  return { ...plain, kind: 'json', value: value === undefined ? '' : JSON.stringify(value, null, 2) };
}

/** The fields of an adapter with the values of now; `chosen`: forms that somebody has just picked, by name. */
export function settingsForm(
  adapter: SupplierAdapter,
  settings: unknown,
  chosen: (name: string) => string | null,
): SettingsForm {
  const values = isValues(settings) ? settings : {};
  const form: SettingsForm = { choices: [], fields: [] };
  for (const [name, schema] of shapeOf(adapter)) {
    const union = optionsOf(schema);
    if (union === null) {
      form.fields.push(fieldOf(name, schema, values[name]));
      continue;
    }
    const before = isValues(values[name]) ? values[name] : {};
    const current = textOf(before[union.by]) || (union.options[0]?.value ?? '');
    const picked = union.options.find(({ value }) => value === chosen(name))?.value ?? current;
    const options = union.options.map(({ value, schema: option }) => ({
      value,
      label: labelOf(option, value),
    }));
    form.choices.push({ name, label: labelOf(schema, name), options, chosen: picked });
    const shape = union.options.find(({ value }) => value === picked)?.schema.shape ?? {};
    for (const [part, inner] of Object.entries(shape)) {
      if (part === union.by) continue;
      const value = picked === current ? before[part] : undefined;
      form.fields.push(fieldOf(`${name}.${part}`, inner, value));
    }
  }
  return form;
}

/** The settings as typed; an empty secret stays what it was. `wrong`: the field whose JSON cannot be read. */
export function readSettings(
  adapter: SupplierAdapter,
  earlier: unknown,
  typed: URLSearchParams,
): { settings: Values } | { wrong: string } {
  const before = isValues(earlier) ? earlier : {};
  const settings: Values = {};
  for (const { name, chosen } of settingsForm(adapter, earlier, (one) => typed.get(one)).choices) {
    const { by = 'kind' } = optionsOf(shapeOf(adapter).find(([key]) => key === name)?.[1] ?? z.never()) ?? {};
    settings[name] = { [by]: chosen };
  }
  for (const field of settingsForm(adapter, earlier, (one) => typed.get(one)).fields) {
    const text = typed.get(field.name) ?? '';
    const [part = '', inner] = field.name.split('.');
    const target = inner === undefined ? settings : (settings[part] as Values);
    const key = inner ?? part;
    if (field.kind === 'secret' && text === '' && field.isSet) {
      const kept = inner === undefined ? before[part] : (before[part] as Values)[inner];
      target[key] = kept;
      continue;
    }
    if (text.trim() === '') continue;
    if (field.kind !== 'json') target[key] = field.kind === 'text' ? text.trim() : text;
    else {
      try {
        target[key] = JSON.parse(text) as unknown;
      } catch {
        return { wrong: field.name };
      }
    }
  }
  return { settings };
}
