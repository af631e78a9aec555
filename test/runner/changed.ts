/** Which test files a change reaches: those that import it, at whatever distance, or name it as a file to start or read. */
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { importsOf } from '../tidy/imports.ts';

const CODE = ['{src,test,seeds,simulators,bench,sdk,release,packages/docs}/**/*.{ts,js,mjs}', 'bin/*.mjs'];
const NAMED = /['"`](?:\$\{\w+\}\/)?([\w@./-]+\.(?:ts|js|mjs|md))['"`]/g;
const isCode = (path: string): boolean => /\.(ts|js|mjs)$/.test(path);
/** Documents are read by name, and by these. */
const readDocuments = /^test\/(docs|tidy)\//;
/** These look at all files. */
const lookAtAll = ['test/tidy/tidy.test.ts', 'test/suites/suites.test.ts'];

/** Since that commit, committed or not, with new files. */
export function changedFiles(since: string): string[] {
  return [
    ...git('diff', '--name-only', '--no-renames', since),
    ...git('ls-files', '--others', '--exclude-standard'),
  ];
}

const git = (...words: string[]): string[] =>
  execFileSync('git', words, { encoding: 'utf8' }).split('\n').filter(Boolean);

/** What makes a change reach all tests; null: it does not. Tables, styles, templates, packages and worlds are everywhere. */
export const reachesAll = (changed: string[]): string | null =>
  changed.find((path) => path.startsWith('test/support/') || !(isCode(path) || path.endsWith('.md'))) ?? null;

/** Of these test files the ones that a change of those files reaches, the nearest first. */
export function reachedBy(changed: string[], testFiles: string[]): string[] {
  if (reachesAll(changed) !== null) return testFiles;
  const users = usersOfFiles();
  const reached = new Set(changed);
  for (const path of reached) for (const user of users.get(path) ?? []) reached.add(user);
  const documents = changed.some((path) => path.endsWith('.md'));
  // A set keeps the order in which they were found.
  const nearness = new Map([...reached].map((path, found) => [path, found]));
  return testFiles
    .filter(
      (file) =>
        changed.length > 0 &&
        (reached.has(file) || lookAtAll.includes(file) || (documents && readDocuments.test(file))),
    )
    .toSorted((a, b) => (nearness.get(a) ?? -1) - (nearness.get(b) ?? -1));
}

/** By file: who imports or names it. */
function usersOfFiles(): Map<string, string[]> {
  const users = new Map<string, string[]>();
  for (const path of globSync(CODE, { exclude: ['**/node_modules/**'] })) {
    const text = readFileSync(path, 'utf8');
    const used = [...importsOf({ path, text }).map(({ to }) => to), ...namedIn(path, text)];
    for (const one of new Set(used)) users.set(one, [...(users.get(one) ?? []), path]);
  }
  return users;
}

/** Files that are named from the root, or from where the text stands, as those are that a test starts. */
function namedIn(path: string, text: string): string[] {
  // `join(root, 'bin', 'facevalue.mjs')` names one, too.
  const words = [text, text.replaceAll(`', '`, '/')].flatMap((one) => [...one.matchAll(NAMED)]);
  return words
    .flatMap(([, word = '']) => [normalize(word), join(dirname(path), word)])
    .filter((word) => !word.startsWith('..') && existsSync(word));
}
