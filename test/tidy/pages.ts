import type { SourceFile } from './source-file.ts';

/** Pages are framed in one place; mail is another medium. */
const framers = /^src\/(?:web|messaging\/letters)\//;

export function pagesHaveOneFrame(files: SourceFile[]): string[] {
  return files
    .filter(({ path }) => /^(?:src|seeds|simulators)\/.*(?<!\.test)\.ts$/.test(path) && !framers.test(path))
    .filter(({ text }) => /<!doctype html/i.test(text))
    .map(({ path }) => `${path} makes a page of its own: src/web/frame.ts makes them all`);
}
