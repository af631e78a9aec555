import { judgeTemplate, type TemplateFault } from './judge-template.ts';
import { JsonProblem, readJson, type JsonPath, type ReadJson } from './read-json.ts';
import type { TemplateFile } from './template-file.ts';
import type { TemplateReason } from './template-reasons.ts';

/** Real files have a few kilobytes; with the longest terms they stay well below. */
export const maxTemplateBytes = 400_000;

/** One problem of a template and its position in the file. */
export interface TemplateProblem {
  /** Both from 1. */
  line: number;
  column: number;
  /** `letter.ru.subject`; empty for the file as a whole. */
  field: string;
  reason: TemplateReason;
}

export type ReadTemplate =
  | { is: 'read'; template: TemplateFile }
  | { is: 'wrong'; problems: TemplateProblem[] };

/** Reads a template file and reports all its problems at once. */
export function readTemplate(bytes: Uint8Array): ReadTemplate {
  if (bytes.length > maxTemplateBytes) return wrong('', 0, { is: 'file-long', most: maxTemplateBytes });
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return wrong('', 0, { is: 'file-coding' });
  }
  let json: ReadJson;
  try {
    json = readJson(text);
  } catch (problem) {
    if (problem instanceof JsonProblem) return wrong(text, problem.offset, problem.reason);
    throw problem;
  }
  const judged = judgeTemplate(json.value);
  if (judged.is === 'fits') return { is: 'read', template: judged.template };
  const problems = judged.faults.map((fault) => problemOf(fault, json, text));
  return { is: 'wrong', problems: problems.toSorted((a, b) => a.line - b.line || a.column - b.column) };
}

function wrong(text: string, offset: number, reason: TemplateReason): ReadTemplate {
  return { is: 'wrong', problems: [{ ...placeOf(text, offset), field: '', reason }] };
}

function problemOf(
  { path, reason, ofName, offset }: TemplateFault,
  json: ReadJson,
  text: string,
): TemplateProblem {
  const at =
    ofName === true
      ? json.offsetOfName(path)
      : offset === undefined
        ? json.offsetOf(path)
        : json.offsetInString(path, offset);
  return { ...placeOf(text, at), field: fieldName(path), reason };
}

/** `greetings[2].ru` */
export const fieldName = (path: JsonPath): string =>
  path
    .map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`))
    .join('');

function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: Array.from(before.at(-1) ?? '').length + 1 };
}
