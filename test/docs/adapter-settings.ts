/** What the schema of an adapter takes, as rows of a table: for docs/supplier-adapters.md. */
import { z } from 'zod';
import { adapters } from '../../src/suppliers/adapters/list.ts';
import { auth } from '../../src/suppliers/adapters/auth.ts';
import { activateMapping, issueMapping } from '../../src/suppliers/adapters/mapping.ts';

export interface SettingRow {
  /** `issue.answer.code`; in a list `refusals[].why`. */
  name: string;
  /** `text`, `address`, `integer`, `JSON`, or the values that it may have. */
  type: string;
  /** JSON; `required`, or `–` where it may be left out. */
  usual: string;
  meaning: string;
}

type Schema = z.core.$ZodType;

interface Opened {
  schema: Schema;
  usual: string;
  meaning: string;
}

/** Without what wraps a schema: a default, a description, that it may be missing. */
function open(schema: Schema, meaning = '', usual = 'required'): Opened {
  const said = meaning === '' ? (z.globalRegistry.get(schema)?.description ?? '') : meaning;
  if (schema instanceof z.ZodOptional) return open(schema.unwrap(), said, usual === 'required' ? '–' : usual);
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault)
    return open(
      schema.unwrap(),
      said,
      usual === 'required' ? JSON.stringify(schema.def.defaultValue) : usual,
    );
  if (schema instanceof z.ZodPipe) return open(schema.in, said, usual);
  return { schema, usual, meaning: said };
}

function typeOf(schema: Schema): string {
  if (schema instanceof z.ZodEnum) return schema.options.map((one) => `\`${one}\``).join(', ');
  if (schema instanceof z.ZodURL) return 'address';
  if (schema instanceof z.ZodString) return 'text';
  if (schema instanceof z.ZodNumber) return 'integer';
  if (schema instanceof z.ZodRecord) return 'texts by name';
  if (schema instanceof z.ZodArray) return `list of ${typeOf(open(schema.element).schema)}`;
  return 'JSON';
}

function rowsOf(schema: Schema, prefix = ''): SettingRow[] {
  const { schema: inner } = open(schema);
  if (!(inner instanceof z.ZodObject)) return [];
  return Object.entries(inner.shape).flatMap(([key, part]) => {
    const name = `${prefix}${key}`;
    const { schema: bare, usual, meaning } = open(part);
    if (bare instanceof z.ZodLiteral) return [];
    const row = { name, type: typeOf(bare), usual, meaning };
    if (bare instanceof z.ZodDiscriminatedUnion) return [{ ...row, type: 'object' }];
    if (bare instanceof z.ZodObject) return [{ ...row, type: 'object' }, ...rowsOf(bare, `${name}.`)];
    if (bare instanceof z.ZodArray && open(bare.element).schema instanceof z.ZodObject)
      return [{ ...row, type: 'list of objects' }, ...rowsOf(bare.element, `${name}[].`)];
    return [row];
  });
}

/** The ways to sign in, each with its fields behind its name. */
function rowsOfAuth(): SettingRow[] {
  const { schema } = open(auth);
  if (!(schema instanceof z.ZodDiscriminatedUnion)) throw new Error('auth has no kinds');
  return schema.options.flatMap((option) => {
    if (!(option instanceof z.ZodObject)) return [];
    const { kind } = option.shape;
    const name = kind instanceof z.ZodLiteral ? String(kind.value) : '';
    const meaning = z.globalRegistry.get(option)?.description ?? '';
    return [{ name, type: 'kind', usual: '', meaning }, ...rowsOf(option, `${name}.`)];
  });
}

const mapped = (kind: 'issue' | 'activate'): SettingRow[] =>
  rowsOf(kind === 'issue' ? issueMapping : activateMapping, `${kind}.`);

/** Of all adapters that are set up without code. */
const common = [...mapped('issue'), ...mapped('activate')];
const isCommon = ({ name }: SettingRow): boolean => common.some((row) => row.name === name);

/** Tables by their headings: what all have, then each adapter's own. */
export const settingTables = (): Map<string, SettingRow[]> =>
  new Map([
    ['auth', rowsOfAuth()],
    ['answers', common],
    ...adapters.map(
      ({ name, settings }) => [name, rowsOf(settings).filter((row) => !isCommon(row))] as const,
    ),
  ]);

const usualWords: Record<string, string> = { required: 'required', '–': '–', '': '' };

/** A row as both languages have it; the last column is the meaning. */
export const rowStart = ({ name, type, usual }: SettingRow, words: (english: string) => string): string =>
  `| \`${name}\` | ${words(type)} | ${usualWords[usual] === undefined ? `\`${usual}\`` : words(usual)} |`;

const russian: Record<string, string> = {
  text: 'текст',
  address: 'адрес',
  integer: 'целое число',
  object: 'объект',
  kind: 'способ входа',
  required: 'обязательно',
  'texts by name': 'тексты по именам',
  'list of objects': 'список объектов',
  'list of integer': 'список целых чисел',
  'list of JSON': 'список JSON',
};

export const inRussian = (english: string): string => russian[english] ?? english;
export const inEnglish = (english: string): string => english;
