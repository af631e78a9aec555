import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { demoClients } from '../../seeds/demo-world/clients.ts';
import { ean13CheckDigit } from '../../seeds/demo-world/code-forms.ts';
import { demoProducts } from '../../seeds/demo-world/products.ts';
import { demoBrands } from '../../seeds/demo-world/suppliers-and-brands.ts';
import { seedCatalog } from '../../seeds/seed-catalog.ts';
import { seedDemo, type SeedingContext } from '../../seeds/seed-demo.ts';
import { seedPools } from '../../seeds/seed-pools.ts';
import { countExchangeList } from '../../src/catalog/exchange-list.ts';
import { listAddresses } from '../../src/catalog/list-addresses.ts';
import { listCategories } from '../../src/catalog/list-categories.ts';
import { listProducts } from '../../src/catalog/list-products.ts';
import { barcodeKinds } from '../../src/catalog/set-product.ts';
import { barcodeBars } from '../../src/certificates/documents/barcode.ts';
import { termsAsLines } from '../../src/certificates/terms.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { readConfig } from '../../src/platform/settings/config.ts';
import { openCode } from '../../src/vault/seal-code.ts';
import { migratedDatabase, type MigratedDatabase } from '../support/migrated-database.ts';

const yearMs = 365 * 86_400_000;

function seeding(world: MigratedDatabase, settings: Record<string, string> = {}): SeedingContext {
  const masterKey = Buffer.alloc(32, 7).toString('base64');
  const config = readConfig({ FACEVALUE_MASTER_KEY: masterKey, PORT: '8080', ...settings });
  return { db: world.db, keyring: world.keyring, clock: { now: () => world.now }, config };
}

async function rowsOf<Row extends object>(world: MigratedDatabase, query: string): Promise<Row[]> {
  return (await world.db.query<Row>(query)).rows;
}

/** Interrupts the seeding when this much of the pools is filled. */
const breakAt = (share: number) => (progress: { done: number; total: number }) => {
  if (progress.done / progress.total >= share) throw new Error('the power went');
};

const silent = (): void => {};

test('seeding twice gives one set of data', async () => {
  await using world = await migratedDatabase();
  const told: number[] = [];
  const first = await seedDemo(seeding(world), ({ done, total }) => told.push(done / total));
  const census = `select (select count(*) from products) as products, (select count(*) from codes) as codes,
    (select count(*) from clients) as clients, (select count(*) from transfers) as transfers`;
  const before = await rowsOf(world, census);
  const second = await seedDemo(seeding(world), () => assert.fail('nothing is left to make'));
  assert.deepEqual(second, first);
  assert.deepEqual(await rowsOf(world, census), before);
  assert.equal(told.at(0), 0);
  assert.equal(told.at(-1), 1);
  assert.deepEqual(
    first.clients.map(({ id, callback_inbox }) => [id, callback_inbox]),
    [
      [11638, 'http://127.0.0.1:8080/demo/callbacks/11638'],
      [11639, 'http://127.0.0.1:8080/demo/callbacks/11639'],
    ],
  );
  assert.equal(new Set(first.clients.map((client) => client.secret)).size, 2);
  for (const client of first.clients) assert.match(client.callback_secret, /^whsec_[\w+/=]{40,}$/);
  assert.deepEqual(
    new Set(first.suppliers.map((supplier) => supplier.scheme)),
    new Set(['pool', 'platform']),
  );
});

test('two concurrent starts seed once', async () => {
  await using world = await migratedDatabase();
  const [one, other] = await Promise.all([
    seedDemo(seeding(world), silent),
    seedDemo(seeding(world), silent),
  ]);
  assert.deepEqual(one, other);
  assert.equal((await listProducts(world.db, world.now)).length, demoProducts.length);
});

test('an interrupted seeding leaves nothing, and the next one is complete', async () => {
  await using world = await migratedDatabase();
  await assert.rejects(seedDemo(seeding(world), breakAt(0.9)), /the power went/);
  assert.deepEqual(await listProducts(world.db, world.now), []);
  await seedDemo(seeding(world), silent);
  assert.equal((await listProducts(world.db, world.now)).length, demoProducts.length);
});

