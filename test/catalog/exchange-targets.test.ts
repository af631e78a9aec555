/** Choice certificates: what they are exchanged for, by product, category and brand, and what of it a holder can get now. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shownStock } from '../../src/catalog/catalogue.ts';
import { mostTargets, type Targets } from '../../src/catalog/exchange-list.ts';
import {
  findExchangeTargets,
  listExchangeTargets,
  type ExchangeTargetsAsk,
} from '../../src/catalog/exchange-targets.ts';
import { switchOffFaces } from '../../src/catalog/face.ts';
import { importCatalog } from '../../src/catalog/import/import-catalog.ts';
import { readOffers } from '../../src/catalog/judge-offers.ts';
import { removeCategory } from '../../src/catalog/remove-category.ts';
import { addCategory } from '../../src/catalog/set-category.ts';
import type { ProductFields } from '../../src/catalog/set-product.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { changeProduct } from '../../src/templates/change-catalog.ts';
import { freshCodes } from '../support/arrange.ts';
import { addTargets, choiceProduct } from '../support/choice-things.ts';
import { runCommand } from '../support/run-command.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

const ofAll = { leftKopecks: 10_000_000, text: null, categoryId: null, targetId: null, after: 0, limit: 50 };

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

async function lacksTargets(world: TestWorld, productId: number): Promise<boolean> {
  const [product] = await readOffers(world.ctx.db, { productIds: [productId] });
  return product?.lacks.includes('targets') ?? assert.fail('there is no product');
}

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
  await world.ctx.db.query(`update products set offered = false where id = any($1)`, [[later.id, other.id]]);
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
  const choice = await choiceProduct(world, { product: [tea.id] });
  assert.equal(await set(world, choice.id, { digitalAcceptance: 'any' }), 'set', 'it was never on sale');
  assert.equal(await set(world, choice.id, { digitalAcceptance: 'exchange' }), 'set');
  await world.ctx.db.query(`update products set first_offered_at = $2 where id = $1`, [
    choice.id,
    world.clock.now(),
  ]);
  assert.equal(await set(world, choice.id, { digitalAcceptance: 'any' }), 'choice-is-fixed');
});

/** As a catalogue says it. */
const file = (id: number, acceptance: string) => ({
  id,
  supplier_id: 77,
  title: `Сундук ${id}`,
  faces: [500],
  digital_acceptance: acceptance,
});

test('a catalogue makes choice certificates of new products, and none of what was on sale otherwise', async () => {
  await using world = await testWorld();
  const take = (products: object[], scheme: 'platform' | 'pool' | 'api') =>
    transaction(world.ctx.db, async (tx) => {
      const outcome = await importCatalog(tx, products, { scheme }, world.clock.now());
      return outcome.is === 'imported' ? outcome.report : assert.fail(JSON.stringify(outcome));
    });
  const stored = async (id: number) =>
    (
      await world.ctx.db.query<{ scheme: string; acceptance: string }>(
        `select transfer_scheme as scheme, digital_acceptance as acceptance from products where id = $1`,
        [id],
      )
    ).rows[0];
  await take([file(2111, 'exchange'), file(2112, 'any')], 'pool');
  assert.deepEqual(
    await stored(2111),
    { scheme: 'platform', acceptance: 'exchange' },
    'its numbers are made here',
  );
  assert.equal(await lacksTargets(world, 2111), true);
  await world.ctx.db.query(`update products set first_offered_at = $1`, [world.clock.now()]);
  const report = await take([file(2111, 'any'), file(2112, 'exchange')], 'pool');
  assert.deepEqual(report.keptAcceptance, [2111, 2112]);
  assert.deepEqual(await stored(2111), { scheme: 'platform', acceptance: 'exchange' });
  assert.deepEqual(await stored(2112), { scheme: 'pool', acceptance: 'any' });
});

