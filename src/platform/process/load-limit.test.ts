import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLoadLimit } from './load-limit.ts';

const at = (seconds: number): Date => new Date(1_800_000_000_000 + seconds * 1000);

test('the limit admits a number of events per window and says how long to wait', () => {
  const limit = createLoadLimit({ events: 3, windowSeconds: 60 });
  for (let event = 0; event < 3; event += 1) assert.equal(limit.take('a', at(event)), 0);
  const wait = limit.take('a', at(3));
  assert.ok(wait > 0 && wait <= 120, String(wait));
  assert.ok(limit.take('a', at(3 + wait - 2)) > 0, 'not earlier');
  assert.equal(limit.take('a', at(3 + wait)), 0);
  assert.equal(limit.take('b', at(3)), 0, 'another key is free');
});

test('at the border of a window the previous one still counts in part', () => {
  const limit = createLoadLimit({ events: 10, windowSeconds: 60 });
  for (let event = 0; event < 10; event += 1) assert.equal(limit.take('a', at(59)), 0);
  let letIn = 0;
  for (; letIn < 10 && limit.take('a', at(65)) === 0;) letIn += 1;
  assert.equal(letIn, 1);
  assert.equal(limit.take('a', at(181)), 0);
});

test('among very many keys those that go on are remembered', () => {
  const limit = createLoadLimit({ events: 3, windowSeconds: 60 });
  for (let event = 0; event < 3; event += 1) limit.take('hammered', at(0));
  for (let other = 0; other < 120_000; other += 1) {
    limit.take(`other ${other}`, at(1));
    if (other % 10_000 === 0) assert.ok(limit.take('hammered', at(1)) > 0, String(other));
  }
});