test('a random number that looks masked does not stop the seeding', async () => {
  await using world = await migratedDatabase();
  await transaction(world.db, async (tx) => {
    const [seeded] = await seedCatalog(tx, 'http://127.0.0.1:8080', world.now);
    if (seeded === undefined) throw new Error('The demo has no product.');
    const numbers = ['KB7KQ2M9XAAB', 'KB7XXXXH2FFW', 'KBABCDEFGHJK'];
    const pool = { number: () => numbers.pop() ?? '', pin: () => '', stock: { 500: 3 } };
    await seedPools(
      tx,
      world.keyring,
      [{ ...seeded, product: { ...seeded.product, pool } }],
      silent,
      world.now,
    );
  });
  assert.deepEqual(await rowsOf(world, `select count(*)::integer as codes from codes`), [{ codes: 3 }]);
});

test('another port changes the addresses of pictures and inboxes, but not what a person changed', async () => {
  await using world = await migratedDatabase();
  await seedDemo(seeding(world), silent);
  await world.db.query(`update clients set callback_url = 'https://shop.example/hook' where id = 11639`);
  const facts = await seedDemo(seeding(world, { PORT: '9090' }), silent);
  assert.equal(facts.base_url, 'http://127.0.0.1:9090');
  const urls = await rowsOf(world, `select callback_url from clients order by id`);
  assert.deepEqual(urls, [
    { callback_url: 'http://127.0.0.1:9090/demo/callbacks/11638' },
    { callback_url: 'https://shop.example/hook' },
  ]);
  const [product] = await listProducts(world.db, world.now);
  assert.equal(product?.main_image.large, 'http://127.0.0.1:9090/pictures/olkhovy-dom-large.png');
  const kept = await rowsOf<{ picture: string }>(
    world,
    `select product ->> 'picture' as picture from templates`,
  );
  assert.ok(kept.length > 0);
  for (const { picture } of kept) assert.match(picture, /^http:\/\/127\.0\.0\.1:9090\/pictures\//);
});

test('production is refused', async () => {
  await using world = await migratedDatabase();
  const production = {
    NODE_ENV: 'production',
    FACEVALUE_TRUSTED_PROXIES: 'none',
    FACEVALUE_BASE_URL: 'https://gifts.example',
    FACEVALUE_SMTP_URL: 'smtp://127.0.0.1:25',
    DATABASE_URL: world.url,
  };
  await assert.rejects(seedDemo(seeding(world, production), silent), /never made in production/);
  assert.deepEqual(await listProducts(world.db, world.now), []);
});

test('the seeded data matches its facts', async () => {
  await using world = await migratedDatabase();
  await seedDemo(seeding(world), silent);
  const products = await listProducts(world.db, world.now);
  const [first] = products;
  assert.equal(first?.title, 'Ольховый Дом');
  assert.deepEqual(first?.faces, [500, 1000, 3000, 5000]);

  const stock = await rowsOf<{ free: number }>(
    world,
    `select sum(free)::bigint as free from stock where product_id = (select min(id) from products)`,
  );
  assert.ok((stock[0]?.free ?? 0) >= 4000);
  const soldOut = await rowsOf(
    world,
    `select f.product_id from faces f join products p on p.id = f.product_id and p.transfer_scheme = 'pool'
     where not exists (select from stock s where s.product_id = p.id and s.face_kopecks = f.face_kopecks and s.free > 0)`,
  );
  assert.ok(soldOut.length > 0, 'a face is sold out');
  const used = await rowsOf<{ kinds: string[]; validities: string[]; in_letter: number; soonest: string }>(
    world,
    `select array_agg(distinct barcode_kind) as kinds, array_agg(distinct validity) as validities,
       count(*) filter (where code_in_letter) as in_letter, min(valid_until) as soonest from products`,
  );
  assert.deepEqual(new Set(used[0]?.kinds), new Set(barcodeKinds));
  assert.deepEqual(new Set(used[0]?.validities), new Set(['unlimited', 'fixed', 'days']));
  assert.ok((used[0]?.in_letter ?? 0) > 0, 'a code stands in its letter');
  assert.ok(Date.parse(`${used[0]?.soonest}T23:59:59+03:00`) - world.now.getTime() >= yearMs);

  const clients = await rowsOf(
    world,
    `select c.callback_format, c.delayed_mode, c.registered_at < '2023-02-01T00:00:00+03:00' as early,
       a.balance_kopecks from clients c join accounts a on a.client_id = c.id and a.name = 'funds' order by c.id`,
  );
  assert.deepEqual(clients, [
    { callback_format: 'form', delayed_mode: false, early: false, balance_kopecks: 5_000_000_000 },
    { callback_format: 'json', delayed_mode: true, early: true, balance_kopecks: 2_500_000 },
  ]);
  assert.equal(clients.length, demoClients.length);
});

test('the demo sells a choice certificate, and one that tills take in parts', async () => {
  await using world = await migratedDatabase();
  await seedDemo(seeding(world), silent);
  const onSale = await rowsOf<{ id: number; code: string; inParts: boolean }>(
    world,
    `select id, code, in_parts as "inParts" from products
     where offered and (digital_acceptance = 'exchange' or in_parts) order by id`,
  );
  assert.deepEqual(
    onSale.map(({ code, inParts }) => [code, inParts]),
    [
      ['zerno-i-teterev', true],
      ['sorochy-larets', false],
    ],
  );
  const { targets, offered } = await countExchangeList(world.db, onSale[1]?.id ?? 0);
  assert.deepEqual([targets, offered], [9, 15]);
});

test('every product has the form of the wire', async () => {
  await using world = await migratedDatabase();
  await seedDemo(seeding(world), silent);
  const categories = await listCategories(world.db);
  assert.ok(categories.length >= 8 && categories.every((one) => one.title !== '' && one.title_en !== ''));
  const categoryIds = new Set(categories.map((category) => Number(category.id)));
  const products = await listProducts(world.db, world.now);
  for (const product of products) {
    assert.match(product.id, /^\d+$/);
    assert.ok(product.faces.length > 0 && product.faces.some((face) => face > 0), product.code);
    assert.deepEqual(
      product.faces,
      product.faces.toSorted((a, b) => a - b),
    );
    const [step, least, most] = [product.face_step, product.face_min, product.face_max].map(Number);
    for (const face of product.faces.filter((one) => one > 0)) {
      assert.ok(face >= (least ?? 0) && face <= (most ?? 0), `${product.code} ${face}`);
      if (product.faces[0] === 0) assert.equal(face % (step ?? 1), 0, product.code);
    }
    assert.ok(product.categories.every((id) => categoryIds.has(id)));
    for (const url of Object.values(product.main_image)) {
      assert.ok(existsSync(join(import.meta.dirname, '../../seeds/pictures', basename(url))), url);
    }
    assert.ok(termsAsLines(product.disclaimer).length >= 4, product.code);
    assert.match(product.www, /^https:\/\/[a-z-]+\.example$/);
  }
  assert.ok(
    products.some((product) => product.faces[0] === 0),
    'a free amount',
  );
  assert.ok(Object.keys(await listAddresses(world.db, {})).length >= 5);
});

test('every code can be drawn as the barcode of its product', async () => {
  await using world = await migratedDatabase();
  await seedDemo(seeding(world), silent);
  const samples = await rowsOf<{
    supplier_id: number;
    sealed: Buffer;
    fingerprint: Buffer;
    code: string;
    barcode_kind: (typeof barcodeKinds)[number];
    barcode_of: 'number' | 'pin';
  }>(
    world,
    `select c.supplier_id, c.sealed, c.fingerprint, p.code, p.barcode_kind, p.barcode_of
     from codes c join products p on p.id = c.product_id where c.position % 10 = 1`,
  );
  const withPin = new Set<string>();
  const withoutPin = new Set<string>();
  for (const sample of samples) {
    const code = openCode(world.keyring, sample.supplier_id, sample);
    const text = sample.barcode_of === 'pin' ? code.pin : code.number;
    assert.equal(barcodeBars(sample.barcode_kind, text)?.kind, sample.barcode_kind, sample.code);
    if (sample.barcode_kind === 'ean13') {
      assert.equal(ean13CheckDigit(text.slice(0, 12)), Number(text[12]));
    }
    (code.pin === '' ? withoutPin : withPin).add(sample.code);
  }
  const pooled = demoProducts.filter((product) => product.pool !== null).map((product) => product.slug);
  assert.deepEqual([...withPin, ...withoutPin].toSorted(), pooled.toSorted());
  assert.ok(withPin.size > 0 && withoutPin.size > 0);
});

test('the demo has no addresses of real people', () => {
  for (const brand of Object.values(demoBrands)) {
    assert.match(brand.supportEmail, /\.example$/);
    if (brand.supportPhone !== '') assert.match(brand.supportPhone, / 000-00-\d\d$/);
  }
  for (const product of demoProducts) {
    for (const [, host] of product.terms.matchAll(/https?:\/\/([^/"<]+)/g))
      assert.match(host ?? '', /\.example$/);
  }
});