test('by commands: a list is made, told, and cut', async () => {
  await using world = await testWorld();
  await addCategory(world.ctx.db, 41, { title: 'Еда' });
  const tea = await world.product({ scheme: 'platform', title: 'Чай', categories: [41] });
  const run = async (...args: string[]) => {
    const { code, out, err } = await runCommand(world, ['product', ...args, '--json']);
    return {
      code,
      answer: (out === '' ? {} : JSON.parse(out)) as Record<string, unknown>,
      err: `${out}${err}`,
    };
  };
  const own = ['--supplier', `${tea.supplierId}`, '--title', 'Сундук', '--face', '1000'];
  const added = await run('add', ...own, '--acceptance', 'exchange');
  const { id } = (added.answer as { product: { id: number } }).product;
  const exchange = (how: string, ...args: string[]) => run('exchange', how, String(id), ...args);
  assert.partialDeepStrictEqual((await exchange('list')).answer, { targets: 0, offered: 0, list: [] });
  assert.equal((await exchange('add')).code, 2, 'nothing is named');
  const unknown = await exchange(
    'add',
    '--products',
    `${tea.id},999999`,
    '--categories',
    '41,43',
    '--brands',
    '99',
  );
  assert.equal(unknown.code, 1);
  assert.match(unknown.err, /product 999999; category 43; brand 99/);
  assert.deepEqual((await exchange('list')).answer['list'], [], 'all of it, or nothing');
  assert.match(
    (await run('exchange', 'add', String(tea.id), '--products', '1')).err,
    /--acceptance exchange.*makes it a choice product/,
  );
  const both = ['--products', String(tea.id), '--categories', '41', '--brands', String(tea.brandId)];
  const changed = { products: [tea.id], categories: [41], brands: [tea.brandId] };
  assert.partialDeepStrictEqual((await exchange('add', ...both)).answer, { changed, targets: 3, offered: 1 });
  const again = await exchange('add', ...both);
  assert.deepEqual(again.answer['changed'], { products: [], categories: [], brands: [] });
  const { list } = (await exchange('list')).answer as {
    list: { kind: string; title: string; offered: number }[];
  };
  // The newest first; those that were added at once are in no order of their own.
  assert.deepEqual(
    new Set(list.map(({ kind, offered }) => `${kind} ${offered}`)),
    new Set(['product 1', 'category 1', 'brand 1']),
  );
  assert.deepEqual(new Set(list.map(({ title }) => title)).has('Чай'), true);
  await exchange('remove', '--products', String(tea.id), '--brands', '99');
  assert.partialDeepStrictEqual((await exchange('list')).answer, { targets: 2, offered: 1 });
  const { rows } = await world.ctx.db.query<{ act: string; after: string }>(
    `select act, after from audit where act like 'product.targets%' order by seq`,
  );
  const acts = rows.map(({ act, after }) => [act, JSON.parse(after)]);
  assert.deepEqual(acts, [
    ['product.targets-added', { product: [tea.id], category: [41], brand: [tea.brandId] }],
    ['product.targets-removed', { product: [tea.id] }],
  ]);
});

test('ten thousand lines are listed and judged, one more is refused', async () => {
  await using world = await testWorld();
  const { db } = world.ctx;
  const tea = await world.product({ scheme: 'platform' });
  const choice = await choiceProduct(world, {});
  await db.query(
    `insert into products (supplier_id, brand_id, transfer_scheme, title, offered, offered_since)
     select supplier_id, brand_id, 'platform', 'Чай ' || n, false, $2 from products, generate_series(1, $3) as n where id = $1`,
    [tea.id, world.clock.now(), mostTargets],
  );
  const { rows } = await db.query<{ id: number }>(
    `select id from products where title like 'Чай %' order by id`,
  );
  const ids = rows.map(({ id }) => id);
  await addTargets(world, choice.id, { product: ids });
  assert.equal(await lacksTargets(world, choice.id), true, 'none of them is on sale');
  const full = await runCommand(world, [
    'product',
    'exchange',
    'add',
    `${choice.id}`,
    '--products',
    `${tea.id}`,
  ]);
  assert.equal(full.code, 1);
  assert.match(full.err, /at most 10000 lines/);
  await addTargets(world, choice.id, { product: ids.slice(0, 1) }, 'remove');
  await addTargets(world, choice.id, { product: [tea.id] });
  assert.deepEqual(await idsOf(world, choice.id), [tea.id]);
  assert.equal(await lacksTargets(world, choice.id), false);
  const listed = await runCommand(world, ['product', 'exchange', 'list', `${choice.id}`, '--json']);
  const told = JSON.parse(listed.out) as { list: Targets[]; offered: number };
  assert.deepEqual([told.list.length, told.offered], [mostTargets, 1]);
});
