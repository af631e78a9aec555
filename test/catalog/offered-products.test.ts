/** By whichever way a product comes, it can be ordered once its supplier's final test of its scheme is green. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { readOffers } from '../../src/catalog/judge-offers.ts';
import { registerSupplier } from '../../src/acts/catalog/supplier-acts.ts';
import { addTillUser } from '../../src/people/tills/till-users.ts';
import { operator } from '../../src/people/access/party.ts';
import { fromShell } from '../../src/people/access/principal.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { prove } from '../../src/reports/proof/prove.ts';
import { checkProducts } from '../../src/upkeep/setup/check-products.ts';
import { offerUntested, passTest } from '../support/arrange.ts';
import { visitor } from '../support/pages-of.ts';
import { runCommand } from '../support/run-command.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';
import type { TestClient } from '../support/test-client.ts';
import { agree } from '../suppliers/supplied-world.ts';
import { smallSupplier } from '../suppliers/small-supplier.ts';

async function command(world: TestWorld, ...args: string[]): Promise<Record<string, unknown>> {
  const { code, out, err } = await runCommand(world, [...args, '--json']);
  assert.equal(code, 0, `${args.join(' ')}: ${err}${out}`);
  return JSON.parse(out) as Record<string, unknown>;
}

async function addedProduct(world: TestWorld, supplierId: number, ...options: string[]): Promise<number> {
  const args = [
    'product',
    'add',
    '--supplier',
    String(supplierId),
    '--title',
    'Чай',
    '--face',
    '500',
    ...options,
  ];
  const { product } = (await command(world, ...args)) as { product: { id: number; offered: boolean } };
  assert.equal(product.offered, false, args.join(' '));
  return product.id;
}

async function newSupplier({ ctx, clock }: TestWorld): Promise<number> {
  const fields = { name: 'Чайная', contactEmail: '' };
  const added = await registerSupplier(ctx, fromShell, fields, clock.now());
  return added.is === 'added' ? added.supplierId : assert.fail(added.is);
}

async function closing(): Promise<{ url: string } & AsyncDisposable> {
  const server = await smallSupplier();
  return { url: server.url, [Symbol.asyncDispose]: () => server.close() };
}

const listed = async (client: TestClient): Promise<number[]> =>
  ((await client.call('getProducts')).data as { id: string }[]).map(({ id }) => Number(id));

const patienceMs = 60_000;

/** What was listed a moment ago is answered for a second. */
async function assertListed(client: TestClient, products: number[]): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while ((await listed(client)).length === 0 && performance.now() < deadline) await sleep(50);
  assert.deepEqual(await listed(client), products);
}

const lacksOf = async (world: TestWorld, productId: number) =>
  (await readOffers(world.ctx.db, { productIds: [productId] }))[0]?.lacks;

async function assertRefused(client: TestClient, productId: number): Promise<void> {
  const { code, text } = await client.refusedOrder({ product_id: productId, face: 500 });
  assert.deepEqual([code, text], [3601, 'fields filled incorrectly: product_id']);
}

test('by commands, pages and imports alike: not before the final test, and from then on', async () => {
  await using world = await testWorld();
  const client = await world.client();
  const supplierId = await newSupplier(world);
  const byCommand = await addedProduct(world, supplierId, '--platform');
  const byDefault = await addedProduct(world, supplierId);
  const manager = await visitor(world, operator, 'catalogue');
  const form = { title: 'Чай вдвоём', brand: 'Чайная', scheme: 'platform', faces: '500' };
  const { headers } = await manager.post(`/o/suppliers/${supplierId}/products`, form);
  const byPage = Number(String(headers.location).split('?')[0]?.split('/').at(-1));
  const page = await manager.get(`/o/products/${byPage}`);
  assert.match(page.body, /not on sale yet/);
  assert.match(page.body, /has not passed its final test/);
  assert.match(page.body, new RegExp(`href="/o/suppliers/${supplierId}\\?lang=en">Run the final test`));
  const file = join(world.ctx.config.dataFolder, 'catalogue.json');
  const imported = { id: 70_001, title: 'Чай впрок', supplier_id: supplierId, faces: [500] };
  writeFileSync(file, JSON.stringify([imported]));
  const report = await command(world, 'catalog', 'import', file);
  assert.deepEqual([report['products_offered'], report['products_lacking']], [0, { test: 1 }]);

  const all = [byCommand, byDefault, byPage, imported.id];
  assert.deepEqual(await listed(client), []);
  for (const id of all) await assertRefused(client, id);
  const found = (await command(world, 'product', 'list')) as {
    products: { offered: boolean; lacks: string[] }[];
  };
  assert.deepEqual(
    found.products.map(({ offered, lacks }) => [offered, lacks]),
    all.map(() => [false, ['test']]),
  );
  assert.deepEqual(await checkProducts(world.ctx.db), [
    { is: 'products-offered', offered: 0, onWord: 0 },
    { is: 'products-waiting', waiting: all.length },
  ]);
  assert.match((await manager.get('/o')).body, /Products that are switched on but not on sale[^<]*: 4/);
  const red = await runCommand(world, ['supplier', 'certify', String(supplierId), '--json']);
  assert.equal(red.code, 1, 'nobody could redeem');
  assert.deepEqual(await lacksOf(world, byPage), ['red-test']);
  await assertRefused(client, byPage);

  const { db, keyring } = world.ctx;
  await addTillUser(db, keyring, fromShell, { supplierId, name: 'kassa' }, world.clock.now());
  const green = await command(world, 'supplier', 'certify', String(supplierId));
  assert.deepEqual(green['put_back'], all);
  world.clock.forward('1 min');
  await assertListed(client, all);
  for (const id of all) await client.makeOrder({ product_id: id, face: 500 });
  const another = ['product', 'add', '--supplier', String(supplierId), '--title', 'Мёд', '--face', '500'];
  const { product: later } = (await command(world, ...another)) as { product: { offered: boolean } };
  assert.equal(later.offered, true, 'of a supplier whose scheme is tested');
  await world.settle();
});

