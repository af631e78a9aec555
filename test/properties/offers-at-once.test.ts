/** What takes a product off sale, while orders of it arrive; and many who change what its offer follows from, at once. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOtherwise, readOffers } from '../../src/catalog/judge-offers.ts';
import { vouchFor, withdrawVouch } from '../../src/catalog/vouches.ts';
import { importCatalog } from '../../src/catalog/import/import-catalog.ts';
import { transaction, type Tx } from '../../src/platform/database/database.ts';
import { changeProduct, takeCatalog } from '../../src/certificates/templates/change-catalog.ts';
import { offerUntested, passTest, type TestProduct } from '../support/arrange.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';
import { agree } from '../suppliers/supplied-world.ts';
import { smallSupplier } from '../suppliers/small-supplier.ts';

const lanes = 8;
/** Placed before and after by each lane. */
const ordersOfLane = 12;

type TakingOff = (world: TestWorld, product: TestProduct) => Promise<unknown>;

const inTx = (world: TestWorld, act: (tx: Tx) => Promise<unknown>): Promise<unknown> =>
  transaction(world.ctx.db, act);

const ways: [name: string, takeOff: TakingOff][] = [
  [
    'its word is taken back',
    (world, { id }) => inTx(world, (tx) => withdrawVouch(tx, id, world.clock.now())),
  ],
  [
    'its test goes red',
    (world, { supplierId }) =>
      inTx(world, (tx) => passTest(tx, supplierId, world.clock.now(), { green: false })),
  ],
  [
    'its catalogue makes it a choice card',
    (world, { id, supplierId }) =>
      inTx(world, (tx) =>
        importCatalog(
          tx,
          [{ id, supplier_id: supplierId, title: 'Сундук', faces: [500], digital_acceptance: 'exchange' }],
          { scheme: 'platform' },
          world.clock.now(),
        ),
      ),
  ],
];

for (const [name, takeOff] of ways)
  test(`${name} while orders arrive: whoever asks after it is refused, and what was accepted is issued`, async () => {
    await using world = await testWorld();
    const product = await world.product({ scheme: 'platform' });
    await world.ctx.db.query(`update products set catalog_id = id`);
    const client = await world.client({ balanceRoubles: 1_000_000 });
    const order = { product_id: product.id, face: 500 };
    let isOff = false;
    const accepted: number[] = [];
    const late: number[] = [];
    async function lane(): Promise<void> {
      for (let done = 0; done < ordersOfLane;) {
        const isLate = isOff;
        const { status, data, error } = await client.call('makeOrder', order);
        if (status === 'ok') {
          const { id } = data as { id: number };
          accepted.push(id);
          if (isLate) late.push(id);
        } else assert.deepEqual([error?.code, error?.text], [3601, 'fields filled incorrectly: product_id']);
        if (isLate || status === 'ok') done += 1;
      }
    }
    const running = Promise.all(Array.from({ length: lanes }, lane));
    while (accepted.length < lanes) await new Promise(setImmediate);
    await takeOff(world, product);
    isOff = true;
    await running;
    assert.deepEqual(late, []);
    assert.ok(accepted.length >= lanes, String(accepted.length));
    await world.settle();
    for (const id of accepted) assert.equal((await client.getStatus(id))['status'], 'ok');
  });

test('many acts at once: none fails, and what is stored follows from what is so in the end', async () => {
  await using world = await testWorld();
  const server = await smallSupplier();
  const product = await world.product();
  const { supplierId, id: pooled } = product;
  const { db } = world.ctx;
  const now = () => world.clock.now();
  const catalogue = [80_001, 80_002].map((id) => ({
    id,
    supplier_id: supplierId,
    title: `Сундук ${id}`,
    faces: [500],
  }));
  const taken = () => takeCatalog(db, { products: catalogue, dryRun: false, scheme: 'platform' }, now());
  await taken();
  const [made] = catalogue.map(({ id }) => id);
  assert.ok(made !== undefined);
  const word = { byName: 'Вера', reason: 'Проверено.' };
  const acts: (() => Promise<unknown>)[] = [
    () => transaction(db, (tx) => passTest(tx, supplierId, now(), { green: false })),
    () => transaction(db, (tx) => passTest(tx, supplierId, now())),
    // Nothing to vouch for where the test is green.
    () => transaction(db, (tx) => vouchFor(tx, { ...word, productIds: [made, pooled] }, now())),
    () => transaction(db, (tx) => withdrawVouch(tx, made, now())),
    () => changeProduct(db, { productId: pooled, fields: { activationScheme: 'letter' } }, now()),
    () =>
      changeProduct(db, { productId: pooled, fields: { activationScheme: 'none', title: 'Кофе' } }, now()),
    () => changeProduct(db, { productId: made, fields: { switchedOn: false } }, now()),
    () => changeProduct(db, { productId: made, fields: { switchedOn: true } }, now()),
    () => agree(world, supplierId, `${server.url}/${Math.floor(Math.random() * 3)}`),
    taken,
  ];
  try {
    for (let round = 0; round < 15; round += 1) {
      const chosen = Array.from({ length: lanes }, () => acts[Math.floor(Math.random() * acts.length)]);
      await Promise.all(chosen.map(async (act) => act?.()));
      const wrong = (await readOffers(db, 'all')).filter(isOtherwise);
      assert.deepEqual(wrong, [], `round ${round}`);
    }
    await transaction(db, (tx) => passTest(tx, supplierId, now(), { green: false }));
    await transaction(db, (tx) => offerUntested(tx, [made], now()));
  } finally {
    await server.close();
  }
});
