/** An upgrade from a version that asked for no final test: nothing that sells goes missing, and what goes is said. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeFormerProducts } from '../../src/acts/catalog/judge-former-products.ts';
import { readOffers } from '../../src/catalog/judge-offers.ts';
import { setAgreement } from '../../src/suppliers/set-agreement.ts';
import { fromShell } from '../../src/people/access/principal.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { prove } from '../../src/reports/proof/prove.ts';
import { beginOnboarding } from '../../src/acts/onboarding/begin-onboarding.ts';
import type { ProductTraits, TestProduct } from '../support/arrange.ts';
import { runCommand } from '../support/run-command.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';
import { suppliedProduct } from '../suppliers/supplied-world.ts';

/** As a version before has left it. */
async function asBefore({ ctx }: TestWorld): Promise<void> {
  await ctx.db.query(`delete from product_vouches`);
  await ctx.db.query(`delete from supplier_tests`);
  await ctx.db.query(`update products set offered = null, offered_since = null, first_offered_at = null`);
}

async function soldProduct(world: TestWorld, traits: ProductTraits = {}): Promise<TestProduct> {
  const product = await world.product(traits);
  if (traits.scheme === undefined) await world.pool(product, 500, 2);
  await (await world.client()).makeOrder({ product_id: product.id, face: 500 });
  await world.settle();
  return product;
}

const idsOf = (products: readonly { productId: number }[]): number[] =>
  products.map(({ productId }) => productId);

test('what was on sale and has sold goes on, in the name of the upgrade; the rest waits for a test', async () => {
  await using world = await testWorld();
  const { db } = world.ctx;
  const pooled = await soldProduct(world);
  const made = await soldProduct(world, { scheme: 'platform' });
  const longAgo = await soldProduct(world, { scheme: 'platform' });
  const unsold = await world.product({ scheme: 'platform' });
  const off = await soldProduct(world);
  const card = await soldProduct(world);
  const red = await soldProduct(world, { scheme: 'platform' });
  await using asked = await suppliedProduct(world);
  await using changed = await suppliedProduct(world);
  const byHand = await world.product();
  await beginOnboarding(db, world.ctx.keyring, fromShell, byHand.supplierId, world.clock.now());

  world.clock.forward('10 d');
  await world.settle();
  await soldAgain(world, [pooled, made]);
  await db.query(`update products set switched_on = false where id = $1`, [off.id]);
  await db.query(`update products set digital_acceptance = 'exchange' where id = $1`, [card.id]);
  await db.query(`update suppliers set tested_at = $2, test_green = false where id = $1`, [
    red.supplierId,
    world.clock.now(),
  ]);
  await transaction(db, (tx) => {
    const settings = { supplierUrl: `${changed.supplier.url}/v2`, auth: { kind: 'bearer', token: 'other' } };
    const ask = { supplierId: changed.supplierId, adapter: 'rest', settings };
    return setAgreement(tx, world.ctx.keyring, ask, world.clock.now());
  });
  await db.query(
    `insert into onboarding_agreements (supplier_id, kind, side, subject, by_name, at) values ($1, 'live', 'operator', 'live', 'Вера', $2)`,
    [byHand.supplierId, world.clock.now()],
  );
  await asBefore(world);

  const judged = await Promise.all([judgeFormerProducts(world.ctx), judgeFormerProducts(world.ctx)]);
  const [done, ...others] = judged.filter((one) => one !== null);
  assert.deepEqual(others, [], 'of two processes that start at once, one does it');
  assert.deepEqual(done?.vouched, [pooled.id, made.id, longAgo.id]);
  assert.deepEqual(done.takenOut, [unsold.id, card.id]);
  const offers = await readOffers(db, 'all');
  assert.deepEqual(
    Object.fromEntries(offers.map(({ productId, offered, lacks }) => [productId, [offered, ...lacks]])),
    {
      [pooled.id]: [true],
      [made.id]: [true],
      [longAgo.id]: [true],
      [unsold.id]: [false, 'test'],
      [off.id]: [false, 'test'],
      [card.id]: [false, 'exchange', 'targets', 'test'],
      [red.id]: [false, 'red-test'],
      [asked.id]: [true],
      [changed.id]: [false, 'test'],
      [byHand.id]: [true],
    },
  );
  assert.equal(await judgeFormerProducts(world.ctx), null);

  const { rows } = await db.query<{ act: string; actor: string; about: string; after: string }>(
    `select act, actor, about, after from audit where actor = 'upgrade' order by about`,
  );
  assert.deepEqual(
    rows.map(({ act, about }) => [act, about]),
    [
      ['catalogue.judged', 'catalogue'],
      ...done.vouched
        .map((id) => `product ${id}`)
        .toSorted()
        .map((about) => ['product.vouched', about]),
    ],
  );
  assert.deepEqual(JSON.parse(rows[0]?.after ?? ''), done);
  const verdict = await prove(world.ctx, () => {});
  assert.deepEqual(new Set(idsOf(verdict.vouches ?? [])), new Set(done.vouched));
  assert.ok(
    verdict.checks.every(({ ok }) => ok),
    JSON.stringify(verdict.checks.filter(({ ok }) => !ok)),
  );
  // Whatever has certificates keeps its scheme.
  const { rows: schemes } = await db.query<{ id: number }>(
    `select id from products where first_offered_at is null order by id`,
  );
  assert.deepEqual(
    schemes.map(({ id }) => id),
    [unsold.id, changed.id],
  );
});

/** So that a day that is not counted yet has sales, too. */
async function soldAgain(world: TestWorld, products: readonly TestProduct[]): Promise<void> {
  for (const { id } of products) await (await world.client()).makeOrder({ product_id: id, face: 500 });
  await world.settle();
}

test('the first command that changes something does it, and says so; a product of a former process is judged by a worker', async () => {
  await using world = await testWorld();
  const sold = await soldProduct(world, { scheme: 'platform' });
  const unsold = await world.product({ scheme: 'platform' });
  await asBefore(world);
  const ran = await runCommand(world, ['product', 'set', String(unsold.id), '--title', 'Чай']);
  assert.equal(ran.code, 0, ran.err);
  assert.match(ran.err, /1 go on sale on the word of the upgrade, 1 wait for a final test/);
  const stateOf = async () =>
    (await readOffers(world.ctx.db, 'all')).map(({ productId, offered }) => [productId, offered]);
  assert.deepEqual(await stateOf(), [
    [sold.id, true],
    [unsold.id, false],
  ]);
  await world.ctx.db.query(
    `insert into products (supplier_id, brand_id, title, transfer_scheme) values ($1, $2, 'От прежней версии', 'platform')`,
    [sold.supplierId, sold.brandId],
  );
  await world.settle();
  assert.deepEqual((await stateOf()).at(-1)?.[1], false);
});
