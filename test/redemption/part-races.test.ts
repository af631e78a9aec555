/** Many tills at once: of a certificate never more is taken than there is. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { refundOrder } from '../../src/orders/refund-order.ts';
import { undoRedemption } from '../../src/redemption/undo-redemption.ts';
import { WaitedTooLong } from '../../src/platform/batching/gather.ts';
import { TooManyWaiting } from '../../src/platform/batching/permits.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { gatherRedemptions, type Redeem } from '../../src/redemption/gather-redemptions.ts';
import type { Redeemed, RedeemAsk } from '../../src/redemption/redeem-ask.ts';
import type { Till } from '../../src/redemption/till.ts';
import { verify } from '../../src/reports/verify.ts';
import { testWorld } from '../support/test-world.ts';
import { managerOf, shop } from './redemption-shop.ts';

const tills = 64;

/** As a till that was told to come again. */
async function untilAnswered(redeem: Redeem, ask: RedeemAsk): Promise<Redeemed> {
  for (;;)
    try {
      return await redeem(ask);
    } catch (problem) {
      if (!(problem instanceof TooManyWaiting || problem instanceof WaitedTooLong)) throw problem;
      await sleep(50);
    }
}

test('64 tills take parts of the same certificates at once: each is used up exactly', async () => {
  await using world = await testWorld();
  const { client, product, buy } = await shop(world, { inParts: true });
  const numbers: string[] = [];
  for (let count = 0; count < 12; count += 1) numbers.push(await buy());
  const processes = Array.from({ length: 4 }, () => gatherRedemptions(world.ctx));
  const principal = { is: 'program', side: 'supplier', partyId: product.supplierId } as const;
  const till = (name: string): Till => ({
    supplierId: product.supplierId,
    principal,
    name,
    redeemsOwn: false,
  });
  const taken = new Map<string, number>();
  const answers: Redeemed[] = [];
  await Promise.all(
    Array.from({ length: tills }, async (_, nth) => {
      const redeem = processes[nth % processes.length] as (typeof processes)[number];
      for (const [place, number] of numbers.entries()) {
        // Odd kopecks, so that what is left at last is no whole part of it; each eighth till knows no parts, and takes what is left when it is told how much.
        const amount = (nth * 7 + place) % 8 === 0 ? {} : { amountKopecks: 1713 + nth };
        const all = { till: till(`Касса ${nth}`), number, idempotencyKey: `${nth}-${number}` };
        let ask: RedeemAsk = { ...all, ...amount };
        let answer = await untilAnswered(redeem, ask);
        while (
          answer.is === 'amount-needed' ||
          (amount.amountKopecks === undefined && answer.is === 'more-than-left')
        ) {
          ask = { ...all, amountKopecks: answer.leftKopecks };
          answer = await untilAnswered(redeem, ask);
        }
        const again = await untilAnswered(redeem, ask);
        if (answer.is === 'redeemed') assert.deepEqual(again, answer, 'a repeat takes nothing');
        answers.push(answer);
        if (answer.is === 'redeemed')
          taken.set(number, (taken.get(number) ?? 0) + (answer.part?.amountKopecks ?? 0));
      }
    }),
  );
  assert.deepEqual(
    new Set(answers.map(({ is }) => is)).difference(
      new Set(['redeemed', 'already-redeemed', 'more-than-left']),
    ),
    new Set(),
  );
  for (const number of numbers) assert.equal(taken.get(number), 50_000, number);
  const { db } = world.cellOf(client);
  const { rows } = await db.query<{ taken: number; parts: number }>(
    `select c.taken_kopecks as taken, sum(r.amount_kopecks)::bigint as parts from codes c
     join redemptions r on r.supplier_id = c.supplier_id and r.code_id = c.id group by c.id, c.taken_kopecks`,
  );
  assert.deepEqual(
    rows,
    numbers.map(() => ({ taken: 50_000, parts: 50_000 })),
  );
  const proof = await transaction(db, (tx) => verify(tx, () => {}));
  assert.ok(proof.ok, JSON.stringify(proof.checks.filter(({ ok }) => !ok)));
});

