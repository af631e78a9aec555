import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createClaimAhead } from './claim-ahead.ts';

function at(places: number) {
  let nowMs = 0;
  const ahead = createClaimAhead(() => nowMs);
  return {
    more: (inFlight: number) => ahead.more(places, inFlight),
    /** Texts that the provider takes in this time. */
    take: (count: number, ms: number) => {
      nowMs += ms;
      for (let taken = 0; taken < count; taken += 1) ahead.taken();
    },
  };
}

test('three for each slot are claimed, and half of them replaced at once', () => {
  const { more } = at(10);
  assert.deepEqual([more(0), more(16), more(15)], [30, 0, 15]);
});

test('a provider that takes them quickly gets twice as many, until it slows down', () => {
  const { more, take } = at(10);
  assert.equal(more(0), 30);
  take(9, 500);
  assert.equal(more(21), 0);
  take(1, 499);
  assert.equal(more(20), 40);
  take(30, 999);
  assert.equal(more(30), 30);
  take(30, 1000);
  assert.deepEqual([more(30), more(15)], [0, 15]);
});

test('one that ends them without taking any does not', () => {
  const { more } = at(10);
  assert.deepEqual([more(0), more(15), more(15)], [30, 15, 15]);
});

test('many slots have fewer each, and very many one each', () => {
  const { more, take } = at(100);
  assert.equal(more(0), 300);
  take(100, 1);
  assert.equal(more(200), 200);
  assert.equal(at(500).more(0), 500);
});
