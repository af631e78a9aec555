/** While an old snapshot is held, claims and looks begin where a queue began when it was last looked at, and what comes before that is found at the next look. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'node:test';
import { createLook } from '../../../src/platform/batching/look-at-queues.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import { claimFairly, dueFairly } from '../../../src/platform/database/fair-share.ts';
import { lookAtVersions } from '../../../src/platform/database/follow-versions.ts';
import { floorOf, keepsMany, versionsOf } from '../../../src/platform/database/kept-versions.ts';
import type { Worker } from '../../../src/platform/process/loop.ts';
import { isExplainable, onEachStatement, type Statement } from '../../statements/gathered.ts';
import { holdSnapshot } from '../../support/hold-snapshot.ts';
import { issueGifts } from '../../support/text-world.ts';
import { workerWorld, type WorkerWorld } from '../../support/worker-world.ts';

/** So many that their table is not read as a whole. */
const taken = 10_000;
const atOnce = 1000;
const manyPages = 150;
const newest = 100_000;
const fewPages = 60;
/** More than are ordinary. */
const versions = 2000;
const inStatement = 200;

async function addLetters(world: WorkerWorld, clientId: number, first: number, count: number): Promise<void> {
  const requestIds = Array.from({ length: count }, (_, index) => first + index);
  const gifts = requestIds.map((requestId) => ({ clientId, requestId, channel: 'email' as const }));
  await issueGifts(world, gifts, world.clock.now());
}

/** So many that were sent meanwhile, and all of whose versions are kept. */
async function sendMany(world: WorkerWorld, clientId: number): Promise<void> {
  await addLetters(world, clientId, 1, 1);
  for (let first = 2; first < taken; first += atOnce) {
    await world.db.query(
      `insert into deliveries select (jsonb_populate_record(d, jsonb_build_object('request_id', n))).*
       from deliveries d, generate_series($2::bigint, $3) n where client_id = $1 and request_id = 1`,
      [clientId, first, first + atOnce - 1],
    );
    await world.db.query(
      `update deliveries set state = 'sent', sent_at = $1 where client_id = $2 and request_id > 1 and state = 'due'`,
      [world.clock.now(), clientId],
    );
  }
  await world.db.query(`update deliveries set state = 'sent', sent_at = $1 where state = 'due'`, [
    world.clock.now(),
  ]);
  await world.db.query('analyze deliveries');
  world.clock.forward(5);
}

/** Of balances, by which a process knows. */
async function keepVersions({ db, clock }: WorkerWorld): Promise<void> {
  await db.query(`insert into accounts (client_id, name) values (101, 'funds') on conflict do nothing`);
  for (let made = 0; made < versions; made += inStatement)
    await db.query(
      `do $$ begin for n in 1..${inStatement} loop update accounts set balance_kopecks = balance_kopecks; commit; end loop; end $$`,
    );
  for (let looks = 0; looks < 300 && !keepsMany(db); looks += 1) {
    await look(db, clock.now());
    await sleep(100);
  }
  assert.ok(keepsMany(db), 'the process does not see that versions are kept');
}

async function look(db: Database, now: Date, reach?: 'complete' | 'later'): Promise<void> {
  const known = versionsOf(db);
  if (known !== undefined) await lookAtVersions(db, known, now, reach);
}

const claim = async ({ db, clock }: WorkerWorld, limit = 10): Promise<number[]> => {
  const { rows } = await claimFairly<{ request_id: number }>(
    db,
    { name: 'deliveries', leaseSeconds: 60 },
    {
      limit,
      now: clock.now(),
      columns: 'request_id',
      owner: 'client_id',
      ownerIds: [],
      capacities: [],
      capacityOfOthers: 10,
      channel: 'email',
    },
  );
  return rows.map((row) => row.request_id).toSorted((one, other) => one - other);
};

const letters: Worker = {
  name: 'deliver',
  idleMs: 0,
  due: [dueFairly('deliveries', 'client_id', 'email')],
  round: () => Promise.resolve(0),
  drain: () => Promise.resolve(),
};

/** Pages that the statements of `work` read. */
async function pagesOf({ db }: WorkerWorld, work: () => Promise<unknown>): Promise<number[]> {
  const noted: Statement[] = [];
  let isNoting = true;
  onEachStatement((statement) => {
    if (isNoting && isExplainable(statement)) noted.push(statement);
  });
  await work();
  isNoting = false;
  const client = await db.connect();
  const pages: number[] = [];
  for (const { text, values } of noted) {
    await client.query('begin');
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
      `explain (analyze, buffers, format json) ${text}`,
      values,
    );
    await client.query('rollback');
    const plan = rows[0]?.['QUERY PLAN'][0].Plan ?? {};
    pages.push((plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0));
  }
  client.release();
  return pages;
}

test('under an old snapshot a claim begins behind what was sent, and what comes late is found after the next look', async () => {
  await using world = await workerWorld();
  const { db, clock } = world;
  const lookForLetters = createLook(db, [letters], () => clock.now());
  await using _ = await holdSnapshot(db);
  await sendMany(world, 101);
  const unaware = await pagesOf(world, async () => {
    assert.deepEqual(await claim(world), []);
    assert.equal(await lookForLetters(letters), false);
  });
  assert.ok(
    unaware.length === 2 && unaware.every((pages) => pages > manyPages),
    `${unaware.join(', ')} pages`,
  );
  await keepVersions(world);
  assert.ok(floorOf(db, 'email') !== null);
  await addLetters(world, 101, newest, 2);
  const later = await pagesOf(world, async () => {
    assert.equal(await lookForLetters(letters), true);
    assert.deepEqual(await claim(world), [newest, newest + 1]);
    assert.deepEqual(await claim(world), []);
  });
  assert.ok(later.length === 3 && later.every((pages) => pages < fewPages), `${later.join(', ')} pages`);

  const complete = await pagesOf(world, () => look(db, clock.now()));
  const followed = await pagesOf(world, () => look(db, clock.now(), 'later'));
  assert.ok(Math.max(...complete) > manyPages, `${complete.join(', ')} pages`);
  assert.ok(Math.max(...followed) < fewPages, `${followed.join(', ')} pages`);

  await db.query(`update deliveries set due_at = $2::timestamptz - interval '1 hour' where request_id = $1`, [
    newest,
    clock.now(),
  ]);
  await look(db, clock.now(), 'later');
  assert.deepEqual(await claim(world), [], 'it was put back before the floor');
  await look(db, clock.now());
  assert.deepEqual(await claim(world), [newest], 'what was put back is overlooked');
});
