import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offerAllUntested } from '../../../test/support/arrange.ts';
import { migratedDatabase, type MigratedDatabase } from '../../../test/support/migrated-database.ts';
import { transaction } from '../../platform/database/database.ts';
import { addProduct } from '../add-product.ts';
import { addFaces, addMissingFaces, setFreeFace, switchOffFaces } from '../face.ts';
import { listCategories } from '../list-categories.ts';
import { listProducts, type WireProduct } from '../list-products.ts';
import { setProduct } from '../set-product.ts';
import { addSupplier } from '../supplier.ts';
import { importCatalog, type ImportOptions } from './import-catalog.ts';

const listing = 'https://shop.example/giftcards';
const product = (id: number, more: object = {}) => ({
  id: String(id),
  title: `Product ${id}`,
  url: listing,
  supplier_id: 342,
  faces: [100, 200],
  ...more,
});

async function take(world: MigratedDatabase, products: object[], options: Partial<ImportOptions> = {}) {
  const scheme = 'platform';
  return transaction(world.db, async (tx) => {
    const outcome = await importCatalog(tx, products, { scheme, ...options }, world.now);
    assert.equal(outcome.is, 'imported', JSON.stringify(outcome));
    await offerAllUntested(tx, world.now);
    return outcome.report;
  });
}

const listed = async (world: MigratedDatabase): Promise<Map<string, WireProduct>> =>
  new Map((await listProducts(world.db, world.now)).map((one) => [one.id, one]));

/** A local supplier and product; in an empty database they get the ids 501 and 2001. */
async function ownProduct(world: MigratedDatabase): Promise<void> {
  await transaction(world.db, async (tx) => {
    await addSupplier(tx, { name: 'Own', contactEmail: '' }, world.now);
    await addProduct(
      tx,
      {
        supplierId: 501,
        scheme: 'platform',
        facesKopecks: [50_000],
        fields: { title: 'Our own' },
      },
      world.now,
    );
  });
}

test('product codes are unique, given ones are kept, and a later import changes none', async () => {
  await using world = await migratedDatabase();
  const file = [product(1), product(2), product(3, { code: 'giftcards' }), product(4, { title: 'Чай' })];
  await take(world, file);
  const codes = async () => [...(await listed(world)).values()].map(({ code }) => code);
  assert.deepEqual(await codes(), ['product-1', 'product-2', 'giftcards', 'chay']);
  await take(world, [product(4, { title: 'Кофе' }), product(5, { title: 'Чай' })]);
  assert.deepEqual(await codes(), ['product-1', 'product-2', 'giftcards', 'chay', 'chay-5']);
});

test('duplicate product codes of an earlier import are made unique by the next one', async () => {
  await using world = await migratedDatabase();
  const file = [product(1), product(2), product(3)];
  await take(world, file);
  await world.db.query(`update products set code = 'giftcards' where id < 3`);
  await transaction(world.db, (tx) => setProduct(tx, 2, { code: 'giftcards' }, world.now));
  await take(world, file);
  const codes = [...(await listed(world)).values()].map(({ code }) => code);
  assert.deepEqual(codes, ['product-1', 'giftcards', 'product-3']);
});

test('fields set by the operator survive a later import, unless it overwrites', async () => {
  await using world = await migratedDatabase();
  const file = [product(1, { brief: 'theirs', face_step: '10' })];
  await take(world, file);
  await transaction(world.db, async (tx) => {
    const images = { small: 'https://own.example/a.png', medium: '', large: '' };
    await setProduct(tx, 1, { title: 'Ours', images, categories: [9], issuerName: 'Own Ltd' }, world.now);
    await switchOffFaces(tx, 1, [20_000]);
    await addFaces(tx, 1, [30_000]);
    await addMissingFaces(tx, 1, [40_000]);
    await setFreeFace(tx, 1, { minKopecks: 10_000, maxKopecks: 90_000, stepKopecks: 5_000 });
  });
  const seen = async () => {
    const { title, brief, faces, face_step, categories, main_image } = (await listed(world)).get('1') ?? {};
    return { title, brief, faces, face_step, categories, image: main_image?.small };
  };
  const report = await take(world, [product(1, { brief: 'newer', face_step: '10', faces: [100, 200, 600] })]);
  assert.equal(report.keptProducts, 1);
  const kept = { face_step: '50', categories: [9], image: 'https://own.example/a.png' };
  assert.deepEqual(await seen(), { title: 'Ours', brief: 'newer', faces: [0, 100, 300, 400, 600], ...kept });
  await take(world, file, { overwrite: true });
  const theirs = { face_step: '10', categories: [], image: '' };
  assert.deepEqual(await seen(), { title: 'Product 1', brief: 'theirs', faces: [100, 200], ...theirs });
  await take(world, [product(1, { title: 'Later' })]);
  assert.equal((await seen()).title, 'Later');
});

test("ids of our own products and of another supplier's are taken: all are named, and nothing is imported", async () => {
  await using world = await migratedDatabase();
  await ownProduct(world);
  await take(world, [product(3)]);
  const file = [product(2001, { supplier_id: 501 }), product(3, { supplier_id: 343 }), product(4)];
  const outcome = await transaction(world.db, (tx) =>
    importCatalog(tx, file, { scheme: 'platform' }, world.now),
  );
  assert.equal(outcome.is, 'taken');
  assert.deepEqual(outcome.taken, [
    { id: 3, supplierId: 342, title: 'Product 3' },
    { id: 2001, supplierId: 501, title: 'Our own' },
  ]);
  assert.deepEqual([...(await listed(world)).keys()], ['3', '2001']);
});

test('products whose id is taken are skipped, or get new ids and keep them', async () => {
  await using world = await migratedDatabase();
  await ownProduct(world);
  const file = [product(2001), product(2003), product(2002)];
  const skipped = await take(world, file, { taken: 'skip' });
  assert.deepEqual([skipped.skipped, skipped.products, skipped.productsAdded], [[2001], 2, 2]);
  const first = await take(world, file, { taken: 'renumber' });
  assert.deepEqual([first.renumbered, first.productsAdded], [[{ id: 2001, productId: 2004 }], 1]);
  file[0] = product(2001, { title: 'Changed', faces: [700] });
  const second = await take(world, file);
  assert.deepEqual([second.renumbered, second.productsAdded], [[{ id: 2001, productId: 2004 }], 0]);
  const products = await listed(world);
  assert.deepEqual([...products.keys()], ['2001', '2002', '2003', '2004']);
  assert.deepEqual([products.get('2001')?.title, products.get('2001')?.faces], ['Our own', [500]]);
  assert.deepEqual([products.get('2004')?.title, products.get('2004')?.faces], ['Changed', [700]]);
  const own = await transaction(world.db, (tx) =>
    addProduct(
      tx,
      { supplierId: 501, scheme: 'platform', facesKopecks: [], fields: { title: 'Next' } },
      world.now,
    ),
  );
  assert.deepEqual(own, { is: 'added', productId: 2005 });
});

test('products that cannot be ordered because they have no face are listed', async () => {
  await using world = await migratedDatabase();
  const report = await take(world, [product(1), product(2, { faces: [] }), product(3, { faces: [0] })]);
  assert.deepEqual(report.withoutFaces, [2, 3]);
});

test('a new category gets a code at once', async () => {
  await using world = await migratedDatabase();
  await take(world, [product(1, { categories: [27] })]);
  const categories = await listCategories(world.db);
  assert.deepEqual(
    categories.map(({ id, code, title }) => [id, code, title]),
    [['27', 'category-27', 'Category 27']],
  );
});
