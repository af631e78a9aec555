import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shareWithin } from './read-minutes.ts';

test('shares of issue times are read from buckets, as Prometheus does', () => {
  const buckets = [
    { label: '0.1', amount: 50 },
    { label: '0.05', amount: 0 },
    { label: '1', amount: 49 },
    { label: '+Inf', amount: 1 },
  ];
  assert.equal(shareWithin([], 0.5), null);
  assert.equal(shareWithin(buckets, 0.5), 0.1);
  assert.equal(shareWithin(buckets, 0.99), 1);
  assert.equal(shareWithin(buckets, 1), 1, 'no bound above the last');
  assert.equal(shareWithin([{ label: '10', amount: 4 }], 0.5), 5);
});
