import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offerAllUntested, offerUntested, passTest } from '../../../test/support/arrange.ts';
import { migratedDatabase, type MigratedDatabase } from '../../../test/support/migrated-database.ts';
import { transaction } from '../../platform/database/database.ts';
import { readOffers } from '../judge-offers.ts';
import { listCategories } from '../list-categories.ts';
import { listProducts } from '../list-products.ts';
import { setProduct } from '../set-product.ts';
import { vouchFor, withdrawVouch } from '../vouches.ts';
import { importCatalog, type CatalogImport } from './import-catalog.ts';

/**
 * A catalogue with the irregularities of real ones: HTML with \r\n, entities, odd limits, no faces, only a free amount.
 */
const catalogue = [
  {
    id: '2111',
    title: 'Сундук «Всякая всячина»',
    url: 'https://sunduk.example/giftcards/sunduk',
    brief: 'Подарки на любой случай &ndash; от книг до сыра.',
    supplier_id: 342,
    certificates_in_one_purchase: 127,
    region: 'ru',
    main_image: {
      small: 'https://cdn.example/340x155/a.jpg',
      medium: 'https://cdn.example/680x310/b.jpg',
      large: 'https://cdn.example/1360x620/c.jpg',
    },
    categories: [49, 27, 28],
    faces: [0, 100, 20580, 60000],
    face_step: '10',
    digital_acceptance: 'offline',
    is_merchant_cert: '0',
    is_predefined_cert: '0',
    face_min: '100',
    face_max: '100000',
    www: '',
    disclaimer: '<ol>\r\n\t<li>Срок&nbsp;действия \u{1F381} <a rel="”nofollow”">…</a></li>\r\n</ol> \\ "',
    catalog_comment: ' 500,800/^GIFT\\d{3,4}[A-Z\\d]{10}$/ - старая проверка',
    face_multiplier: 1,
  },
  {
    id: '501',
    title: 'x',
    url: '',
    brief: '',
    supplier_id: 342,
    certificates_in_one_purchase: 1,
    region: 'ru',
    main_image: { small: '', medium: '', large: '' },
    categories: [],
    faces: [],
    face_step: '5000',
    digital_acceptance: 'no',
    is_merchant_cert: '1',
    is_predefined_cert: '0',
    face_min: '0',
    face_max: '199',
    www: 'http://decanter.example',
    disclaimer: '',
    catalog_comment: '',
    face_multiplier: 1,
  },
];

/** Its codes exist before they are sold. */
const withOwnCodes = { ...catalogue[1], id: '502', title: 'y', is_predefined_cert: '1' };
/** To be exchanged for a certificate of the recipient's choice. */
const choiceCard = { ...catalogue[0], id: '503', title: 'z', digital_acceptance: 'exchange' };

async function take(world: MigratedDatabase, answer: unknown, scheme: 'platform' | 'pool' = 'platform') {
  return transaction(world.db, async (tx) => {
    const outcome = await importCatalog(tx, answer, { scheme }, world.now);
    await offerAllUntested(tx, world.now);
    return outcome;
  });
}

function problemsOf(outcome: CatalogImport): string[] {
  assert.equal(outcome.is, 'wrong');
  return outcome.problems.map(({ product, field }) => `${product} ${field}`);
}

test('an imported catalogue is returned field by field', async () => {
  await using world = await migratedDatabase();
  const all = [...catalogue, withOwnCodes];
  const outcome = await take(world, { status: 'ok', data: all });
  assert.equal(outcome.is, 'imported');
  assert.equal(outcome.report.productsAdded, 3);
  const listed = await listProducts(world.db, world.now);
  assert.deepEqual(
    listed.map((product) => product.id),
    ['501', '502', '2111'],
  );
  for (const given of all) {
    const { code, image_url, activation_delay, ...rest } =
      listed.find((product) => product.id === given.id) ?? assert.fail();
    assert.deepEqual(rest, given);
    assert.equal(activation_delay, 0);
    assert.equal(image_url, given.main_image?.medium);
    assert.equal(code, given.id === '2111' ? 'sunduk' : given.title);
  }
  const categories = await listCategories(world.db);
  assert.deepEqual(
    categories.map(({ id, title, products_count }) => [id, title, products_count]),
    [
      ['27', 'Category 27', 1],
      ['28', 'Category 28', 1],
      ['49', 'Category 49', 1],
    ],
  );
});

