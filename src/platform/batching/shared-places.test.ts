import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedPlaces } from './shared-places.ts';

test('one queue alone gets all places, and gives up its share to another', () => {
  const holder = sharedPlaces(10);
  const [first, second] = [holder(), holder()];
  assert.equal(first.take(100), 10);
  assert.equal(second.take(100), 0);
  first.give(1);
  assert.equal(first.take(100), 0, 'another waits for its share');
  assert.equal(second.take(100), 1);
  first.give(4);
  assert.equal(first.take(100), 0);
  assert.equal(second.take(100), 4);
  assert.equal(second.take(100), 0);
  second.give(5);
  assert.equal(first.take(100), 5, 'the other has nothing left to do');
});
