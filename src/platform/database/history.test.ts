import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeHistory, type HistoryPresent } from './history.ts';

const seen = { systemId: '7', timeline: 3, synchronous: true, ageMs: 2000, isBehind: false };
const present: HistoryPresent = { systemId: '7', timeline: 3, synchronous: false, hasTarget: false };

test('the same server goes on, whatever its settings are', () => {
  assert.equal(judgeHistory(seen, present), 'same');
  assert.equal(judgeHistory({ ...seen, synchronous: false }, { ...present, hasTarget: true }), 'same');
  assert.equal(judgeHistory({ ...seen, ageMs: 1e10 }, present), 'same', 'it rested for months');
});

test('only a standby for which commits waited is taken over without a guard', () => {
  const promoted = { ...present, timeline: 4 };
  assert.equal(judgeHistory(seen, promoted), 'failover');
  assert.equal(judgeHistory({ ...seen, synchronous: false }, promoted), 'restored');
  assert.equal(judgeHistory(seen, { ...promoted, hasTarget: true }), 'restored');
  assert.equal(judgeHistory({ ...seen, ageMs: 3_600_000 }, promoted), 'restored');
});

test('another cluster, or an earlier timeline, is a restore', () => {
  assert.equal(judgeHistory(seen, { ...present, systemId: '8' }), 'restored');
  assert.equal(judgeHistory(seen, { ...present, timeline: 2 }), 'restored');
});

test('the same server with older files is a restore', () => {
  assert.equal(judgeHistory({ ...seen, isBehind: true }, present), 'restored');
});
