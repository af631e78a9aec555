/** Queues while somebody holds an old snapshot: what was taken is not walked through each time, and nothing is overlooked. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../../src/platform/database/database.ts';
import { claimFairly, floorOf } from '../../../src/platform/database/fair-share.ts';
import { createFloor, type Floor } from '../../../src/platform/database/queue-floor.ts';
import { issueGifts } from '../../support/text-world.ts';
import { workerWorld, type WorkerWorld } from '../../support/worker-world.ts';

/** So many that their table is not read as a whole. */
const taken = 40_000;
const manyPages = 500;
const fewPages = 60;
const patienceMs = 60_000;
const pauseMs = 100;
/** Longer than from which on a look counts as slow, also where there is nothing in its way. */
const slowMs = 10;

/** A transaction that has read and stays open, as that of a dump. */
async function holdSnapshot(db: Database): Promise<AsyncDisposable> {
  const client = await db.connect();
  await client.query('begin isolation level repeatable read');
  await client.query('select count(*) from pg_class');
  return {
    async [Symbol.asyncDispose]() {
      await client.query('rollback');
      client.release();
    },
  };
}

/** A floor whose looks are slow, and from when on each was. */
function slowly(floor: Floor): { floor: Floor; froms: Date[] } {
  const froms: Date[] = [];
  return {
    froms,
    floor: (db, now, ask) =>
      floor(db, now, async (from) => {
        froms.push(from);
        await sleep(slowMs);
        return ask(from);
      }),
  };
}

const due = `from deliveries where state = 'due' and channel = 'email' and due_at <= $1 and due_at >= $2`;
const anyIsDue = `select exists (select ${due})`;

async function addLetters(world: WorkerWorld, clientId: number, first: number, count: number): Promise<void> {
  const requestIds = Array.from({ length: count }, (_, index) => first + index);
  const gifts = requestIds.map((requestId) => ({ clientId, requestId, channel: 'email' as const }));
  await issueGifts(world, gifts, world.clock.now());
}

/** So many that were sent meanwhile, and all of whose versions are kept. */
async function sendMany(world: WorkerWorld, clientId: number): Promise<void> {
  await addLetters(world, clientId, 1, 1);
  await world.db.query(
    `insert into deliveries select (jsonb_populate_record(d, jsonb_build_object('request_id', n))).*
     from deliveries d, generate_series(2, ${taken}) n where client_id = $1`,
    [clientId],
  );
  await world.db.query(`update deliveries set state = 'sent', sent_at = $1 where client_id = $2`, [
    world.clock.now(),
    clientId,
  ]);
  await world.db.query('analyze deliveries');
  world.clock.forward(5);
}

/** What is due, as a queue that looks from a floor finds it. */
function looksFrom({ db, clock }: WorkerWorld) {
  const { floor, froms } = slowly(createFloor(anyIsDue));
  const look = (): Promise<number[]> =>
    floor(db, clock.now(), async (from) => {
      const { rows } = await db.query<{ id: number; due_at: Date }>(
        `select request_id as id, due_at ${due} order by due_at`,
        [clock.now(), from],
      );
      return { found: rows.map(({ id }) => id), oldest: rows[0]?.due_at ?? null };
    });
  return { look, froms };
}

async function pagesFrom({ db, clock }: WorkerWorld, from: Date | undefined): Promise<number> {
  const { rows } = await db.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
    `explain (analyze, buffers, format json) ${anyIsDue}`,
    [clock.now(), from],
  );
  const plan = rows[0]?.['QUERY PLAN'][0].Plan ?? {};
  return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
}

test('where nothing is in the way each look is complete, however slow', async () => {
  await using world = await workerWorld();
  const { look, froms } = looksFrom(world);
  await addLetters(world, 101, 1, 1);
  for (let looks = 0; looks < 3; looks += 1) assert.deepEqual(await look(), [1]);
  assert.deepEqual(froms.map(Number), [0, 0, 0]);
});

test('under an old snapshot a look begins behind what was sent, and one after it is complete again', async () => {
  await using world = await workerWorld();
  const { look, froms } = looksFrom(world);
  await using _ = await holdSnapshot(world.db);
  await sendMany(world, 101);
  assert.deepEqual(await look(), []);
  await addLetters(world, 101, taken + 1, 2);
  assert.deepEqual(await look(), [taken + 1, taken + 2]);
  const [complete, later] = await Promise.all(froms.map((from) => pagesFrom(world, from)));
  assert.ok(Number(complete) > manyPages && Number(later) < fewPages, `${complete} and ${later} pages`);

  await world.db.query(`update deliveries set due_at = due_at - interval '1 hour' where request_id = $1`, [
    taken + 1,
  ]);
  const deadline = performance.now() + patienceMs;
  while (!(await look()).includes(taken + 1)) {
    assert.ok(performance.now() < deadline, 'what was put back is overlooked');
    await sleep(pauseMs);
  }
});

test('what waits while its owner may take no more is claimed as soon as it may', async () => {
  await using world = await workerWorld();
  const { db, clock } = world;
  const { floor, froms } = slowly(floorOf('deliveries', 'client_id', 'email'));
  const claim = async (capacities: number[]): Promise<number[]> => {
    const { rows } = await claimFairly<{ client_id: number }>(
      db,
      { name: 'deliveries', leaseSeconds: 60 },
      {
        limit: 10,
        now: clock.now(),
        columns: 'client_id',
        owner: 'client_id',
        ownerIds: [102],
        capacities,
        capacityOfOthers: 10,
        channel: 'email',
        floor,
      },
    );
    return rows.map(({ client_id }) => client_id);
  };
  await using _ = await holdSnapshot(db);
  await sendMany(world, 101);
  await addLetters(world, 102, 1, 3);
  clock.forward(5);
  await addLetters(world, 101, taken + 1, 1);
  assert.deepEqual(await claim([0]), [101]);
  assert.deepEqual(await claim([2]), [102, 102]);
  assert.deepEqual(
    froms.map((from) => Number(from) > 0),
    [false, true],
    'the second claim began behind what was sent',
  );
});
