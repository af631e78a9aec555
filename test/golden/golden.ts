/** What leaves the platform, as files that a change of it changes: `npm run golden` renews them. */
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { answers } from './answers.ts';
import { exports } from './exports.ts';
import { filePages } from './file-pages.ts';
import { hasPoppler } from '../support/read-pdf.ts';
import { goldenWorld } from './golden-world.ts';
import { letters } from './letters.ts';
import { pages } from './pages.ts';
import { pdfs } from './pdfs.ts';

/** Contents by the path of their file. */
export type Golden = Record<string, string>;

const folder = join(import.meta.dirname, 'files');

export async function everythingThatLeaves(): Promise<Golden> {
  await using place = await goldenWorld();
  const beforePages = { ...letters(), ...filePages(), ...(await exports(place)), ...(await answers(place)) };
  return { ...beforePages, ...(await pages(place)), ...(hasPoppler() ? await pdfs() : {}) };
}

/** Those of PDFs only where somebody can read PDFs. */
export const keptFiles = (): Golden =>
  Object.fromEntries(
    globSync('**/*.*', { cwd: folder })
      .filter((path) => hasPoppler() || !path.startsWith('pdfs/'))
      .map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
  );

export function keep(made: Golden): void {
  rmSync(folder, { recursive: true, force: true });
  for (const [path, content] of Object.entries(made)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}
