import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testFiles } from '../suites/jobs.ts';
import { reachedBy, reachesAll } from './changed.ts';

const all = testFiles();
const reached = (...changed: string[]): string[] => reachedBy(changed, all);

test('a file reaches the tests that import it, at whatever distance', () => {
  const files = reached('src/vault/sell-codes.ts');
  assert.ok(files.includes('test/journeys/one-order.test.ts'), 'by the world of tests');
  assert.ok(!files.includes('test/messaging/smpp-wire.test.ts'));
  assert.ok(reached('src/platform/text/typography.ts').length < all.length);
});

test('the nearest come first', () => {
  const files = reached('src/orders/export/order-file.ts');
  assert.ok(files.length > 100);
  for (const near of ['test/orders/order-file.test.ts', 'test/golden/golden.test.ts'])
    assert.ok(files.slice(0, 10).includes(near), files.slice(0, 10).join(' '));
});

test('a test that starts the program depends on all of it', () => {
  assert.ok(reached('src/commands/shell/changing-run.ts').includes('test/reports/settlement.test.ts'));
  assert.ok(reached('src/main.ts').includes('test/commands/boot.test.ts'));
});

test('a test itself is reached, and what looks at all files', () => {
  const file = 'test/orders/today-pace.test.ts';
  assert.deepEqual(
    reached(file)
      .filter((one) => one !== 'test/runner/changed.test.ts')
      .toSorted(),
    [file, 'test/suites/suites.test.ts', 'test/tidy/tidy.test.ts'],
    'only this file names it',
  );
});

test('tables, styles, packages and the worlds of tests reach everything', () => {
  for (const path of [
    'migrations/0001-first.sql',
    'src/web/style/base.css',
    'package-lock.json',
    'test/support/arrange.ts',
  ])
    assert.deepEqual([reached('src/main.ts', path), reachesAll(['src/main.ts', path])], [all, path]);
  assert.equal(reachesAll(['src/main.ts', 'docs/faq.md']), null);
});

test('a document reaches those that read documents', () => {
  const files = reached('docs/operating.md');
  assert.ok(files.includes('test/docs/samples.test.ts'));
  assert.ok(!files.includes('test/orders/today-pace.test.ts'));
  assert.deepEqual(reached(), []);
});