test('new ids are above the imported ones', async () => {
  await using world = await migratedDatabase();
  await take(world, [{ ...catalogue[0], id: 18719, supplier_id: 18718 }]);
  const { rows } = await world.db.query<{ product: number; supplier: number }>(
    `select nextval('products_id_seq') as product, nextval('suppliers_id_seq') as supplier`,
  );
  assert.deepEqual(rows[0], { product: 18720, supplier: 18719 });
});

test('an existing supplier keeps its name if an import uses the same', async () => {
  await using world = await migratedDatabase();
  await world.db.query(`insert into suppliers (id, name, created_at) values (7, 'Supplier 342', $1)`, [
    world.now,
  ]);
  const outcome = await take(world, catalogue);
  assert.equal(outcome.is, 'imported');
  const { rows } = await world.db.query<{ name: string }>(
    `select name from suppliers where id in (7, 342) order by id`,
  );
  assert.deepEqual(
    rows.map(({ name }) => name),
    ['Supplier 342', 'Supplier no. 342'],
  );
});

test('a second import updates changed fields and switches off removed faces', async () => {
  await using world = await migratedDatabase();
  await take(world, catalogue);
  const outcome = await take(world, [{ ...catalogue[0], title: 'Ларец', faces: [100, 300] }], 'pool');
  assert.equal(outcome.is, 'imported');
  assert.deepEqual([outcome.report.productsAdded, outcome.report.facesSwitchedOff], [0, 3]);
  const listed = await listProducts(world.db, world.now);
  assert.deepEqual(
    listed.map(({ title, faces }) => [title, faces]),
    [
      ['x', []],
      ['Ларец', [100, 300]],
    ],
  );
});

test('all wrong fields are named, and nothing is imported', async () => {
  await using world = await migratedDatabase();
  const [first, second] = catalogue;
  const outcome = await take(world, [
    { ...first, faces: [100, 'x'], title: '' },
    { ...second, id: '2111', face_step: '0', supplier_id: undefined },
    7,
    { ...second, www: 'a\0b', certificates_in_one_purchase: 128 },
    second,
    second,
  ]);
  assert.deepEqual(problemsOf(outcome), [
    '#1 (id 2111) title',
    '#1 (id 2111) faces.1',
    '#2 (id 2111) supplier_id',
    '#2 (id 2111) face_step',
    '#3 ',
    '#4 (id 501) www',
    '#4 (id 501) certificates_in_one_purchase',
    '#6 (id 501) id',
  ]);
  assert.deepEqual(await listProducts(world.db, world.now), []);
  assert.deepEqual(problemsOf(await take(world, 'text')), ['file ']);
});

test('a product keeps its supplier', async () => {
  await using world = await migratedDatabase();
  await take(world, catalogue);
  const outcome = await take(world, [{ ...catalogue[0], supplier_id: 343 }]);
  assert.equal(outcome.is, 'taken');
  assert.deepEqual(outcome.taken, [{ id: 2111, supplierId: 342, title: 'Сундук «Всякая всячина»' }]);
});

test('a pool product lists faces in stock, and a free amount is never listed alone', async () => {
  await using world = await migratedDatabase();
  await take(world, [catalogue[0]], 'pool');
  await take(world, [{ ...catalogue[1], faces: [0] }]);
  const facesOf = async () => (await listProducts(world.db, world.now)).map(({ id, faces }) => [id, faces]);
  assert.deepEqual(await facesOf(), [
    ['501', []],
    ['2111', []],
  ]);
  await world.db.query(
    `insert into stock_available (supplier_id, product_id, face_kopecks, ends_on, available)
     values (342, 2111, 10000, 'infinity', 5), (342, 2111, 6000000, 'infinity', 0), (342, 2111, 0, 'infinity', 5)`,
  );
  assert.deepEqual(await facesOf(), [
    ['501', []],
    ['2111', [100]],
  ]);
  await transaction(world.db, (tx) => setProduct(tx, 2111, { switchedOn: false }, world.now));
  assert.deepEqual(await facesOf(), [['501', []]]);
});

