/** Documents quote the last whole run of the bench. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Results } from '../../bench/report/keep-results.ts';
import { quoted, quotes } from '../../bench/report/quotes.ts';

const root = join(import.meta.dirname, '../..');
const latest = JSON.parse(readFileSync(join(root, 'bench/results/latest.json'), 'utf8')) as Results;

test('README and the guide of scaling quote the figures of bench/results/latest.json', () => {
  for (const quote of quotes) {
    const whole = quoted(quote, latest);
    assert.ok(whole !== null, `latest.json has no line for a figure of: ${quote.text}`);
    const text = readFileSync(join(root, quote.file), 'utf8');
    assert.ok(text.includes(whole), `${quote.file} does not say: ${whole}`);
  }
});

test('README says on how many cores', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8');
  assert.ok(readme.includes(`Measured on ${latest.machine.cores} cores`));
});
