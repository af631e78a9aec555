/** Validates a template, whether it comes as a file, from a form or from a command. */
import type { z } from 'zod';
import type { JsonPath } from './read-json.ts';
import { notGiven, templateSchema, type Fault, type TemplateFile } from './template-file.ts';
import type { TemplateReason } from './template-reasons.ts';

/** One thing that is wrong, and where. */
export interface TemplateFault {
  path: JsonPath;
  reason: TemplateReason;
  /** The name itself is wrong, not its value. */
  ofName?: true;
  /** Position in a text, from 0. */
  offset?: number;
}

export type Judged = { is: 'fits'; template: TemplateFile } | { is: 'wrong'; faults: TemplateFault[] };

/**
 * Finds all faults at once. `kept`: the stored template that this one was made from. Its fields that we do not know were written by
 * a later version of the platform, so they are accepted and stay.
 */
export function judgeTemplate(value: unknown, kept: unknown = null): Judged {
  const { known, foreign } = withoutForeign(value, kept);
  const parsed = templateSchema.safeParse(known);
  if (parsed.success)
    return { is: 'fits', template: foreign === null ? parsed.data : merged(parsed.data, foreign) };
  return { is: 'wrong', faults: parsed.error.issues.flatMap(faultsOf) };
}

function faultsOf(issue: z.core.$ZodIssue): TemplateFault[] {
  const path = issue.path.filter((part): part is string | number => typeof part !== 'symbol');
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ path: [...path, key], reason: { is: 'unknown-field' }, ofName: true }));
  if (issue.code !== 'custom') return [{ path, reason: reasonOf(issue) }];
  const { reason, offset } = issue.params as Fault;
  return [{ path, reason, ...(offset === undefined ? {} : { offset }) }];
}

function reasonOf(issue: Exclude<z.core.$ZodIssue, { code: 'custom' }>): TemplateReason {
  switch (issue.code) {
    case 'invalid_type':
      return issue.message.endsWith(notGiven) ? { is: 'missing' } : wantedType(issue.expected);
    case 'too_big':
      return { is: issue.origin === 'array' ? 'many' : 'long', most: Number(issue.maximum) };
    case 'invalid_value':
      return issue.message === notGiven
        ? { is: 'missing' }
        : { is: 'not-one-of', values: issue.values.map(String).join(', ') };
    case 'invalid_format':
      return { is: 'picture' };
    case 'unrecognized_keys':
      return { is: 'unknown-field' };
    case 'too_small':
    case 'not_multiple_of':
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
      return { is: 'no-fit' };
  }
}

function wantedType(expected: string): TemplateReason {
  switch (expected) {
    case 'string':
      return { is: 'not-text' };
    case 'array':
      return { is: 'not-list' };
    case 'object':
      return { is: 'not-object' };
    default:
      return { is: 'no-fit' };
  }
}

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Separates the unknown fields that the stored template already has from the rest. */
function withoutForeign(value: unknown, kept: unknown): { known: unknown; foreign: Fields | null } {
  if (!isFields(value) || !isFields(kept)) return { known: value, foreign: null };
  const parsed = templateSchema.safeParse(value);
  let known: unknown = value;
  let foreign: Fields | null = null;
  for (const issue of parsed.error?.issues ?? []) {
    if (issue.code !== 'unrecognized_keys' || issue.path.some((part) => typeof part !== 'string')) continue;
    for (const key of issue.keys) {
      const path = [...(issue.path as string[]), key];
      const stored = valueAt(value, path);
      if (JSON.stringify(valueAt(kept, path)) !== JSON.stringify(stored)) continue;
      known = without(known, path);
      foreign = merged(
        foreign ?? {},
        path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), stored) as Fields,
      );
    }
  }
  return { known, foreign };
}

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((at, name) => (isFields(at) && Object.hasOwn(at, name) ? at[name] : undefined), value);

function without(value: unknown, [name = '', ...rest]: readonly string[]): unknown {
  if (!isFields(value)) return value;
  const others = Object.entries(value).filter(([key]) => key !== name);
  return Object.fromEntries(rest.length === 0 ? others : [...others, [name, without(value[name], rest)]]);
}

/** The fields of both; of what both have, objects are put together. */
function merged<Into extends object>(into: Into, more: Fields): Into {
  const entries = Object.entries(more).map(([name, value]): [string, unknown] => {
    const own = Object.hasOwn(into, name) ? (into as Fields)[name] : undefined;
    return [name, isFields(own) && isFields(value) ? merged(own, value) : value];
  });
  return { ...into, ...Object.fromEntries(entries) };
}