const schemesOf = async (world: MigratedDatabase) => {
  const { rows } = await world.db.query<{ id: number; scheme: string }>(
    `select id, transfer_scheme as scheme from products order by id`,
  );
  return Object.fromEntries(rows.map(({ id, scheme }) => [id, scheme]));
};

test('nothing that is imported can be ordered before a final test; codes that exist before they are sold are of a pool', async () => {
  await using world = await migratedDatabase();
  const all = [...catalogue, withOwnCodes, choiceCard];
  const outcome = await transaction(world.db, (tx) =>
    importCatalog(tx, all, { scheme: 'platform' }, world.now),
  );
  assert.equal(outcome.is, 'imported');
  const { offered, lacking, pooled } = outcome.report;
  assert.deepEqual({ offered, lacking, pooled }, { offered: 0, lacking: { test: 4, targets: 1 }, pooled: 1 });
  assert.deepEqual(await listProducts(world.db, world.now), []);
  assert.deepEqual(await schemesOf(world), {
    501: 'platform',
    502: 'pool',
    503: 'platform',
    2111: 'platform',
  });
});

test('a choice card is not on sale whatever is tested or said of it', async () => {
  await using world = await migratedDatabase();
  await take(world, [catalogue[0], choiceCard]);
  await transaction(world.db, (tx) => passTest(tx, 342, world.now));
  const products = await transaction(world.db, (tx) => readOffers(tx, 'all'));
  assert.deepEqual(
    products.map(({ productId, offered, lacks }) => ({ productId, offered, lacks })),
    [
      { productId: 503, offered: false, lacks: ['targets'] },
      { productId: 2111, offered: true, lacks: [] },
    ],
  );
  const word = { byName: 'Вера', reason: 'Меняют на своём сайте.' };
  const vouched = await transaction(world.db, (tx) =>
    vouchFor(tx, { ...word, productIds: [503] }, world.now),
  );
  assert.equal(vouched.is, 'not-vouchable');
  // What was sold as an ordinary certificate, and is a choice card by the newest catalogue, goes off sale.
  await take(world, [{ ...catalogue[0], digital_acceptance: 'exchange' }]);
  assert.deepEqual(await listProducts(world.db, world.now), []);
});

test('a product keeps its scheme once it was on sale or has codes; until then the import says what it is', async () => {
  await using world = await migratedDatabase();
  const sold = { ...catalogue[0], id: '1' };
  const loaded = { ...catalogue[0], id: '2' };
  const fresh = { ...catalogue[0], id: '3' };
  await transaction(world.db, (tx) =>
    importCatalog(tx, [sold, loaded, fresh], { scheme: 'pool' }, world.now),
  );
  await transaction(world.db, (tx) => offerUntested(tx, [1], world.now));
  await world.db.query(
    `insert into imports (supplier_id, product_id, file_name, loaded, at) values (342, 2, 'codes.xlsx', 1, $1)`,
    [world.now],
  );
  await transaction(world.db, (tx) => withdrawVouch(tx, 1, world.now));
  await transaction(world.db, (tx) =>
    importCatalog(tx, [sold, loaded, fresh], { scheme: 'platform' }, world.now),
  );
  assert.deepEqual(await schemesOf(world), { 1: 'pool', 2: 'pool', 3: 'platform' });
});

test('a product of before whose codes exist before they are sold, and are made by us, needs a word of its own', async () => {
  await using world = await migratedDatabase();
  await take(world, [withOwnCodes], 'platform');
  await world.db.query(`update products set transfer_scheme = 'platform', first_offered_at = $1`, [
    world.now,
  ]);
  const lacksOf = async () => (await readOffers(world.db, 'all')).map(({ lacks }) => lacks);
  await transaction(world.db, (tx) => passTest(tx, 342, world.now));
  assert.deepEqual(
    await lacksOf(),
    [['supplier-codes']],
    'a test of platform codes says nothing of its codes',
  );
  await transaction(world.db, (tx) => offerUntested(tx, [502], world.now));
  assert.deepEqual(await lacksOf(), [[]]);
});
