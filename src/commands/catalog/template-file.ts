/** Reads a template file, or throws with all its problems and their positions. */
import { open } from 'node:fs/promises';
import {
  maxTemplateBytes,
  readTemplate,
  type TemplateProblem,
} from '../../certificates/templates/read-template.ts';
import type { TemplateFile } from '../../certificates/templates/template-file.ts';
import { templateReasons } from '../../certificates/templates/template-reasons.ts';
import { Refusal } from '../shell/problems.ts';

const maxShown = 50;

export async function readTemplateFile(file: string): Promise<TemplateFile> {
  const reading = readTemplate(await readBytes(file));
  if (reading.is === 'read') return reading.template;
  const shown = reading.problems.slice(0, maxShown);
  const lines = shown.map((problem) => `  ${describeProblem(problem)}`);
  const hidden = reading.problems.length - shown.length;
  if (hidden > 0) lines.push(`  … and ${hidden} more`);
  throw new Refusal([`${file} is not a valid template:`, ...lines].join('\n'), {
    problems: reading.problems.length,
    shown: shown.map(({ reason, ...place }) => ({
      ...place,
      code: reason.is,
      reason: templateReasons.text(reason, 'en'),
    })),
  });
}

const describeProblem = ({ line, column, field, reason }: TemplateProblem): string =>
  `line ${line}, column ${column}: ${field === '' ? '' : `${field}: `}${templateReasons.text(reason, 'en')}`;

/** One byte more than allowed, so that a huge file is refused without reading it all. */
async function readBytes(file: string): Promise<Buffer> {
  try {
    await using handle = await open(file);
    const { buffer, bytesRead } = await handle.read(
      Buffer.alloc(maxTemplateBytes + 1),
      0,
      maxTemplateBytes + 1,
      0,
    );
    return buffer.subarray(0, bytesRead);
  } catch {
    throw new Refusal(`The file can't be read: ${file}.`);
  }
}
