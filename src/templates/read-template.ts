import type { z } from 'zod';
import { JsonProblem, readJson, type JsonPath, type ReadJson } from './read-json.ts';
import { templateSchema, type TemplateFile } from './template-file.ts';

/** Real files have a few kilobytes; with the longest terms they stay well below. */
export const maxTemplateBytes = 400_000;

/** One problem of a template and its position in the file. */
export interface TemplateProblem {
  /** Both from 1. */
  line: number;
  column: number;
  /** `letter.ru.subject`; empty for the file as a whole. */
  field: string;
  reason: string;
}

export type ReadTemplate =
  | { is: 'read'; template: TemplateFile }
  | { is: 'wrong'; problems: TemplateProblem[] };

/** Reads a template file and reports all its problems at once. */
export function readTemplate(bytes: Uint8Array): ReadTemplate {
  if (bytes.length > maxTemplateBytes)
    return wrong('', 0, `the file is too large: ${maxTemplateBytes} bytes at the most`);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return wrong('', 0, 'the file is not text in UTF-8');
  }
  let json: ReadJson;
  try {
    json = readJson(text);
  } catch (problem) {
    if (problem instanceof JsonProblem) return wrong(text, problem.offset, problem.message);
    throw problem;
  }
  const parsed = templateSchema.safeParse(json.value);
  if (parsed.success) return { is: 'read', template: parsed.data };
  const problems = parsed.error.issues.flatMap((issue) => problemsOf(issue, json, text));
  return { is: 'wrong', problems: problems.toSorted((a, b) => a.line - b.line || a.column - b.column) };
}

function wrong(text: string, offset: number, reason: string): ReadTemplate {
  return { is: 'wrong', problems: [{ ...placeOf(text, offset), field: '', reason }] };
}

function problemsOf(issue: z.core.$ZodIssue, json: ReadJson, text: string): TemplateProblem[] {
  const path = issue.path.filter((part): part is string | number => typeof part !== 'symbol');
  const at = (offset: number, field: JsonPath, reason: string): TemplateProblem => ({
    ...placeOf(text, offset),
    field: fieldName(field),
    reason,
  });
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) =>
      at(json.offsetOfName([...path, key]), [...path, key], 'is not known here: is it spelt right?'),
    );
  if (issue.code === 'custom' && typeof issue.params?.['offset'] === 'number')
    return [at(json.offsetInString(path, issue.params['offset']), path, issue.message)];
  const isMissing = issue.code === 'invalid_type' && issue.message.endsWith('received undefined');
  return [at(json.offsetOf(path), path, isMissing ? 'is missing' : issue.message)];
}

/** `greetings[2].ru` */
const fieldName = (path: JsonPath): string =>
  path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`))
    .join('');

function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: Array.from(before.at(-1) ?? '').length + 1 };
}
