import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createThrottle } from './throttle.ts';

const at = (seconds: number): Date => new Date(1_800_000_000_000 + seconds * 1000);

test('lets so many through in a window, and says how long to wait', () => {
  const throttle = createThrottle({ events: 3, windowSeconds: 60 });
  for (let event = 0; event < 3; event += 1) {
    assert.equal(throttle.waitSeconds('a', at(event)), 0);
    throttle.count('a', at(event));
  }
  const wait = throttle.waitSeconds('a', at(3));
  assert.ok(wait > 0 && wait <= 120, String(wait));
  assert.ok(throttle.waitSeconds('a', at(3 + wait - 2)) > 0, 'not earlier');
  assert.equal(throttle.waitSeconds('a', at(3 + wait)), 0);
  assert.equal(throttle.waitSeconds('b', at(3)), 0, 'another key is free');
});

test('the border of a window lets in what has faded of the one before, and no more', () => {
  const throttle = createThrottle({ events: 10, windowSeconds: 60 });
  for (let event = 0; event < 10; event += 1) throttle.count('a', at(59));
  let letIn = 0;
  for (; throttle.waitSeconds('a', at(65)) === 0 && letIn < 10; letIn += 1) throttle.count('a', at(65));
  assert.equal(letIn, 1);
  assert.equal(throttle.waitSeconds('a', at(181)), 0);
});
