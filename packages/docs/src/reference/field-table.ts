/** Fields of a request or an answer as a table. */
import type { Language } from '../repository.ts';
import type { OpenApi, Schema } from './open-api.ts';
import { inLanguage, referenceLabels } from './reference-labels.ts';

interface Field {
  path: string;
  schema: Schema;
  isRequired: boolean;
}

const deepest = 3;

export function fieldTable(api: OpenApi, schema: Schema, language: Language, isRequest: boolean): string {
  const labels = referenceLabels[language];
  const fields = fieldsOf(api, schema, '', 0, isRequest);
  if (fields.length === 0) return labels.noFields;
  const rows = fields.map(({ path, schema: one, isRequired }) => {
    const must = isRequest ? ` ${isRequired ? labels.yes : labels.no} |` : '';
    const meaning = one.description === undefined ? '' : inLanguage(one.description, language);
    return `| \`${path}\` | ${typeOf(one)} |${must} ${cell(limitsOf(one, language))} | ${cell(meaning)} |`;
  });
  const head = [
    labels.field,
    labels.type,
    ...(isRequest ? [labels.required] : []),
    labels.limits,
    labels.meaning,
  ];
  return [`| ${head.join(' | ')} |`, `|${head.map(() => '---|').join('')}`, ...rows].join('\n');
}

function fieldsOf(api: OpenApi, schema: Schema, before: string, depth: number, isRequest: boolean): Field[] {
  if (schema.type === 'array' && schema.items !== undefined)
    return fieldsOf(api, resolve(api, schema.items), `${before}[]`, depth, isRequest);
  return Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
    const path = before === '' ? name : `${before}.${name}`;
    const own = { path, schema: inner, isRequired: schema.required?.includes(name) ?? false };
    const refers = inner.items?.$ref !== undefined;
    const below =
      depth < deepest && !(isRequest && refers) ? fieldsOf(api, inner, path, depth + 1, isRequest) : [];
    return [own, ...below];
  });
}

const resolve = (api: OpenApi, schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (api.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});

function typeOf({ type, anyOf, items, const: constant }: Schema): string {
  if (anyOf !== undefined) return [...new Set(anyOf.map(typeOf))].join(', ');
  if (constant !== undefined) return typeof constant;
  if (type === 'array') return `array of ${items?.$ref === undefined ? typeOf(items ?? {}) : 'object'}`;
  return [type ?? 'any'].flat().join(', ');
}

/** What the descriptions say of safe integers is true of all numbers of JSON. */
const isLimit = (value: number | undefined): value is number =>
  value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER;

function limitsOf(schema: Schema, language: Language): string {
  const { minimum, maximum, exclusiveMinimum, maxLength, minItems, maxItems, pattern } = schema;
  const values = schema.anyOf?.flatMap((one) => one.const ?? []) ?? [];
  const listed = schema.enum ?? (values.length > 0 ? values : []);
  return [
    ...(listed.length > 0 ? [listed.map((value) => `\`${String(value)}\``).join(', ')] : []),
    ...(schema.const === undefined ? [] : [`\`${JSON.stringify(schema.const)}\``]),
    ...(isLimit(minimum) ? [`≥ ${minimum}`] : []),
    ...(isLimit(maximum) ? [`≤ ${maximum}`] : []),
    ...(isLimit(exclusiveMinimum) ? [`> ${exclusiveMinimum}`] : []),
    ...(maxLength === undefined ? [] : [referenceLabels[language].letters(maxLength)]),
    ...(minItems === undefined ? [] : [`≥ ${minItems}`]),
    ...(maxItems === undefined ? [] : [`≤ ${maxItems}`]),
    ...(pattern === undefined ? [] : [`\`${pattern}\``]),
    ...(schema.default === undefined
      ? []
      : [`${referenceLabels[language].byDefault} \`${String(schema.default)}\``]),
  ].join('; ');
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');
