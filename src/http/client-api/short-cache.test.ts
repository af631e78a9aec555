import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortCache } from './short-cache.ts';

test('concurrent callers share one reading per key', async () => {
  let readings = 0;
  const started = Promise.withResolvers<void>();
  const ask = shortCache(
    async (id: number) => {
      readings += 1;
      await started.promise;
      return { id, readings };
    },
    (id) => String(id),
  );
  const asked = [ask(1), ask(1), ask(2), ask(1)];
  started.resolve();
  const answers = await Promise.all(asked);
  assert.equal(readings, 2);
  assert.deepEqual([answers[0], answers[3]], [answers[1], answers[1]]);
  assert.match(answers[2] ?? '', /"id":2/);
  assert.equal(await ask(1), answers[0], 'kept');
  assert.equal(readings, 2);
});

test('more concurrent keys than the cache holds are all answered', async () => {
  const many = Array.from({ length: 1000 }, (_, id) => id);
  const ask = shortCache(
    async (id: number) => Promise.resolve({ id }),
    (id) => String(id),
  );
  const answers = await Promise.all(many.map((id) => ask(id)));
  assert.deepEqual(
    answers,
    many.map((id) => `{"id":${id}}`),
  );
});

test('a failed reading is returned to its callers and not cached', async () => {
  let readings = 0;
  const ask = shortCache(
    async (key: string) => {
      readings += 1;
      if (readings === 1) throw new Error('no database');
      return Promise.resolve({ key, readings });
    },
    (key) => key,
  );
  await assert.rejects(ask('a'), /no database/);
  assert.equal(await ask('a'), '{"key":"a","readings":2}');
});
