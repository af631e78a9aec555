import type { SourceFile } from './source-file.ts';

/** Pages are framed in one place; mail is another medium. */
const framers = /^src\/(?:web|messaging\/letters)\//;

/** Lists, single things and sums over all cells are read by verbs, which take the context. */
export function pagesMergeNoCells(files: SourceFile[]): string[] {
  return files
    .filter(({ path }) => path.startsWith('src/http/') && !path.endsWith('.test.ts'))
    .filter(({ text }) => /\/platform\/cells\/(?:merge|from-answering)/.test(text))
    .map(({ path }) => `${path} puts together what cells say: a verb of the owner does that`);
}

export function pagesHaveOneFrame(files: SourceFile[]): string[] {
  return files
    .filter(({ path }) => /^(?:src|seeds|simulators)\/.*(?<!\.test)\.ts$/.test(path) && !framers.test(path))
    .filter(({ text }) => /<!doctype html/i.test(text))
    .map(({ path }) => `${path} makes a page of its own: src/web/frame.ts makes them all`);
}
