/** Texts that people read use the terms of docs/developing/glossary.md, in both languages. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { productTerms } from './product-terms.ts';

const root = join(import.meta.dirname, '../..');
const files = globSync('{src,simulators}/**/*.ts', { cwd: root }).map((path) => ({
  path,
  text: readFileSync(join(root, path), 'utf8'),
}));

test('pages and letters use the terms of the glossary', () => {
  assert.deepEqual(productTerms(files), []);
});

const offenders: [path: string, text: string][] = [
  ['src/http/a/labels.ts', `'Keys of before'`],
  ['src/http/b/labels-en.ts', `'Files of codes'`],
  ['src/http/c/list-labels.ts', `'Orders of 30 days'`],
  ['src/web/shell/navigation.ts', `['/me', 'My sign-in']`],
  ['src/people/letters/labels.ts', '`Придёт SMS с ${code}`'],
  ['src/orders/bulk/problems.ts', `'Товар не выбран'`],
  ['src/http/d/labels.ts', '`ещё ${left} раз.`'],
  ['src/http/e/labels.ts', `'This is no network.'`],
  ['simulators/d/labels.ts', `'письмо ждет'`],
];

for (const [path, text] of offenders) {
  test(`${text} is refused`, () => assert.notDeepEqual(productTerms([{ path, text }]), []));
}
