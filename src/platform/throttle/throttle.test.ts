import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { migratedDatabase } from '../../../test/support/migrated-database.ts';
import { testClock } from '../../../test/support/test-clock.ts';
import { judgeWithin } from './judge-within.ts';
import { createCountPruner } from './prune-counts.ts';
import { createThrottle } from './throttle.ts';

const limit = { name: 'test', tries: 20, windowSeconds: 600 };

async function throttles() {
  const world = await migratedDatabase();
  const clock = testClock('2026-11-21T12:00:00+03:00');
  const parts = { db: world.db, keyring: world.keyring, clock };
  return {
    db: world.db,
    clock,
    parts,
    /** A throttle as in a process of its own. */
    process: (of = limit) => createThrottle(parts, of),
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

/** Returns when `judge` was called, and the result. */
async function mass(at: ReturnType<typeof createThrottle>[], count: number, wrong: boolean) {
  let judged = 0;
  const outcomes = await Promise.all(
    Array.from({ length: count }, (_, index) => {
      const throttle = at[index % at.length] ?? assert.fail();
      return judgeWithin(
        [[throttle, 'somebody']],
        async () => {
          judged += 1;
          await nextTurn();
          return wrong;
        },
        (verdict) => verdict,
      );
    }),
  );
  return { judged, refused: outcomes.filter(({ is }) => is === 'refused').length };
}

test('of 1,000 wrong attempts at once over three processes, no more than the limit are checked', async () => {
  await using world = await throttles();
  const processes = [world.process(), world.process(), world.process()];
  assert.deepEqual(await mass(processes, 1000, true), { judged: limit.tries, refused: 1000 - limit.tries });
  assert.deepEqual(await mass([world.process()], 10, true), { judged: 0, refused: 10 }, 'a new process too');
  world.clock.forward('10 min');
  assert.deepEqual(await mass(processes, 100, true), { judged: limit.tries, refused: 100 - limit.tries });
});

test('successful attempts are returned: any number pass at once and use up nothing', async () => {
  await using world = await throttles();
  const [one, other] = [world.process(), world.process()];
  assert.deepEqual(await mass([one], 500, false), { judged: 500, refused: 0 });
  // Attempts kept by the first process are missing for the second one.
  const { judged } = await mass([other], 100, true);
  assert.ok(judged >= limit.tries - 1, String(judged));
  assert.ok((await mass([one, other], 100, true)).judged + judged <= limit.tries);
});

test('an attempt that could not be checked is not counted', async () => {
  await using world = await throttles();
  const throttle = world.process();
  for (let attempt = 0; attempt < 50; attempt += 1) {
    await assert.rejects(
      judgeWithin(
        [[throttle, 'a']],
        () => Promise.reject(new Error('the database is away')),
        () => true,
      ),
      /away/,
    );
  }
  assert.equal((await throttle.take('a')).is, 'taken');
});

test('an attempt refused by one throttle is not counted by the others', async () => {
  await using world = await throttles();
  const [narrow, wide] = [world.process({ ...limit, name: 'narrow', tries: 2 }), world.process()];
  const ask = () =>
    judgeWithin(
      [
        [wide, 'all'],
        [narrow, 'me'],
      ],
      () => Promise.resolve(true),
      (verdict) => verdict,
    );
  for (let attempt = 0; attempt < 30; attempt += 1) await ask();
  const { judged } = await mass([wide], 100, true);
  assert.equal(judged, limit.tries, 'another subject has its own limit');
  let left = 0;
  for (; left < 100; left += 1) {
    const one = await wide.take('all');
    if (one.is === 'refused') break;
    one.end(true);
  }
  assert.equal(left, limit.tries - 2);
});

test('successive successful attempts cost no statement, and a flood of wrong ones few', async () => {
  await using world = await throttles();
  let statements = 0;
  const counting = {
    ...world.parts,
    db: {
      query: <Row extends object>(text: string, values?: unknown[]) => {
        statements += 1;
        return world.db.query(text, values) as Promise<{ rows: Row[]; rowCount: number | null }>;
      },
    },
  };
  const throttle = createThrottle(counting, limit);
  for (let attempt = 0; attempt < 100; attempt += 1) await mass([throttle], 1, false);
  assert.equal(statements, 1);
  await mass([throttle], 1000, true);
  for (let attempt = 0; attempt < 100; attempt += 1) await mass([throttle], 10, true);
  assert.ok(statements <= 5, String(statements));
});

test('counts of past windows are deleted', async () => {
  await using world = await throttles();
  await mass([world.process()], 30, true);
  const pruner = createCountPruner(world.parts);
  assert.equal(await pruner.round(), 0);
  world.clock.forward('2 h');
  assert.equal(await pruner.round(), 1);
});
