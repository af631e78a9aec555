/** A column, a sentence or a field that comes or goes turns this red, until it is meant: `npm run golden`. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { readOpenApi } from '../../packages/docs/src/reference/open-api.ts';
import { root } from '../docs/read-samples.ts';
import { needsPoppler } from '../support/read-pdf.ts';
import { operationsAsked } from './answers.ts';
import { makersOfExports } from './exports.ts';
import { makersOfFilePages } from './file-pages.ts';
import { filesOfPages } from './page-files.ts';
import { makersOfPdfs } from './pdfs.ts';
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

/** The files of src that have such code; tests have none of their own. */
const having = (code: RegExp, among = 'src/**/*.ts'): string[] =>
  globSync(among, { cwd: root })
    .filter((path) => !path.endsWith('.test.ts') && code.test(readFileSync(join(root, path), 'utf8')))
    .toSorted();

function assertMade(places: readonly string[]): void {
  for (const place of places) assert.ok(Object.hasOwn(made, place), place);
}

test('every file of src that makes a table is among the exports', () => {
  const makers = having(/\b(?:sheetFile|csvLine|writeXlsx|writeXlsxStream)\(/).filter(
    (path) => !path.startsWith('src/platform/spreadsheet/'),
  );
  assert.deepEqual(makers, Object.keys(makersOfExports).toSorted());
  const named = new Set(Object.values(makersOfExports).flat());
  assertMade([...named]);
  for (const path of Object.keys(made).filter((one) => one.startsWith('exports/')))
    assert.ok(named.has(path), path);
});

/** Folders whose pages have routes: `pages.ts` looks at each of these. */
const withRoutes = /^src\/(?:web|http\/(?!docs\/))/;

test('every file of src that makes a page without a route is known', () => {
  const makers = having(/\brenderPage\(/).filter((path) => !withRoutes.test(path));
  assert.deepEqual(makers, Object.keys(makersOfFilePages).toSorted());
  assertMade(Object.values(makersOfFilePages));
});

test('every file of src that makes a PDF is known', needsPoppler, () => {
  assert.deepEqual(having(/= newSheet\(|\): Paper \{/), Object.keys(makersOfPdfs).toSorted());
  assertMade(Object.values(makersOfPdfs));
});

test('every page that gives a file is known, with where that file is pinned', () => {
  assert.deepEqual(having(/\bis: 'file'/, 'src/http/**/*.ts'), Object.keys(filesOfPages).toSorted());
  assertMade(Object.values(filesOfPages).filter((place) => !place.includes(' ')));
});

test('every operation of the client API is among the answers', () => {
  const told = readOpenApi()['x-operations'].map(({ cmd }) => cmd);
  assert.deepEqual([...operationsAsked].toSorted(), told.toSorted());
});
