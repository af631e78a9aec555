/** A column, a sentence or a field that comes or goes turns this red, until it is meant: `npm run golden`. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { readOpenApi } from '../../packages/docs/src/reference/open-api.ts';
import { root } from '../docs/read-samples.ts';
import { operationsAsked } from './answers.ts';
import { makersOfExports } from './exports.ts';
import { filesOfPages } from './page-files.ts';
import { everythingThatLeaves, keptFiles, type Golden } from './golden.ts';

let made: Golden;
before(async () => {
  made = await everythingThatLeaves();
});

const kept = keptFiles();

test('each thing that leaves has its golden file, and no file is left over', () => {
  assert.deepEqual(
    Object.keys(kept).toSorted(),
    Object.keys(made).toSorted(),
    'renew them by npm run golden',
  );
});

for (const [path, content] of Object.entries(kept))
  test(`${path} is as it was`, () => {
    assert.equal(made[path], content, 'if this change is meant, renew the files by npm run golden');
  });

test('every file of src that makes a table is among the exports', () => {
  const makes = /\b(?:sheetFile|csvLine|writeXlsx|writeXlsxStream)\(/;
  const makers = globSync('src/**/*.ts', { cwd: root }).filter(
    (path) =>
      !path.startsWith('src/platform/spreadsheet/') &&
      !path.endsWith('.test.ts') &&
      makes.test(readFileSync(join(root, path), 'utf8')),
  );
  assert.deepEqual(makers.toSorted(), Object.keys(makersOfExports).toSorted());
  const named = new Set(Object.values(makersOfExports).flat());
  for (const path of named) assert.ok(Object.hasOwn(made, path), path);
  for (const path of Object.keys(made).filter((one) => one.startsWith('exports/')))
    assert.ok(named.has(path), path);
});

test('every page that gives a file is known, with where that file is pinned', () => {
  const giving = globSync('src/http/**/*.ts', { cwd: root }).filter((path) =>
    /\bis: 'file'/.test(readFileSync(join(root, path), 'utf8')),
  );
  assert.deepEqual(giving.toSorted(), Object.keys(filesOfPages).toSorted());
  for (const place of Object.values(filesOfPages))
    assert.ok(Object.hasOwn(made, place) || place.includes(' '), place);
});

test('every operation of the client API is among the answers', () => {
  const told = readOpenApi()['x-operations'].map(({ cmd }) => cmd);
  assert.deepEqual([...operationsAsked].toSorted(), told.toSorted());
});
