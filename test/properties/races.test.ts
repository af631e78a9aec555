import assert from 'node:assert/strict';
import { test } from 'node:test';
import { giveBackBrandLimits, useBrandLimits } from '../../src/catalog/use-brand-limits.ts';
import { chargeBack } from '../../src/ledger/top-up.ts';
import type { OrderAsk } from '../../src/orders/order-ask.ts';
import type { Placement } from '../../src/orders/place-orders.ts';
import { wireError } from '../../src/orders/refusals.ts';
import { moscowMonth } from '../../src/platform/time/moscow-time.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { offerCodes, promiseCodes } from '../../src/vault/lots.ts';
import { addClient, addCodes, addProduct, freshCodes, type Place } from '../support/arrange.ts';
import { assertInvariants } from './invariants.ts';
import { orderAsk } from './order-ask.ts';
import { type RacePlace, racePlace, placeAll, drain, untilLockAwaited } from './race-place.ts';

test('an order whose client loses its money between reading and booking is refused, not failed', async () => {
  await using place = await racePlace();
  const client = await addClient(place, { balanceRoubles: 60_000 });
  const product = await addProduct(place, { scheme: 'platform' });
  const ask = orderAsk({ client, productId: product.id, faceKopecks: 50_000, uuid: '' });
  const placement = await transaction(place.db, async (tx) => {
    await chargeBack(tx, { clientId: client.id, amountKopecks: 6_000_000, note: '' }, place.now());
    // It has read the funds, and waits for this transaction to book its hold.
    const placing = place.acceptors[0]?.(ask);
    await untilLockAwaited(place.db);
    return { placing };
  });
  assert.deepEqual(await placement.placing, { is: 'refused', refusal: { why: 'no-funds' } });
  await assertInvariants(place.db);
});

test('of sixty concurrent orders within a limit of five, five are accepted, the others refused with 1102, and none fails later', async () => {
  await using place = await racePlace();
  const client = await addClient(place);
  for (const limit of [{ monthlyOrdersLimit: 5 }, { monthlySumLimitRoubles: 2999 }]) {
    for (const scheme of ['pool', 'platform'] as const) {
      const product = await addProduct(place, { scheme, ...limit });
      if (scheme === 'pool') await addCodes(place, product, 500, freshCodes(100));
      const answers = await sixtyAtOnce(place, () =>
        orderAsk({ client, productId: product.id, faceKopecks: 50_000 }),
      );
      assert.equal(answers.filter(({ is }) => is === 'placed').length, 5);
      assert.deepEqual(
        refusalsOf(answers).map(({ code }) => code),
        Array.from({ length: 55 }, () => 1102),
      );
      await assertInvariants(place.db);
      await drain(place);
      assert.equal(await failuresAfterAcceptance(place), 0);
      await assertInvariants(place.db);
    }
  }
});

test('an order whose limit was ample when it was read and is used up is refused, not failed', async () => {
  await using place = await racePlace();
  const client = await addClient(place);
  const product = await addProduct(place, { scheme: 'platform', monthlyOrdersLimit: 20 });
  const ask = () => orderAsk({ client, productId: product.id, faceKopecks: 50_000 });
  // The limit is used up meanwhile: the order has read it, and waits to count its use.
  const month = moscowMonth(place.now());
  const uses = Array.from({ length: 20 }, () => ({ ...product, faceKopecks: 50_000 }));
  const placement = await transaction(place.db, async (tx) => {
    await useBrandLimits(tx, uses, month);
    const placing = place.acceptors[0]?.(ask());
    await untilLockAwaited(place.db);
    return { placing };
  });
  const { supplierId, brandId } = product;
  const lacks = { of: 'limit', use: { supplierId, brandId, faceKopecks: 50_000 } };
  assert.deepEqual(await placement.placing, { is: 'refused', refusal: { why: 'supplier-limit' }, lacks });
  await transaction(place.db, (tx) => giveBackBrandLimits(tx, uses, month));
  await assertInvariants(place.db);
});

test('an order whose lot was ample when it was read and is promised away is refused, not failed', async () => {
  await using place = await racePlace();
  const client = await addClient(place);
  const product = await addProduct(place);
  await addCodes(place, product, 500, freshCodes(20));
  const faceKopecks = 50_000;
  const ask = orderAsk({ client, productId: product.id, faceKopecks });
  const lot = { supplierId: product.supplierId, productId: product.id, faceKopecks, endsOn: 'infinity' };
  const placement = await transaction(place.db, async (tx) => {
    await promiseCodes(tx, [{ lot, codes: 20 }]);
    const placing = place.acceptors[0]?.(ask);
    await untilLockAwaited(place.db);
    return { placing };
  });
  const outcome = await placement.placing;
  assert.ok(outcome !== undefined && outcome !== 'full' && outcome.is === 'refused');
  assert.deepEqual(outcome.refusal, { why: 'no-stock' });
  await transaction(place.db, (tx) => offerCodes(tx, [{ lot, codes: 20 }]));
  await assertInvariants(place.db);
});

/** Sixty orders at the same moment: each in its own transaction, and in batches of three processes. */
async function sixtyAtOnce(place: RacePlace, ask: (index: number) => OrderAsk): Promise<Placement[]> {
  const alone = Array.from({ length: 30 }, (_, index) => placeAll(place, [ask(index)]));
  const gathered = Array.from({ length: 30 }, async (_, index) => {
    const judged = await place.acceptors[index % place.acceptors.length]?.(ask(30 + index));
    assert.ok(typeof judged === 'object' && judged.is !== 'failed');
    return judged;
  });
  return [...(await Promise.all(alone)).flat(), ...(await Promise.all(gathered))];
}

const refusalsOf = (placements: Placement[]) =>
  placements.flatMap((one) => (one.is === 'refused' ? [wireError(one.refusal)] : []));

async function failuresAfterAcceptance({ db }: Place): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*) as count from requests where state in ('failed', 'cancelled')`,
  );
  return rows[0]?.count ?? 0;
}

test('of sixty concurrent orders for five codes, five are accepted, the others refused with 3601, and none fails later', async () => {
  await using place = await racePlace();
  const [unfunded, funded] = await Promise.all([
    addClient(place, { balanceRoubles: 100_000 }),
    addClient(place, { balanceRoubles: 100_000_000 }),
  ]);
  for (let round = 0; round < 5; round += 1) {
    const product = await addProduct(place);
    await addCodes(place, product, 500, freshCodes(5));
    const answers = await sixtyAtOnce(place, (index) =>
      orderAsk({ client: index % 2 === 0 ? unfunded : funded, productId: product.id, faceKopecks: 50_000 }),
    );
    assert.equal(answers.filter(({ is }) => is === 'placed').length, 5);
    const refusals = refusalsOf(answers);
    assert.equal(refusals.length, 55);
    for (const refusal of refusals)
      assert.partialDeepStrictEqual(refusal, { code: 3601, text: 'fields filled incorrectly: face' });
    await assertInvariants(place.db);
    await drain(place);
    assert.equal(await failuresAfterAcceptance(place), 0);
  }
  await assertInvariants(place.db);
});
