import type { SourceFile } from './source-file.ts';

/** Pages are framed in one place; mail is another medium. */
const framers = /^src\/(?:web|messaging\/letters)\//;

/** Verbs that take the context read lists, single things and sums over all cells; which cell a page is about says the address. */
const cellsAtPages =
  /^src\/http\/(?:operator\/(?!in-cells\.ts)|cabinet\/|supplier-cabinet\/).*\/platform\/cells\/|\/platform\/cells\/(?:merge|from-answering)/;

export function pagesKnowNoCells(files: SourceFile[]): string[] {
  return files
    .filter(({ path }) => path.startsWith('src/http/') && !path.endsWith('.test.ts'))
    .filter(({ path, text }) => importsIn(text).some((from) => cellsAtPages.test(`${path} ${from}`)))
    .map(({ path }) => `${path} looks into cells: a verb of the owner does that`);
}

const importsIn = (text: string): string[] =>
  [...text.matchAll(/ from '([^']+)'/g)].map(([, from = '']) => from);

export function pagesHaveOneFrame(files: SourceFile[]): string[] {
  return files
    .filter(({ path }) => /^(?:src|seeds|simulators)\/.*(?<!\.test)\.ts$/.test(path) && !framers.test(path))
    .filter(({ text }) => /<!doctype html/i.test(text))
    .map(({ path }) => `${path} makes a page of its own: src/web/frame.ts makes them all`);
}
