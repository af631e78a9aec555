import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { suiteOf } from '../suites/suites.ts';
import { faults, CAUGHT_OFTEN } from './faults.ts';
import { planted } from './plant.ts';

test('each fault can still be planted, and what must catch it is there', () => {
  const gone = faults.filter(({ edits, caughtBy }) => {
    const files = new Map(
      edits.map(({ file }) => [file, existsSync(file) ? readFileSync(file, 'utf8') : '']),
    );
    return planted(edits, files) === null || !existsSync(caughtBy);
  });
  assert.deepEqual(
    gone.map(({ name }) => name),
    [],
    'change it with the code, so that it stays the same fault',
  );
});

test('there are twenty at least, nearly all caught by what npm test runs', () => {
  assert.ok(faults.length >= 20);
  const often = faults.filter(({ caughtBy }) => suiteOf(caughtBy) === 'test');
  assert.ok(often.length >= CAUGHT_OFTEN, `${often.length} are caught by npm test`);
});

test('a text that stands nowhere, or twice, plants nothing', () => {
  const files = new Map([['a.ts', 'one two two']]);
  assert.equal(planted(edit('four'), files), null);
  assert.equal(planted(edit('two'), files), null);
  assert.deepEqual(planted(edit('one'), files), new Map([['a.ts', 'three two two']]));
});

const edit = (find: string) => [{ file: 'a.ts', find, put: 'three' }];
