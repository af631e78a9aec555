import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { fairQueue } from './fair-queue.ts';

const filled = (...owners: number[]) => {
  const queue = fairQueue<string>();
  owners.forEach((owner, index) => queue.push(owner, `${owner}-${index}`));
  return queue;
};

test('owners take turns within and across batches, and each keeps its order', () => {
  const queue = filled(1, 1, 1, 1, 2, 3, 3);
  assert.deepEqual(queue.take(2), ['1-0', '2-4']);
  assert.deepEqual(queue.take(3), ['3-5', '1-1', '3-6']);
  assert.deepEqual(queue.take(9), ['1-2', '1-3']);
  assert.equal(queue.size, 0);
  assert.deepEqual(queue.take(9), []);
});

test('when the queue is full, the newest ask of the largest owner is dropped', () => {
  const queue = filled(1, 1, 1, 2);
  assert.deepEqual([queue.isLongest(1), queue.isLongest(2), queue.isLongest(3)], [true, false, false]);
  assert.equal(queue.dropNewestOfLongest(), '1-2');
  assert.equal(queue.size, 3);
  assert.deepEqual(queue.take(4), ['1-0', '2-3', '1-1']);
  assert.equal(queue.dropNewestOfLongest(), undefined);
});

test('no ask is lost or doubled, order is kept, and waiting owners get equal shares', () => {
  const owner = fc.integer({ min: 1, max: 5 });
  const act = fc.oneof(
    fc.record({ is: fc.constant('push' as const), owner }),
    fc.record({ is: fc.constant('take' as const), count: fc.integer({ min: 1, max: 12 }) }),
    fc.record({ is: fc.constant('drop' as const) }),
    fc.record({ is: fc.constant('expire' as const), before: fc.nat(60) }),
  );
  fc.assert(
    fc.property(fc.array(act, { maxLength: 80 }), (acts) => {
      const queue = fairQueue<{ owner: number; number: number }>();
      let waiting: { owner: number; number: number }[] = [];
      let number = 0;
      for (const one of acts) {
        if (one.is === 'push') {
          const item = { owner: one.owner, number: (number += 1) };
          waiting.push(item);
          queue.push(one.owner, item);
        } else if (one.is === 'take') {
          const had = Map.groupBy(waiting, (item) => item.owner);
          const taken = queue.take(one.count);
          assert.equal(taken.length, Math.min(one.count, waiting.length));
          const got = Map.groupBy(taken, (item) => item.owner);
          const least = Math.min(
            ...[...had].map(([id, items]) =>
              got.get(id)?.length === items.length ? Infinity : (got.get(id)?.length ?? 0),
            ),
          );
          for (const items of got.values()) {
            assert.ok(items.length <= least + 1, 'turns are even');
            assert.deepEqual(items, had.get(items[0]?.owner ?? 0)?.slice(0, items.length));
          }
          waiting = waiting.filter((item) => !taken.includes(item));
        } else {
          const gone =
            one.is === 'drop'
              ? [queue.dropNewestOfLongest()]
              : queue.takeWhile((item) => item.number <= one.before);
          waiting = waiting.filter((item) => !gone.includes(item));
        }
        assert.equal(queue.size, waiting.length);
      }
    }),
  );
});
