/** Choice certificates: what they are exchanged for, by product, category and brand, and what of it a holder can get now. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownStock } from '../../src/catalog/catalogue.ts';
import {
  findExchangeTargets,
  listExchangeTargets,
  type ExchangeTargetsAsk,
} from '../../src/catalog/exchange-targets.ts';
import { switchOffFaces } from '../../src/catalog/face.ts';
import { removeCategory } from '../../src/catalog/remove-category.ts';
import { addCategory } from '../../src/catalog/set-category.ts';
import type { ProductFields } from '../../src/catalog/set-product.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { changeProduct } from '../../src/certificates/templates/change-catalog.ts';
import { freshCodes } from '../support/arrange.ts';
import { addTargets, choiceProduct, lacksTargets } from '../support/choice-things.ts';
import { runCommand } from '../support/run-command.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

const ofAll = {
  leftKopecks: 10_000_000,
  wholeRoubles: false,
  text: null,
  categoryId: null,
  targetId: null,
  after: 0,
  limit: 50,
};

/** With the faces that fit: what a holder can get now. */
async function offersOf(
  { ctx, clock }: TestWorld,
  productId: number,
  ask: Partial<ExchangeTargetsAsk> = {},
): Promise<[id: number, faces: number[], free: string | null][]> {
  const listed = await listExchangeTargets(
    ctx.db,
    { ...ofAll, productId, ...ask },
    clock.now(),
    shownStock(ctx),
  );
  return listed.map(({ id, facesKopecks, isFree, leastKopecks, mostKopecks }) => [
    id,
    facesKopecks.map((face) => face / 100),
    isFree ? `${leastKopecks / 100}-${mostKopecks / 100}` : null,
  ]);
}

const idsOf = async (world: TestWorld, productId: number): Promise<number[]> =>
  (await offersOf(world, productId)).map(([id]) => id);

const set = (world: TestWorld, productId: number, fields: ProductFields) =>
  changeProduct(world.ctx.db, { productId, fields }, world.clock.now());

test('a holder sees what is on sale of the products, categories and brands of the list', async () => {
  await using world = await testWorld();
  await addCategory(world.ctx.db, 41, { title: 'Еда' });
  const [tea, coffee, cheese, books] = [
    await world.product({ scheme: 'platform', title: 'Чай' }),
    await world.product({ scheme: 'platform', title: 'Кофе', categories: [41, 42] }),
    await world.product({ scheme: 'platform', title: 'Сыр' }),
    await world.product({ scheme: 'platform', title: 'Книги', categories: [42] }),
  ];
  const choice = await choiceProduct(world, { product: [tea.id], category: [41], brand: [cheese.brandId] });
  const all = [tea.id, coffee.id, cheese.id];
  assert.deepEqual(await idsOf(world, choice.id), all);
  assert.deepEqual(await offersOf(world, choice.id, { text: 'КОФ' }), [[coffee.id, [500, 1000], null]]);
  assert.deepEqual(await offersOf(world, choice.id, { categoryId: 42 }), [[coffee.id, [500, 1000], null]]);
  assert.deepEqual(await offersOf(world, choice.id, { targetId: books.id }), []);
  const pages = [
    await offersOf(world, choice.id, { limit: 2 }),
    await offersOf(world, choice.id, { after: coffee.id, limit: 2 }),
  ];
  assert.deepEqual(
    pages.flat().map(([id]) => id),
    all,
  );
  const asked = [...all, books.id, choice.id, 999_999];
  assert.deepEqual(await findExchangeTargets(world.ctx.db, choice.id, asked), new Set(all));
  assert.deepEqual(await findExchangeTargets(world.ctx.db, books.id, asked), new Set());

  await set(world, tea.id, { switchedOn: false });
  await set(world, coffee.id, { categories: [42] });
  await set(world, books.id, { categories: [41] });
  assert.deepEqual(await idsOf(world, choice.id), [cheese.id, books.id]);
  assert.deepEqual(await findExchangeTargets(world.ctx.db, choice.id, [tea.id]), new Set(), 'it is off sale');
});

test('only faces that fit what is left and are there now', async () => {
  await using world = await testWorld();
  const pooled = await world.product({ facesRoubles: [300, 500, 1000] });
  await world.pool(pooled, 500, freshCodes(1));
  const free = await world.product({
    scheme: 'platform',
    facesRoubles: [700],
    freeFaceRoubles: { min: 90, max: 5000, step: 50 },
  });
  const loneFree = await world.product({
    scheme: 'platform',
    facesRoubles: [],
    freeFaceRoubles: { min: 100, max: 5000, step: 50 },
  });
  const choice = await choiceProduct(world, { product: [pooled.id, free.id, loneFree.id] });
  const left = (roubles: number) => offersOf(world, choice.id, { leftKopecks: roubles * 100 });
  assert.deepEqual(await left(5000), [
    [pooled.id, [500], null],
    [free.id, [700], '90-5000'],
  ]);
  assert.deepEqual(await left(600), [
    [pooled.id, [500], null],
    [free.id, [], '90-600'],
  ]);
  assert.deepEqual(await left(499), [[free.id, [], '90-499']]);
  assert.deepEqual(await left(99), [], 'no amount in steps of 50 is from 90 to 99');
  await transaction(world.ctx.db, (tx) => switchOffFaces(tx, free.id, [70_000]));
  assert.deepEqual(await left(5000), [[pooled.id, [500], null]], 'a free amount never stands alone');
});

