import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import { listMovements, readStatements } from '../../src/ledger/statement.ts';
import { createLog } from '../../src/platform/process/log.ts';
import { openDatabase, transaction } from '../../src/platform/database/database.ts';
import { dayAfter, moscowDay } from '../../src/platform/time/moscow-time.ts';
import { verify } from '../../src/reports/verify.ts';
import { startPlatform } from '../crash/platform-process.ts';
import { addClient, type Place } from '../support/arrange.ts';
import { migratedDatabase } from '../support/migrated-database.ts';
import { createLedgerCounter, gatheringMs, settlingMs } from '../../src/ledger/count-ledger.ts';
import { hourMs, Story, type Step } from './ledger-story.ts';

const runs = 25;

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('post' as const),
      kinds: fc.array(fc.constantFrom('top_up', 'chargeback', 'hold', 'hold', 'end', 'end', 'refund'), {
        minLength: 1,
        maxLength: 6,
      }),
      kopecks: fc.integer({ min: 1, max: 900_000 }),
      hours: fc.nat(30),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'count' as const,
        'killed while counting' as const,
        'begin late' as const,
        'end late' as const,
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.nat(60) }) },
);

test('whenever it is read, a statement is what the transfers say, counted, late or not counted yet', async () => {
  await using world = await migratedDatabase();
  const slow = openDatabase(world.url, { connections: 2, name: 'late transfers' });
  const place: Place = { ...world, now: () => world.now };
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const { id } = await addClient(place, { balanceRoubles: 1, creditRoubles: 100_000_000 });
        const story = new Story(world, slow, id);
        for (const one of steps) {
          await story.take(one);
          if (one.do === 'count' || one.do === 'end late') await story.check();
        }
        await story.end();
      }),
      { numRuns: runs },
    );
  } finally {
    await slow.end();
  }
});

test('a transfer that commits behind the counted ones is in every statement, and counted', async () => {
  await using world = await migratedDatabase();
  const slow = openDatabase(world.url, { connections: 2, name: 'late transfers' });
  const place: Place = { ...world, now: () => world.now };
  try {
    const { id } = await addClient(place, { balanceRoubles: 1, creditRoubles: 1000 });
    const story = new Story(world, slow, id);
    const steps: Step[] = [
      { do: 'begin late' },
      { do: 'post', kinds: ['top_up', 'hold'], kopecks: 500, hours: 0 },
      { do: 'wait', hours: 30 },
      { do: 'count' },
      { do: 'end late' },
    ];
    for (const one of steps) await story.take(one);
    await story.check();
    await story.end();
  } finally {
    await slow.end();
  }
});

test('counted days are not read again', async () => {
  await using world = await migratedDatabase();
  const place: Place = { ...world, now: () => world.now };
  const { id } = await addClient(place, { balanceRoubles: 500 });
  const story = new Story(world, world.db, id);
  await story.count();
  const { rows } = await world.db.query(
    `select kind, transfers, sum_kopecks, total_kopecks from ledger_days`,
  );
  assert.deepEqual(rows, [{ kind: 'top_up', transfers: 1, sum_kopecks: 50_000, total_kopecks: 50_000 }]);
  await world.db.query(
    `update ledger_days set sum_kopecks = sum_kopecks + 1, total_kopecks = total_kopecks + 1`,
  );
  const { checks } = await verify(world.db, () => {});
  assert.equal(checks.find(({ name }) => name === 'ledger-days')?.ok, false, 'verify sees a changed day');
});

