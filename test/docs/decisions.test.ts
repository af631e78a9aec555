/** The index of docs/decisions has every decision, and every number that is named leads to one. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { root } from './read-samples.ts';

const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const decisions = globSync('docs/decisions/0*.md', { cwd: root }).toSorted();
const numbers = new Set(decisions.map((path) => Number(basename(path).slice(0, 4))));

test('the index has each decision with its title and a status', () => {
  const index = read('docs/decisions/README.md');
  const [, table = ''] = index.split('\n|---|---|---|\n');
  const listed = [...table.matchAll(/^\| (\d+) \| \[(.+)\]\((.+)\) \| (.+) \|$/gm)].map(
    ([, number, title, file]) => `${file}: # ${number}. ${title}`,
  );
  const there = decisions.map((path) => `${basename(path)}: ${read(path).split('\n')[0]}`);
  assert.deepEqual(listed, there);
});

const named = /docs\/decisions\/(\d{4})|\bdecisions? (\d+)\b|\bрешени[еяию] (\d+)\b/gi;

test('every decision that is named is there', () => {
  const places = ['{src,test,bench,bin,migrations,packages/docs/src,seeds,simulators}/**/*.{ts,mjs,sql}']
    .concat('*.md', 'docs/*.md', 'docs/{ru,developing}/*.md', '.env.example')
    .flatMap((pattern) => globSync(pattern, { cwd: root, exclude: ['**/node_modules/**'] }));
  assert.ok(places.length > 1000);
  const lost = places.flatMap((path) =>
    [...read(path).matchAll(named)]
      .filter(([, file, plain, russian]) => !numbers.has(Number(file ?? plain ?? russian)))
      .map(([text]) => `${path}: ${text}`),
  );
  assert.deepEqual(lost, []);
});
