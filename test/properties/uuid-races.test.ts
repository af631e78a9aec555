import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Client } from '../../src/clients/client.ts';
import { lockAccounts } from '../../src/ledger/post-transfers.ts';
import { topUp } from '../../src/ledger/top-up.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { offerCodes, promiseCodes } from '../../src/vault/lots.ts';
import { addClient, addCodes, addProduct, freshCodes } from '../support/arrange.ts';
import { assertInvariants } from './invariants.ts';
import { orderAsk } from './order-ask.ts';
import { faces, racePlace, placeAll, drain, idOf, untilLockAwaited } from './race-place.ts';

test('fifty concurrent orders with one uuid are one request, in any batches', async () => {
  await using place = await racePlace();
  const client = await addClient(place);
  const product = await addProduct(place, { scheme: 'platform' });
  const ask = (uuid: string) => orderAsk({ client, productId: product.id, faceKopecks: 50_000, uuid });
  for (const uuid of ['first', 'second', 'third']) {
    const batches = Array.from({ length: 50 }, (_, index) => {
      const alone = [ask(uuid)];
      const twice = [ask(uuid), ask(uuid)];
      const besideOthers = [ask(`${uuid}-${index}`), ask(uuid), ask(`${uuid}-${index - 3}`)];
      return [alone, twice, besideOthers][index % 3] ?? alone;
    });
    const answers = await Promise.all(batches.map((asks) => placeAll(place, asks)));
    const ids = answers.flatMap((placements, batch) =>
      placements.filter((_, index) => batches[batch]?.[index]?.uuid === uuid).map(idOf),
    );
    assert.ok(ids.length > 50);
    assert.equal(new Set(ids).size, 1);
  }
  await drain(place);
  await assertInvariants(place.db);
});

test('of fifty concurrent orders with one uuid and two sets of parameters, the first set wins and the other gets 1207', async () => {
  await using place = await racePlace();
  const client = await addClient(place);
  const product = await addProduct(place, { scheme: 'platform' });
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      placeAll(place, [
        orderAsk({ client, productId: product.id, faceKopecks: faces[index % 2] ?? 0, uuid: 'two minds' }),
      ]),
    ),
  );
  const placed = answers.flat().filter((placement) => placement.is === 'placed');
  assert.equal(placed.length, 25);
  assert.equal(new Set(placed.map(idOf)).size, 1);
  for (const placement of answers.flat()) {
    if (placement.is === 'refused') assert.equal(placement.refusal.why, 'uuid-mismatch');
  }
  await drain(place);
  await assertInvariants(place.db);
});

test('a uuid refused for lack of funds is free again, also during concurrent use', async () => {
  await using place = await racePlace();
  const client = await addClient(place, { balanceRoubles: 400 });
  const product = await addProduct(place, { scheme: 'platform' });
  const ask = () => orderAsk({ client, productId: product.id, faceKopecks: 50_000, uuid: 'without-funds' });
  const money = { clientId: client.id, amountKopecks: 10_000, reference: 'late', note: '' };
  const tries = Array.from({ length: 30 }, () => placeAll(place, [ask(), ask()]));
  const [answers] = await Promise.all([
    Promise.all(tries),
    transaction(place.db, (tx) => topUp(tx, money, place.now())),
  ]);
  const [last] = await placeAll(place, [ask()]);
  const placed = [...answers.flat(), last].filter((placement) => placement?.is === 'placed');
  assert.equal(last?.is, 'placed');
  assert.equal(new Set(placed.map(idOf)).size, 1);
  await drain(place);
  await assertInvariants(place.db);
});

test('of one batch with one uuid three times, what is left after a refusal is placed and then repeated', async () => {
  await using place = await racePlace();
  const client = await addClient(place);
  const product = await addProduct(place, { scheme: 'platform' });
  const ask = (faceKopecks: number) =>
    orderAsk({ client, productId: product.id, faceKopecks, uuid: 'thrice' });
  const [refused, placed, mismatched, repeated] = await placeAll(place, [
    ask(1),
    ask(50_000),
    ask(1),
    ask(50_000),
  ]);
  assert.deepEqual(refused, { is: 'refused', refusal: { why: 'fields', names: ['face'] } });
  assert.deepEqual(mismatched, { is: 'refused', refusal: { why: 'uuid-mismatch' } });
  assert.deepEqual(repeated, { is: 'placed', requestId: idOf(placed), repeated: true });
  const [later] = await placeAll(place, [ask(50_000)]);
  assert.deepEqual(later, repeated);
  await drain(place);
  await assertInvariants(place.db);
});

test('a batch locks accounts after all of its lots, also of a uuid that was refused before', async () => {
  await using place = await racePlace();
  const client = await addClient(place);
  const [made, pooled] = [await addProduct(place, { scheme: 'platform' }), await addProduct(place)];
  await addCodes(place, pooled, 500, freshCodes(2));
  const lot = {
    supplierId: pooled.supplierId,
    productId: pooled.id,
    faceKopecks: 50_000,
    endsOn: 'infinity',
  };
  const ask = (productId: number, faceKopecks: number, uuid = '') =>
    orderAsk({ client, productId, faceKopecks, uuid });
  const asks = [ask(made.id, 50_000), ask(made.id, 1, 'again'), ask(pooled.id, 50_000, 'again')];
  const { placing } = await transaction(place.db, async (tx) => {
    await promiseCodes(tx, [{ lot, codes: 1 }]);
    const begun = placeAll(place, asks);
    // It is awaited after this transaction, whatever becomes of that.
    begun.catch(() => {});
    await untilLockAwaited(place.db);
    await lockAccounts(tx, [client.id]);
    return { placing: begun };
  });
  const [first, second, third] = await placing;
  assert.deepEqual([first?.is, second?.is, third?.is], ['placed', 'refused', 'placed']);
  await transaction(place.db, (tx) => offerCodes(tx, [{ lot, codes: 1 }]));
  await drain(place);
  await assertInvariants(place.db);
});

test('batches with the same uuids in opposite order do not deadlock', async () => {
  await using place = await racePlace();
  const clients = await Promise.all([addClient(place), addClient(place)]);
  const product = await addProduct(place, { scheme: 'platform' });
  const uuids = Array.from({ length: 250 }, (_, index) => `crosswise-${index}`);
  const batchOf = (order: Client[], names: string[]) =>
    names.flatMap((uuid) =>
      order.flatMap((client) => [
        orderAsk({ client, productId: product.id, faceKopecks: 50_000, uuid }),
        orderAsk({ client, productId: product.id, faceKopecks: 100_000, uuid }),
      ]),
    );
  const batches = Array.from({ length: 12 }, (_, index) =>
    batchOf(index % 2 === 0 ? clients : clients.toReversed(), index % 3 === 0 ? uuids : uuids.toReversed()),
  );
  await Promise.all(batches.map((asks) => placeAll(place, asks)));
  await drain(place);
  await assertInvariants(place.db);
});