test('what is not counted yet is read once for a page, and not for days on which none of it lies', async () => {
  await using world = await migratedDatabase();
  const place: Place = { ...world, now: () => world.now };
  const { id } = await addClient(place, { balanceRoubles: 500 });
  const story = new Story(world, world.db, id);
  await story.take({ do: 'wait', hours: 72 });
  await story.count();
  const uncounted = 30;
  for (let left = uncounted; left > 0; left -= 1)
    await story.take({ do: 'post', kinds: ['top_up'], kopecks: 100, hours: 0 });
  const today = moscowDay(story.now);
  const [before, after] = [dayAfter(today, -1), dayAfter(today, 1)];
  const read = await transaction(world.db, async (tx) => {
    const ask = { clientId: id, from: before, to: today };
    const statements = await readStatements(tx, id, [ask, { from: today, to: after }]);
    const [past, present] = statements ?? [];
    assert.equal(past?.movements, 0);
    assert.equal(present?.movements, uncounted);
    assert.deepEqual(await listMovements(tx, { ...ask, bounds: past.bounds, after: 0, limit: 50 }), []);
    const { rows } = await tx.query<{ read: number }>(
      `select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = 'transfers'`,
    );
    return rows[0]?.read ?? 0;
  });
  assert.ok(read < 2 * uncounted, `${read} transfers were read`);
});

test('a client whose money moves all the time is counted now and then, and what is too young is not read', async () => {
  await using world = await migratedDatabase();
  const one = openDatabase(world.url, { connections: 1, name: 'counter' });
  const place: Place = { ...world, now: () => world.now };
  const move = async (count: number): Promise<void> => {
    for (let left = count; left > 0; left -= 1)
      await story.take({ do: 'post', kinds: ['top_up'], kopecks: 100, hours: 0 });
  };
  const wait = (ms: number): void => {
    story.now = new Date(story.now.getTime() + ms);
  };
  const { id } = await addClient(place, { balanceRoubles: 500 });
  const story = new Story(world, world.db, id);
  const counter = createLedgerCounter({
    db: one,
    clock: { now: () => story.now },
    log: createLog('silent'),
    crashPoint: () => {},
  });
  const count = async (): Promise<void> => {
    while ((await counter.round()) > 0);
  };
  const counted = async (): Promise<number> => {
    const { rows } = await world.db.query<{ sum: number }>(
      `select coalesce(sum(transfers), 0)::bigint as sum from ledger_days`,
    );
    return rows[0]?.sum ?? 0;
  };
  const read = async (): Promise<number> => {
    const { rows } = await one.query<{ read: number }>(
      `select seq_tup_read + idx_tup_fetch as read from pg_stat_user_tables, pg_stat_force_next_flush() where relname = 'transfers'`,
    );
    return rows[0]?.read ?? 0;
  };
  try {
    await count();
    await move(10);
    wait(settlingMs + gatheringMs / 2);
    await move(300);
    await count();
    assert.equal(await counted(), 1, 'the first ones have settled, and are not counted one by one');
    wait(gatheringMs / 2);
    await one.query(`set enable_seqscan = off`);
    await read();
    const before = await read();
    await count();
    await read();
    assert.equal(await counted(), 11);
    const taken = (await read()) - before;
    assert.ok(taken < 100, `${taken} transfers were read`);
  } finally {
    await one.end();
  }
});

test('killed while it counts, each transfer is counted once', { timeout: 120_000 }, async () => {
  await using world = await migratedDatabase();
  const place: Place = { ...world, now: () => new Date(Date.now() - hourMs) };
  const settings = { DATABASE_URL: world.url };
  await using first = await startPlatform({ ...settings, FACEVALUE_CRASH_AT: 'count-ledger:before-commit' });
  const { id } = await addClient(place, { balanceRoubles: 500 });
  assert.equal(await first.ended, 'SIGKILL');
  await using second = await startPlatform(settings);
  for (;;) {
    const { rows } = await world.db.query<{ transfers: number }>(
      `select transfers from ledger_days where client_id = $1`,
      [id],
    );
    assert.ok(second.isAlive());
    if (rows[0]?.transfers === 1) break;
    await sleep(50);
  }
  const { checks } = await verify(world.db, () => {});
  assert.ok(checks.every(({ ok }) => ok));
});
