import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createStreamPlaces } from './stream-places.ts';

async function* numbers(): AsyncGenerator<number> {
  for (let next = 1; ; next += 1) yield await Promise.resolve(next);
}

test('a place is free again when its stream ends, breaks, or was never read for too long', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const places = createStreamPlaces(1, 1000);
  const first = places.take() ?? assert.fail();
  assert.equal(places.take(), null);
  for await (const number of first.hold(numbers())) if (number === 3) break;
  const second = places.take() ?? assert.fail('it was left in the middle');
  second.free();
  second.free();
  assert.ok(places.take(), 'freed twice is free once');
  assert.equal(places.take(), null);
  context.mock.timers.tick(1000);
  assert.ok(places.take(), 'it was never read');
});

test('one owner leaves places for others', () => {
  const places = createStreamPlaces(3, 1000, 2);
  const own = [places.take(1), places.take(1)];
  assert.ok(own.every((place) => place !== null));
  assert.equal(places.take(1), null);
  const other = places.take(2) ?? assert.fail('another owner');
  assert.equal(places.take(3), null, 'all are taken');
  other.free();
  own[0]?.free();
  assert.ok(places.take(1));
  assert.equal(places.take(1), null);
});
