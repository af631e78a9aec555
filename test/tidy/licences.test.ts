import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { asMarkdown, compatible, licencesFile, licencesOf, lockFileText } from './licences.ts';

test('LICENCES.md lists what package-lock.json brings', () => {
  assert.equal(readFileSync(licencesFile, 'utf8'), asMarkdown(licencesOf(lockFileText())));
});

test('every package has a licence that somebody has looked at', () => {
  const others = [...licencesOf(lockFileText())].filter(([licence]) => !compatible.has(licence));
  assert.deepEqual(others, []);
  const strange = { packages: { 'node_modules/x': { version: '1', license: 'SSPL-1.0' } } };
  assert.ok(!compatible.has([...licencesOf(JSON.stringify(strange)).keys()][0] ?? ''));
});
