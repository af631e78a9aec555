import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstCapacity, receiverCapacity } from './receiver-capacity.ts';

function capacityAt(concurrency: number) {
  let nowMs = 0;
  const capacities = receiverCapacity(concurrency, () => nowMs);
  return {
    capacities,
    pass: (ms: number) => {
      nowMs += ms;
    },
    capacityOf: (clientId: number) => {
      const { clientIds, capacities: free } = capacities.capacities();
      return free[clientIds.indexOf(clientId)] ?? firstCapacity;
    },
    start: (clientId: number, count: number) =>
      Array.from({ length: count }, () => capacities.start(clientId)),
  };
}

test('quick answers raise the capacity of a receiver, up to half of all calls', () => {
  const { capacities, capacityOf } = capacityAt(64);
  for (let call = 0; call < 100; call++) capacities.end(capacities.start(1), 'answered');
  assert.equal(capacityOf(1), 32);
});

test('a time-out reduces the capacity to one, and quick answers restore it', () => {
  const { capacities, capacityOf, start, pass } = capacityAt(64);
  const flights = start(1, 4);
  pass(10_000);
  for (const flight of flights) capacities.end(flight, 'unanswered');
  assert.equal(capacityOf(1), 1);
  capacities.end(capacities.start(1), 'answered');
  assert.equal(capacityOf(1), 2);
});

test('a receiver that stops answering gets no more than the first capacity', () => {
  const { capacities, capacityOf, start, pass } = capacityAt(64);
  for (let call = 0; call < 100; call++) capacities.end(capacities.start(1), 'answered');
  start(1, 3);
  pass(1500);
  assert.equal(capacityOf(1), firstCapacity - 3);
  start(1, 1);
  assert.equal(capacityOf(1), 0);
});

test('calls that only wait free their capacity for others', () => {
  const { capacities, start, pass } = capacityAt(8);
  start(1, 4);
  start(2, 4);
  assert.equal(capacities.free(), 0);
  pass(300);
  assert.equal(capacities.free(), 8);
});

test('the number of waiting calls is limited', () => {
  const { capacities, start, pass } = capacityAt(2);
  for (let client = 1; client <= 8; client++) start(client, 4);
  pass(300);
  assert.equal(capacities.free(), 0);
});