test('whole and in parts at once, while the setting is switched on: never more than the face', async () => {
  await using world = await testWorld();
  const { client, product, buy } = await shop(world);
  const numbers: string[] = [];
  for (let count = 0; count < 8; count += 1) numbers.push(await buy());
  const processes = Array.from({ length: 3 }, () => gatherRedemptions(world.ctx));
  const principal = { is: 'program', side: 'supplier', partyId: product.supplierId } as const;
  const till: Till = { supplierId: product.supplierId, principal, name: 'Касса', redeemsOwn: false };
  const asks = Array.from({ length: 24 }, (_, nth) =>
    numbers.flatMap((number) =>
      processes.map((redeem) =>
        untilAnswered(redeem, {
          till,
          number,
          idempotencyKey: null,
          ...(nth % 2 === 0 && { amountKopecks: 30_000 }),
        }),
      ),
    ),
  ).flat();
  await world.ctx.db.query(`update products set in_parts = true where id = $1`, [product.id]);
  await Promise.all(asks);
  const { db } = world.cellOf(client);
  const { rows } = await db.query<{ sum: number }>(
    `select sum(coalesce(r.amount_kopecks, c.face_kopecks))::bigint as sum from redemptions r
     join codes c on c.supplier_id = r.supplier_id and c.id = r.code_id group by r.code_id`,
  );
  assert.equal(rows.length, numbers.length);
  // The whole at once, or one part: two parts are too much, and a rest is not taken for the whole.
  for (const { sum } of rows) assert.ok(sum === 50_000 || sum === 30_000, String(sum));
  const proof = await transaction(db, (tx) => verify(tx, () => {}));
  assert.ok(proof.ok, JSON.stringify(proof.checks.filter(({ ok }) => !ok)));
});

test('tills, managers who undo parts and refunds at once: what was taken and what is left stay the face', async () => {
  await using world = await testWorld();
  const { client, product } = await shop(world, { inParts: true });
  const { supplierId } = product;
  const { db } = world.cellOf(client);
  const now = (): Date => world.clock.now();
  const orders: { id: number; code: string }[] = [];
  for (let count = 0; count < 6; count += 1) {
    const id = await client.makeOrder({ product_id: product.id, face: 500, delivery_type: 'code' });
    await world.settle();
    orders.push({ id, code: (await client.getCode(id)).code });
  }
  const processes = Array.from({ length: 3 }, () => gatherRedemptions(world.ctx));
  const principal = { is: 'program', side: 'supplier', partyId: supplierId } as const;
  const till: Till = { supplierId, principal, name: 'Касса', redeemsOwn: false };
  const outcomes: Redeemed['is'][] = [];
  const refunds: string[] = [];
  await Promise.all(
    Array.from({ length: 24 }, async (_, nth) => {
      const redeem = processes[nth % processes.length] as Redeem;
      for (const [place, { id, code }] of orders.entries()) {
        const amount = (nth + place) % 5 === 0 ? {} : { amountKopecks: 7_000 + nth };
        const redeemed = await untilAnswered(redeem, { till, number: code, idempotencyKey: null, ...amount });
        outcomes.push(redeemed.is);
        if (redeemed.is === 'redeemed' && nth % 2 === 0) {
          const ask = { supplierId, transaction: redeemed.transaction, reason: 'Ошибка кассира' };
          const undone = await undoRedemption(db, world.ctx.keyring, managerOf(supplierId), ask, now());
          assert.ok(undone.is === 'undone' || undone.is === 'refunded', undone.is);
        }
        if (nth % 6 !== 0) continue;
        const takenBack = nth % 12 === 0;
        const refund = { clientId: client.id, requestId: id, note: 'возврат', takenBack };
        refunds.push((await refundOrder(db, refund, now())).is);
      }
    }),
  );
  assert.ok(outcomes.includes('redeemed'));
  assert.deepEqual(
    new Set(refunds).difference(new Set(['refunded', 'refunded-before', 'redeemed', 'not-redeemed'])),
    new Set(),
  );
  const proof = await transaction(db, (tx) => verify(tx, () => {}));
  assert.ok(proof.ok, JSON.stringify(proof.checks.filter(({ ok }) => !ok)));
});
