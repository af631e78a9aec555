/** Gives a demo product the template of that name, like `template set`. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tx } from '../src/platform/database/database.ts';
import { readTemplate } from '../src/certificates/templates/read-template.ts';
import { setTemplate } from '../src/certificates/templates/versions.ts';

const folder = join(import.meta.dirname, 'templates');

export async function seedTemplate(tx: Tx, productId: number, name: string, now: Date): Promise<void> {
  const reading = readTemplate(await readFile(join(folder, `${name}.json`)));
  if (reading.is === 'wrong') throw new Error(`${name}.json: ${JSON.stringify(reading.problems)}`);
  await setTemplate(tx, productId, { template: reading.template, note: 'as the brand wants it' }, now);
}
