import assert from 'node:assert/strict';
import { test } from 'node:test';
import { historyDays, seedHistory } from '../../seeds/history/seed-history.ts';
import { seedDemo } from '../../seeds/seed-demo.ts';
import { seedPersons } from '../../seeds/seed-persons.ts';
import { seedWaiting } from '../../seeds/seed-waiting.ts';
import { seedTills } from '../../seeds/seed-tills.ts';
import { findProof } from '../../src/reports/proof/verdict.ts';
import { readWaiting } from '../../src/reports/what-waits/read-waiting.ts';
import { waitingKindNames } from '../../src/reports/what-waits/waiting-kinds.ts';
import { verify } from '../../src/reports/verify.ts';
import { testWorld } from '../support/test-world.ts';

test('the demo has a month behind it that adds up and holds something of everything, once', async () => {
  await using world = await testWorld();
  const { ctx, clock } = world;
  const began = new Date(clock.now().getTime() - (historyDays + 1) * 86_400_000);
  const facts = await seedDemo({ ...ctx, clock: { now: () => began } }, () => {});
  await seedPersons(ctx, await seedTills(ctx, facts));
  await seedHistory(ctx);

  const count = async (from: string): Promise<number> => {
    const { rows } = await ctx.db.query<{ n: number }>(`select count(*) as n from ${from}`);
    return rows[0]?.n ?? 0;
  };
  const atLeast: [string, number][] = [
    [`requests where state = 'issued' and not testmode`, 800],
    [`requests where state = 'failed' and testmode`, 1],
    [`requests where refunded_at is not null`, 4],
    [`deliveries where state = 'failed'`, 3],
    [`deliveries where report = 'undelivered'`, 3],
    [`gift_events where kind = 'revealed'`, 300],
    [`redemptions where left_kopecks > 0`, 1],
    [`redemptions r join memberships m on m.person_id = r.person_id and m.till_name is not null`, 50],
    [`redemptions r join memberships m on m.person_id = r.person_id and m.till_name is null`, 1],
    [`callbacks where state = 'abandoned'`, 1],
    [`callbacks where state = 'accepted' and attempts = 9`, 1],
    [`callback_attempts where http_status = 502`, 20],
    [`transfers where kind = 'top_up'`, 7],
    [`bulk_orders where state = 'done' and issued = 60`, 1],
    [`top_up_requests`, 6],
  ];
  for (const [from, least] of atLeast) {
    const found = await count(from);
    assert.ok(found >= least, `${from}: ${found}`);
  }
  const { rows: days } = await ctx.db.query<{ orders: number }>(
    `select count(*) as orders from requests where not testmode
     group by (accepted_at at time zone 'Europe/Moscow')::date order by 1 desc`,
  );
  assert.ok(days.length >= historyDays, 'every day has orders');
  assert.ok((days[0]?.orders ?? 0) > 2 * (days.at(-2)?.orders ?? 0), 'and they differ');
  const { rows: disorder } = await ctx.db.query(
    `select from (select accepted_at, lag(accepted_at) over (order by id) as before from requests) r where accepted_at < before`,
  );
  assert.equal(disorder.length, 0, 'ids follow time');
  assert.equal(
    await count(`deliveries where state = 'due' and due_at < now()`),
    0,
    'no old letter is sent now',
  );
  const { rows: waiting } = await ctx.db.query(
    `select from callbacks where state = 'due' and announced_at < $1`,
    [clock.now()],
  );
  assert.equal(waiting.length, 0, 'no old callback is sent now');
  const proof = await verify(ctx.db, () => {});
  assert.deepEqual(
    proof.checks.filter(({ ok }) => !ok),
    [],
  );
  const before = await count('requests');
  await seedHistory(ctx);
  assert.equal(await count('requests'), before);

  await seedWaiting(ctx);
  await seedWaiting(ctx);
  await world.settle();
  const waits = await readWaiting(ctx, waitingKindNames, clock.now());
  assert.deepEqual(
    waits
      .filter(({ kind }) => ['quarantine', 'approvals', 'drafts'].includes(kind))
      .map(({ count: found }) => found),
    [1, 1, 1],
  );
  for (const kind of ['top-ups', 'callbacks', 'letters'])
    assert.ok(
      waits.some((one) => one.kind === kind),
      kind,
    );
  assert.equal((await findProof(ctx.db, null))?.ok, true);
});
