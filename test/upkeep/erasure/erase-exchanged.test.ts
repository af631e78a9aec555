/** Erasure of whoever has exchanged a choice certificate. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { askErasure } from '../../../src/upkeep/erasure/ask-erasure.ts';
import { createOldEraser } from '../../../src/upkeep/erasure/erase-old.ts';
import { runErasure } from '../../../src/upkeep/erasure/run-erasures.ts';
import { weigh } from '../../../src/upkeep/erasure/weigh-erasure.ts';
import { fromShell } from '../../../src/people/access/principal.ts';
import { allowTime, transaction, type Sql } from '../../../src/platform/database/database.ts';
import { choiceOf, line } from '../../orders/exchange/choice-world.ts';
import { findEverywhere } from '../../support/find-everywhere.ts';
import { testWorld } from '../../support/test-world.ts';

const mila = 'mila@recipients.example';

test('erased by the number of a choice certificate, its recipient is erased in what it was exchanged for too', async () => {
  await using world = await testWorld();
  const shop = await choiceOf(world);
  const key = await shop.buy({ email_to: mila });
  await shop.chosen(key, [line(shop.coffee, 500)]);
  await shop.chosen(key, [line(shop.coffee, 500)]);
  await world.settle();
  world.clock.forward('6 min');
  await world.settle();
  const ctx = world.cellOf(shop.client);
  assert.ok((await findEverywhere(ctx.db, [mila])).length > 0);
  const ask = { kind: 'order', requestId: key.cardRequestId, reason: 'письмо 12' } as const;
  const weighed = await weigh(world.ctx, fromShell, ask, world.clock.now());
  assert.ok(weighed.is === 'weighed' && weighed.erasable === 3, JSON.stringify(weighed));
  const asked = await askErasure(ctx.db, ctx.keyring, fromShell, ask, world.clock.now());
  assert.equal(asked.is, 'asked');
  await world.settle();
  assert.deepEqual(await findEverywhere(ctx.db, [mila]), []);
  await shop.assertVerified();
});

test('what is chosen while an erasure looks for what was chosen keeps nobody', async () => {
  await using world = await testWorld();
  const shop = await choiceOf(world);
  const key = await shop.buy({ email_to: mila });
  await world.settle();
  world.clock.forward('6 min');
  await world.settle();
  const { db, keyring } = world.cellOf(shop.client);
  const ask = { kind: 'order', requestId: key.cardRequestId, reason: 'письмо 13' } as const;
  const asked = await askErasure(db, keyring, fromShell, ask, world.clock.now());
  assert.ok(asked.is === 'asked');
  const erasing = await transaction(db, async (tx) => {
    await allowTime(tx, { statementMs: 60_000, idleInTransactionMs: 120_000 });
    // The erasure waits between its first steps; one that waits for too long is repeated later.
    await tx.query(`lock table bulk_orders in access exclusive mode`);
    let isOver = false;
    const run = runErasure(world.ctx, asked.erasureId)
      .catch(() => {})
      .finally(() => {
        isOver = true;
      });
    while (!isOver && !(await isWaitedFor(db))) await sleep(20);
    await shop.chosen(key, [line(shop.coffee, 500)]);
    return { run };
  });
  await erasing.run;
  await world.settle();
  world.clock.forward('12 min');
  await world.settle();
  assert.deepEqual(await findEverywhere(db, [mila]), []);
});

async function isWaitedFor(db: Sql): Promise<boolean> {
  const { rows } = await db.query(
    `select from pg_locks where relation = 'bulk_orders'::regclass and not granted`,
  );
  return rows.length > 0;
}

test('an unlimited choice certificate ends when all of it is exchanged, and its recipient is erased in time', async () => {
  await using world = await testWorld();
  const shop = await choiceOf(world);
  const [whole, begun] = [
    await shop.buy({ email_to: mila }),
    await shop.buy({ email_to: 'petr@recipients.example' }),
  ];
  await world.ctx.db.query(`update products set validity = 'days', validity_days = 10 where id = $1`, [
    shop.coffee.id,
  ]);
  await shop.chosen(whole, [line(shop.coffee, 1000)]);
  await shop.chosen(begun, [line(shop.coffee, 500)]);
  await world.settle();
  const { db } = world.cellOf(shop.client);
  const forward = async (days: number): Promise<void> => {
    world.clock.forward(`${days} d`);
    const eraser = createOldEraser(world.cellOf(shop.client));
    while ((await eraser.round()) > 0);
  };
  await forward(530);
  assert.ok((await findEverywhere(db, [mila])).length > 0, 'kept for eighteen months');
  await forward(40);
  assert.deepEqual(await findEverywhere(db, [mila]), []);
  assert.ok((await findEverywhere(db, ['petr@recipients.example'])).length > 0, 'half of it is left');
});
