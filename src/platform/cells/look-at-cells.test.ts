import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isQuiet } from './look-at-cells.ts';

test('a node is asked again within 90 ms only if something has changed within two seconds, or its tables were looked at a second ago', () => {
  const nowMs = 10_000;
  const quiet = { sinceMs: 8000, askedMs: 9911, atMs: 9001, isRung: false };
  assert.equal(isQuiet(quiet, nowMs), true);
  assert.equal(isQuiet({ ...quiet, isRung: true }, nowMs), false);
  assert.equal(isQuiet({ ...quiet, sinceMs: 8001 }, nowMs), false);
  assert.equal(isQuiet({ ...quiet, askedMs: 9910 }, nowMs), false);
  assert.equal(isQuiet({ ...quiet, atMs: 9000 }, nowMs), false);
});
