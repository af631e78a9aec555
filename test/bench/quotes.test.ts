/** Documents quote the last whole run of the bench. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Results } from '../../bench/report/keep-results.ts';
import { quoted, quotes, rewritten } from '../../bench/report/quotes.ts';

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

test('a run writes its figures over those of the run before', () => {
  for (const quote of quotes) {
    const before = quoted(quote, latest) ?? '';
    const machine = { ...latest.machine, cores: 64, processor: 'Another', date: '2027-03-09T00:00:00.000Z' };
    const lines = latest.lines.map((line) => ({ ...line, value: line.value * 137 }));
    const after = quoted(quote, { machine, lines });
    assert.ok(after !== null && after !== before, quote.text);
    assert.equal(rewritten(`# Title\n\n${before} end\n`, quote, after), `# Title\n\n${after} end\n`);
  }
});
