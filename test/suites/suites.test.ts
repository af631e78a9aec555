import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import manifest from '../../package.json' with { type: 'json' };
import { filesWithCells } from '../cells/run-with-cells.ts';
import { withoutCells } from '../cells/without-cells.ts';
import { filesOnCluster, judgesStatements } from '../cluster/run-on-cluster.ts';
import { ownProcess } from '../runner/own-process.ts';
import { jobsOf, testFiles } from './jobs.ts';
import { met, suiteOf, suites } from './suites.ts';

const files = testFiles();
const wanted = { files: [], environment: 'plain' } as const;

test('every test file belongs to a suite', () => {
  assert.deepEqual(
    files.filter((file) => suiteOf(file) === null),
    [],
    'test/suites/suites.ts names neither these nor their folders',
  );
});

test('what the suites name is there, and stands once', () => {
  const named: string[] = [...suites.test, ...suites.rest];
  assert.deepEqual(
    named.filter((path) => !existsSync(path)),
    [],
  );
  assert.deepEqual(
    named.filter((path, index) => named.indexOf(path) !== index),
    [],
  );
});

test('the suites have all files together, and no file is in both', () => {
  const [some, rest, all] = (['test', 'rest', 'all'] as const).map((suite) =>
    jobsOf({ ...wanted, suite }, true).map(({ file, environment }) => `${file} ${environment}`),
  ) as [string[], string[], string[]];
  assert.deepEqual([...some, ...rest].toSorted(), all.toSorted());
  assert.equal(new Set(all).size, all.length);
  assert.deepEqual(
    all.filter((job) => job.endsWith(' plain')).toSorted(),
    files.map((file) => `${file} plain`),
  );
});

test('the rest runs chosen files with cells and on a cluster, where there is one', () => {
  const countOf = (environment: string, hasCluster: boolean): number =>
    jobsOf({ ...wanted, suite: 'rest' }, hasCluster).filter((job) => job.environment === environment).length;
  assert.equal(countOf('cells', false), filesWithCells.length);
  assert.equal(countOf('citus', true), filesOnCluster(false).length);
  assert.equal(countOf('citus', false), 0);
  const judged = jobsOf({ ...wanted, files: [judgesStatements], suite: 'test' }, true);
  assert.deepEqual(judged.at(-1), { file: judgesStatements, environment: 'plain' });
  assert.equal(judged.length, filesOnCluster(false).length + 1);
});

test('npm test meets each kind of part for real', () => {
  assert.deepEqual(
    Object.entries(met).filter(([, file]) => !files.includes(file) || suiteOf(file) !== 'test'),
    [],
  );
});

test('files of which lists say something are there', () => {
  const listed = [...Object.keys(ownProcess), ...Object.keys(withoutCells), ...filesWithCells];
  assert.deepEqual(
    listed.filter((file) => !existsSync(file)),
    [],
  );
});

test('what .ci/run calls is there', () => {
  for (const script of ['test', 'test:rest', 'test:all']) assert.ok(script in manifest.scripts, script);
});

test('only test files have hooks: what several import is loaded once in a process, and its hooks run behind the first of them', () => {
  const helpers = globSync('{src,test,simulators}/**/*.ts').filter((path) => !path.endsWith('.test.ts'));
  assert.deepEqual(
    helpers.filter((path) => /^(before|after|beforeEach|afterEach)\(/m.test(readFileSync(path, 'utf8'))),
    [],
  );
});
