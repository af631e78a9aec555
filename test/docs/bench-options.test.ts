/** The benchmarks take minutes: their options are read, as docs/benchmarks.md gives them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseOptions } from '../../bench/options.ts';
import { samplesTestedBy } from './read-samples.ts';

test('the benchmarks take every option of the guide', () => {
  const [sample] = samplesTestedBy('test/docs/bench-options.test.ts', 'docs/benchmarks.md');
  const lines = sample?.code.trim().split('\n') ?? [];
  assert.ok(lines.length > 0);
  for (const line of lines) {
    const given = /^npm run bench(?: -- (.*?))?(?: +#.*)?$/.exec(line);
    assert.ok(given, line);
    const parsed = parseOptions(given[1]?.split(' ') ?? []);
    assert.equal(parsed.is, line.includes('--help') ? 'help' : 'run', line);
  }
});