test('faces with kopecks are not shown where the program of the client could not read them', async () => {
  await using world = await testWorld();
  const [tea, coffee] = [
    await world.product({ scheme: 'platform', facesRoubles: [250.5, 500] }),
    await world.product({ scheme: 'platform', facesRoubles: [250.5] }),
  ];
  const choice = await choiceProduct(world, { product: [tea.id, coffee.id] });
  assert.deepEqual(await offersOf(world, choice.id), [
    [tea.id, [250.5, 500], null],
    [coffee.id, [250.5], null],
  ]);
  assert.deepEqual(await offersOf(world, choice.id, { wholeRoubles: true }), [[tea.id, [500], null]]);
});

test('other choice certificates are never among them, whatever the list says', async () => {
  await using world = await testWorld();
  const [tea, later] = [
    await world.product({ scheme: 'platform' }),
    await world.product({ scheme: 'platform', switchedOn: false }),
  ];
  const choice = await choiceProduct(world, { product: [tea.id, later.id], brand: [later.brandId] });
  const other = await choiceProduct(world, { product: [tea.id] });
  for (const id of [choice.id, other.id]) {
    const ran = await runCommand(world, [
      'product',
      'exchange',
      'add',
      `${choice.id}`,
      '--products',
      `${id}`,
    ]);
    assert.equal(ran.code, 1);
    assert.match(ran.err, new RegExp(`choice products themselves: product ${id}`));
  }
  // It was never on sale, so it may become one, although it is on a list.
  assert.equal(await set(world, later.id, { digitalAcceptance: 'exchange' }), 'set');
  await world.ctx.db.query(`update products set offered = true where id = any($1)`, [[later.id, other.id]]);
  await addTargets(world, later.id, { brand: [choice.brandId, other.brandId] });
  assert.deepEqual(await idsOf(world, choice.id), [tea.id]);
  assert.deepEqual(await idsOf(world, later.id), []);
  assert.deepEqual(
    await findExchangeTargets(world.ctx.db, choice.id, [tea.id, later.id, other.id]),
    new Set([tea.id]),
  );
  await world.ctx.db.query(`update products set offered = false where id = $1`, [later.id]);
});

test('without anything to exchange it for a choice certificate lacks something, and only then', async () => {
  await using world = await testWorld();
  await addCategory(world.ctx.db, 41, { title: 'Еда' });
  await addCategory(world.ctx.db, 42, { title: 'Подарки' });
  const tea = await world.product({ scheme: 'platform', categories: [41] });
  const choice = await choiceProduct(world, {});
  const lacks = () => lacksTargets(world, choice.id);
  assert.equal(await lacks(), true, 'its list is empty');
  assert.equal(await lacksTargets(world, tea.id), false, 'others need none');
  await addTargets(world, choice.id, { category: [41] });
  assert.equal(await lacks(), false);
  await set(world, tea.id, { switchedOn: false });
  assert.equal(await lacks(), true, 'all of it is off sale');
  await set(world, tea.id, { switchedOn: true });
  assert.equal(await lacks(), false);
  await set(world, tea.id, { categories: [] });
  assert.equal(await lacks(), true, 'the category is empty');
  await set(world, tea.id, { categories: [41] });
  const removed = await removeCategory(world.ctx.db, { id: 41, moveTo: 42 }, world.clock.now());
  assert.equal(removed.is, 'removed');
  assert.deepEqual(await idsOf(world, choice.id), [tea.id], 'the list has gone along with the products');
  await addTargets(world, choice.id, { category: [42] }, 'remove');
  assert.equal(await lacks(), true, 'its list is empty again');
});

test('removed categories leave no list behind, and none twice', async () => {
  await using world = await testWorld();
  for (const id of [41, 42, 43]) await addCategory(world.ctx.db, id, { title: `К ${id}` });
  await world.product({ scheme: 'platform', categories: [41] });
  const choice = await choiceProduct(world, { category: [41, 42, 43] });
  await removeCategory(world.ctx.db, { id: 41, moveTo: 42 }, world.clock.now());
  await removeCategory(world.ctx.db, { id: 43, moveTo: null }, world.clock.now());
  const { rows } = await world.ctx.db.query(
    `select kind, ref_id as id from exchange_targets where product_id = $1`,
    [choice.id],
  );
  assert.deepEqual(rows, [{ kind: 'category', id: 42 }]);
});

test('a product is made a choice certificate before its first sale, or never', async () => {
  await using world = await testWorld();
  const tea = await world.product({ scheme: 'platform' });
  const pooled = await world.product({ switchedOn: false });
  assert.equal(await set(world, tea.id, { digitalAcceptance: 'exchange' }), 'choice-is-fixed');
  assert.equal(await set(world, tea.id, { digitalAcceptance: 'eshop' }), 'set');
  assert.equal(await set(world, pooled.id, { digitalAcceptance: 'exchange' }), 'choice-needs-platform');
  const choice = await choiceProduct(world, {});
  assert.equal(await set(world, choice.id, { digitalAcceptance: 'any' }), 'set', 'it was never on sale');
  assert.equal(await set(world, choice.id, { digitalAcceptance: 'exchange' }), 'set');
  await world.ctx.db.query(`update products set first_offered_at = $2 where id = $1`, [
    choice.id,
    world.clock.now(),
  ]);
  assert.equal(await set(world, choice.id, { digitalAcceptance: 'any' }), 'choice-is-fixed');
});