test('a test of one scheme says nothing of another', async () => {
  await using world = await testWorld();
  await using server = await closing();
  const supplierId = await newSupplier(world);
  const made = await addedProduct(world, supplierId, '--platform');
  const issued = await addedProduct(world, supplierId, '--scheme', 'api');
  const pooled = await addedProduct(world, supplierId, '--pool');
  const activated = await addedProduct(world, supplierId, '--pool', '--activation', 'api');
  const state = async () =>
    Object.fromEntries(
      (await readOffers(world.ctx.db, 'all')).map(({ productId, lacks }) => [productId, lacks]),
    );
  const untested = { [made]: ['test'], [pooled]: ['test'] };
  const uncalled = { [issued]: ['calls', 'test'], [activated]: ['calls', 'test'] };
  assert.deepEqual(await state(), { ...untested, ...uncalled });
  await agree(world, supplierId, server.url);
  assert.deepEqual(await state(), { ...untested, [issued]: ['test'], [activated]: ['test'] });

  const { db, keyring } = world.ctx;
  await addTillUser(db, keyring, fromShell, { supplierId, name: 'kassa' }, world.clock.now());
  await command(world, 'supplier', 'certify', String(supplierId), '--product', String(made));
  assert.deepEqual(await state(), {
    [made]: [],
    [pooled]: ['test'],
    [issued]: ['test'],
    [activated]: ['test'],
  });
  const shown = (await command(world, 'supplier', 'show', String(supplierId))) as {
    supplier: { tests: { scheme: string; green: boolean }[]; called: { certified_at: string | null } };
  };
  assert.equal(shown.supplier.called.certified_at, null, 'its server was not called');
  assert.deepEqual(
    shown.supplier.tests.map(({ scheme, green }) => [scheme, green]),
    [['platform/none', true]],
  );
});

test('a change of the scheme or of the connection ends the test and the word', async () => {
  await using world = await testWorld();
  await using server = await closing();
  const client = await world.client();
  const pooled = await world.product();
  await world.pool(pooled, 500, 2);
  await client.makeOrder({ product_id: pooled.id, face: 500 });
  await command(world, 'product', 'set', String(pooled.id), '--activation', 'letter');
  assert.deepEqual(await lacksOf(world, pooled.id), ['test'], 'the word was about codes that are active');
  await assertRefused(client, pooled.id);
  await command(world, 'product', 'set', String(pooled.id), '--activation', 'letter', '--title', 'Кофе');
  await transaction(world.ctx.db, (tx) => offerUntested(tx, [pooled.id], world.clock.now()));
  await command(world, 'product', 'set', String(pooled.id), '--title', 'Кофе с собой');
  assert.deepEqual(await lacksOf(world, pooled.id), [], 'a title is no scheme');

  const issued = await world.product({ scheme: 'api' });
  await agree(world, issued.supplierId, server.url, { certified: true });
  assert.deepEqual(await lacksOf(world, issued.id), []);
  await agree(world, issued.supplierId, `${server.url}/v2`);
  assert.deepEqual(await lacksOf(world, issued.id), ['test']);
  await transaction(world.ctx.db, (tx) => offerUntested(tx, [issued.id], world.clock.now()));
  assert.deepEqual(await lacksOf(world, issued.id), []);
  await agree(world, issued.supplierId, `${server.url}/v3`);
  assert.deepEqual(await lacksOf(world, issued.id), ['test'], 'whoever vouched knew the former connection');
  await agree(world, issued.supplierId, `${server.url}/v3`, { certified: true });
  await agree(world, issued.supplierId, `${server.url}/v3`);
  assert.deepEqual(await lacksOf(world, issued.id), [], 'the same connection once more changes nothing');
  await world.settle();
});

test('a red test ends a word, and a word given in its knowledge holds until the next test', async () => {
  await using world = await testWorld();
  const { id, supplierId } = await world.product({ scheme: 'platform' });
  const now = world.clock.now();
  const offered = async () => (await readOffers(world.ctx.db, { productIds: [id] }))[0]?.offered;
  await transaction(world.ctx.db, (tx) => passTest(tx, supplierId, now, { green: false }));
  assert.equal(await offered(), false);
  await transaction(world.ctx.db, (tx) => offerUntested(tx, [id], now));
  assert.equal(await offered(), true);
  await transaction(world.ctx.db, (tx) => passTest(tx, supplierId, now, { green: false }));
  assert.equal(await offered(), false);
  await transaction(world.ctx.db, (tx) => passTest(tx, supplierId, now));
  assert.equal(await offered(), true);
});

test('what is stored otherwise than the facts say is a violation, and put right by a worker', async () => {
  await using world = await testWorld();
  const { id } = await world.product();
  await world.ctx.db.query(`delete from product_vouches`);
  const checked = async () => (await prove(world.ctx, () => {})).checks.find(({ name }) => name === 'offers');
  const broken = await checked();
  assert.deepEqual(
    broken?.rows.map(({ product_id: product, lacks }) => [product, lacks]),
    [[id, 'test']],
  );
  await world.settle();
  assert.equal((await checked())?.ok, true);
  const [product] = await readOffers(world.ctx.db, { productIds: [id] });
  assert.equal(product?.offered, false);
});
