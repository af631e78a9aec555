import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findings, type PoolReport } from '../../vault/import-pool/report.ts';
import { poolReportText } from '../catalog/pool-report.ts';
import { loggedProgress, progressText } from './progress.ts';

test('progress shows the share, the estimated total and the estimated time left', () => {
  assert.equal(
    progressText({ count: 12_000, fraction: 0.4, elapsedMs: 20_000 }, 'codes'),
    '40 %, 12 000 of about 30 000 codes, about 30 s left',
  );
  assert.equal(
    progressText({ count: 500_000, fraction: 0.25, elapsedMs: 60_000 }, 'codes'),
    '25 %, 500 000 of about 2 000 000 codes, about 3 min left',
  );
  assert.equal(progressText({ count: 7, fraction: null, elapsedMs: 9 }, 'codes'), '7 codes');
  assert.equal(progressText({ count: 7, fraction: 1, elapsedMs: 9 }, 'codes'), '100 %, 7 codes');
});

test('without a terminal, progress is printed as occasional lines', () => {
  const lines: string[] = [];
  let nowMs = 0;
  const progress = loggedProgress(
    'codes',
    (line) => lines.push(line),
    () => nowMs,
  );
  progress.fraction(0.1);
  for (const at of [1000, 9000, 10_000, 11_000, 20_000]) {
    nowMs = at;
    progress.count(at);
  }
  progress.stop();
  assert.deepEqual(lines, [
    '10 %, 10 000 of about 100 000 codes, about 2 min left',
    '10 %, 20 000 of about 200 000 codes, about 3 min left',
  ]);
});

test('the report of a refused pool import suggests only options that were not given', () => {
  const report: PoolReport = {
    productId: 1,
    fileName: 'a.csv',
    rows: 3,
    loaded: 0,
    faces: [],
    lots: [],
    duplicatesInFile: findings(),
    duplicatesInVault: { total: 1, shown: [{ line: 2 }] },
    wrong: { total: 1, shown: [{ line: 3, reason: { is: 'no-number' } }] },
  };
  const advice = (given: { skipWrong?: boolean; skipDuplicates?: boolean }, more: Partial<PoolReport> = {}) =>
    poolReportText({ is: 'nothing-loaded', report: { ...report, ...more } }, given).split('\n')[0] ?? '';
  assert.match(advice({}), /--skip-wrong and --skip-duplicates/);
  assert.match(advice({ skipWrong: true }), /with --skip-duplicates\./);
  assert.doesNotMatch(advice({ skipWrong: true }), /--skip-wrong/);
  assert.match(advice({ skipDuplicates: true }), /with --skip-wrong\./);
  assert.doesNotMatch(advice({}, { wrong: findings() }), /--skip-wrong/);
  assert.match(advice({ skipWrong: true, skipDuplicates: true }), /no row is left/);
});
