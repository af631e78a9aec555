/** Of resting workers only those are asked that may find something. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLook } from '../../src/platform/batching/look-at-queues.ts';
import { openDatabase } from '../../src/platform/database/database.ts';
import { dueFairly } from '../../src/platform/database/fair-share.ts';
import type { Worker } from '../../src/platform/process/loop.ts';
import { startWorkers } from '../../src/workers.ts';
import { onEachStatement } from '../statements/gathered.ts';
import { migratedDatabase } from '../support/migrated-database.ts';
import { testWorld } from '../support/test-world.ts';

const patienceMs = 60_000;
const idleMs = 5;
const queued = `select from {cell}.requests where state = 'queued' and due_at <= $1`;
const delayed = `select from {cell}.requests where state = 'delayed'`;

/** Workers that find nothing, by what each says is due; and how often each was asked. */
function resting<Name extends string>(due: Record<Name, string[]>) {
  const names = Object.keys(due) as Name[];
  const rounds = Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
  const workers = names.map((name): Worker => ({
    name,
    idleMs,
    due: due[name],
    round() {
      rounds[name] += 1;
      return Promise.resolve(0);
    },
    drain: () => Promise.resolve(),
  }));
  const until = async (isSo: () => boolean): Promise<void> => {
    const deadline = performance.now() + patienceMs;
    for (; !isSo(); await sleep(idleMs)) assert.ok(performance.now() < deadline, JSON.stringify(rounds));
  };
  return { rounds, workers, until };
}

test('a worker that has nothing due is not asked until it has some, and all of them are looked for together', async () => {
  await using world = await testWorld();
  const { rounds, workers, until } = resting({
    queued: [queued],
    both: [delayed, queued],
    other: [delayed],
    any: [],
  });
  let looks = 0;
  onEachStatement(({ text }) => {
    looks += Number(text.includes('"queued"') && text.includes('"other"'));
  });
  const running = startWorkers(world.ctx, workers);
  try {
    await until(() => looks > 5 && rounds.any > 20);
    assert.deepEqual({ ...rounds, any: 0 }, { queued: 1, both: 1, other: 1, any: 0 });

    const shop = await world.client();
    const product = await world.product({ scheme: 'platform' });
    await shop.makeOrder({ product_id: product.id, face: 500 });
    await until(() => rounds.queued > 3 && rounds.both > 3);
    assert.equal(rounds.other, 1);
  } finally {
    await running.stop();
  }
  await world.settle();
});

test('if nobody can look, each worker is asked, and says itself what is wrong', async () => {
  await using world = await testWorld();
  const { rounds, workers, until } = resting({ lost: ['select from {cell}.no_such_table'], whole: [queued] });
  const running = startWorkers(world.ctx, workers);
  try {
    await until(() => rounds.lost > 3 && rounds.whole > 3);
  } finally {
    await running.stop();
  }
});

test('a look that was planned while its queues were empty reads their indexes once they are full', async () => {
  await using world = await migratedDatabase();
  const db = openDatabase(world.url, { connections: 1, name: 'facevalue test', planOnce: true });
  await using _ = { [Symbol.asyncDispose]: () => db.end() };
  await db.query('vacuum (analyze) callbacks, requests');
  const { workers } = resting({ queued: [queued], callbacks: [dueFairly('callbacks', 'client_id')] });
  const look = createLook(db, workers, () => new Date());
  assert.deepEqual(await Promise.all(workers.map(look)), [false, false]);

  const { rows } = await db.query<{ name: string; generic: number }>(
    `select name, generic_plans::int as generic from pg_prepared_statements where statement like '%callbacks%'`,
  );
  assert.deepEqual(
    rows.map(({ generic }) => generic),
    [1],
  );
  const plan = await db.query<Record<'QUERY PLAN', string>>(`explain execute ${rows[0]?.name}(now())`);
  const lines = plan.rows.map((row) => row['QUERY PLAN']);
  assert.deepEqual(
    lines.filter((line) => line.includes('Seq Scan')),
    [],
  );
  assert.ok(
    lines.some((line) => line.includes('callbacks_due')),
    lines.join('\n'),
  );
});
