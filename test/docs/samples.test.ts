import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { notRun } from './not-run.ts';
import { documents, root, samplesOf, type Sample } from './read-samples.ts';

const { loadAll } = createRequire(import.meta.url)('js-yaml') as { loadAll: (text: string) => unknown[] };

const samples = documents().flatMap(samplesOf);
const knownMarks = new Set(['file', 'starts', 'answer', 'tested-by', 'not-run']);

test('samples have no other marks than those that CONTRIBUTING.md explains', () => {
  const unknown = samples.flatMap(({ page, line, marks }) =>
    [...marks.keys()].filter((mark) => !knownMarks.has(mark)).map((mark) => `${page}:${line} ${mark}`),
  );
  assert.deepEqual(unknown, []);
});

test('samples that are not run are those of the list', () => {
  const found = samples.filter(({ marks }) => marks.has('not-run'));
  assert.deepEqual(
    found.filter(({ marks }) => (marks.get('not-run') ?? '').length < 10),
    [],
    'each says why',
  );
  assert.deepEqual(
    found.map(({ page, marks }) => `${page}: ${marks.get('not-run')}`),
    notRun,
  );
});

test('tests that are named by samples exist', () => {
  const named = samples.flatMap(({ marks }) => marks.get('tested-by') ?? []);
  assert.deepEqual(
    named.filter((path) => !existsSync(join(root, path))),
    [],
  );
});

test('every block says what it is', () => {
  const forDevelopers = [
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    ...globSync('docs/developing/*.md', { cwd: root }),
  ];
  const unsaid = [...samples, ...forDevelopers.flatMap(samplesOf)]
    .filter(({ language }) => language === '')
    .map(({ page, line }) => `${page}:${line}`);
  assert.deepEqual(unsaid, []);
});

const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

/** With the files that it imports of the same folder: they may read the page for it. */
function withNeighbours(path: string): string {
  const text = textOf(path);
  const near = [...text.matchAll(/from '\.\/([^']+)'/g)].map(([, name = '']) => join(path, '..', name));
  return [text, ...near.map(textOf)].join('\n');
}

/** Programs of an SDK, which its tests run. */
const programsBeside = ({ page }: Sample): string[] =>
  globSync(`${page.replace('README.md', 'examples')}/*.{py,php}`, { cwd: root });

/** What must be in a test that does not read the sample itself: commands and options, or the functions called. */
function essentials({ language, code }: Sample): string[] {
  if (language !== 'sh') return [...code.matchAll(/\b\w+(?=\()/g)].map(([name]) => `${name}(`);
  const lines = code
    .replaceAll(/(^| )#.*$/gm, '')
    .trim()
    .split('\n');
  return lines.flatMap((line) => {
    const [, words] = /^facevalue ((?:[a-z-]+ ?)+)/.exec(line) ?? [];
    if (words === undefined) return [line];
    const options = line.match(/ --[a-z-]+/g) ?? [];
    return [...words.trim().split(' ').slice(0, 2), ...options].map((word) => `'${word.trim()}'`);
  });
}

test('a test that is named by a sample reads it, or does the same', () => {
  const lost = samples.flatMap((sample) => {
    const path = sample.marks.get('tested-by');
    if (path === undefined) return [];
    const text = [withNeighbours(path), ...programsBeside(sample).map(textOf)].join('\n');
    if (text.includes(`'${sample.page.replace('docs/ru/', 'docs/')}'`)) return [];
    return essentials(sample)
      .filter((essential) => !text.includes(essential))
      .map((essential) => `${sample.page}:${sample.line} ${essential} is not in ${path}`);
  });
  assert.deepEqual(lost, []);
});

for (const { page, line, code, language, marks } of samples) {
  if ((language !== 'json' && language !== 'yaml') || marks.has('not-run')) continue;
  test(`${page}:${line} is ${language}`, () => {
    if (language === 'yaml') return void loadAll(code);
    const values = code.trim().split(/\n(?=\{)/); // Several answers below each other.
    // A member alone is part of an object.
    for (const value of values) JSON.parse(value.startsWith('"') ? `{${value}}` : value);
  });
}
