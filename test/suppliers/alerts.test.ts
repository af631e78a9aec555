import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { setBrand } from '../../src/catalog/brand.ts';
import { setProduct } from '../../src/catalog/set-product.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { travelOn } from '../../src/platform/time-travel/set-time-travel.ts';
import { raiseAlerts } from '../../src/suppliers/alerts/raise-alerts.ts';
import { createWorkers } from '../../src/workers.ts';
import { addProduct } from '../support/arrange.ts';
import { startPlatform } from '../crash/platform-process.ts';
import { mailSink } from '../support/mail-sink.ts';
import { migratedDatabase } from '../support/migrated-database.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

const operator = 'operator@facevalue.example';
const contact = 'codes@supplier.example';
const settings = { FACEVALUE_OPERATOR_MAIL: operator };

/** Alert letters, without gifts: their recipients, sorted. */
const told = ({ mail }: TestWorld, subject: RegExp): string[] =>
  mail.letters
    .filter((letter) => subject.test(letter.subject ?? ''))
    .flatMap(({ to }) => (Array.isArray(to) ? to : [to]).map((one) => one?.text ?? ''))
    .toSorted();

const stock = /Заканчиваются коды/;
const ending = /Коды сняты с продажи/;
const limit = /Заканчивается месячный лимит/;

test('low stock is reported once to operator and supplier, and again only after it recovered', async () => {
  await using world = await testWorld(settings);
  const product = await world.product({ lowStock: 3 });
  await world.pool(product, 500, 3);
  await world.pool(product, 1000, 3);
  await world.settle();
  assert.deepEqual(told(world, stock), []);
  const shop = await world.client();
  const buy = async (): Promise<void> => {
    await shop.makeOrder({ product_id: product.id, face: 500 });
    await world.settle();
  };
  await buy();
  assert.deepEqual(told(world, stock), [contact, operator]);
  const [letter] = world.mail.letters.filter(({ subject }) => stock.test(subject ?? ''));
  assert.match(letter?.text ?? '', /Осталось кодов: 2\./);
  assert.match(String(letter?.html), /lang="ru"/);

  await buy();
  world.clock.forward('1 d');
  await world.settle();
  assert.equal(told(world, stock).length, 2, 'still low: not told again');
  await world.pool(product, 500, 5);
  await world.settle();
  for (let order = 0; order < 4; order += 1) await buy();
  assert.equal(told(world, stock).length, 4, 'it recovered and fell again');
});

test('operator and supplier get letters in their own languages', async () => {
  await using world = await testWorld({ ...settings, FACEVALUE_OPERATOR_LANGUAGE: 'en' });
  const product = await world.product({ lowStock: 3, facesRoubles: [500] });
  await world.pool(product, 500, 2);
  await world.settle();
  assert.deepEqual(told(world, stock), [contact]);
  assert.deepEqual(told(world, /Codes are running out/), [operator]);
});

test('codes that expire too soon are reported once with their day and not counted as stock', async () => {
  await using world = await testWorld(settings);
  const product = await world.product({ lowStock: 2, title: 'Кафе «Мотылёк»' });
  await world.pool(product, 1000, 5);
  await world.pool(product, 500, [
    { number: 'ENDING-1', pin: '', expiry: '2026-11-29' },
    { number: 'ENDING-2', pin: '', expiry: '2026-11-29' },
  ]);
  await world.settle();
  assert.deepEqual([...told(world, ending), ...told(world, stock)], []);
  world.clock.forward('2 d');
  await world.settle();
  assert.deepEqual(told(world, ending), [contact, operator]);
  assert.deepEqual(told(world, /срок заканчивается: «Кафе „Мотылёк“»/), [contact, operator]);
  assert.deepEqual(told(world, stock), [contact, operator]);
  const [letter] = world.mail.letters.filter(({ subject }) => ending.test(subject ?? ''));
  assert.match(letter?.text ?? '', /Непроданных кодов: 2, они действуют до 29\.11\.2026\./);
  world.clock.forward('30 d');
  await world.settle();
  assert.equal(told(world, ending).length, 2, 'told once');
  // No alert for products that are not for sale.
  await transaction(world.ctx.db, (tx) =>
    setProduct(tx, product.id, { switchedOn: false }, world.clock.now()),
  );
  await world.settle();
  const { rows } = await world.ctx.db.query(
    `select from alerts where kind = 'ending-codes' and recovered_at is null`,
  );
  assert.equal(rows.length, 0);
});

test('no alerts about products without a threshold, or disabled faces', async () => {
  await using world = await testWorld(settings);
  await world.product();
  const watched = await world.product({ lowStock: 1 });
  await world.ctx.db.query(`update faces set switched_on = false where product_id = $1`, [watched.id]);
  await world.settle();
  assert.equal(world.mail.letters.length, 0);
});

test('an alert about a monthly limit is sent at the agreed percentage, once per Moscow month', async () => {
  await using world = await testWorld(settings, '2026-11-30T12:00:00+03:00');
  const product = await world.product({
    scheme: 'platform',
    monthlyOrdersLimit: 10,
    monthlySumLimitRoubles: 100_000,
  });
  const { supplierId, brandId } = product;
  await transaction(world.ctx.db, async (tx) => {
    const { rows } = await tx.query<{ name: string }>(
      `select name from brands where supplier_id = $1 and id = $2`,
      [supplierId, brandId],
    );
    await setBrand(tx, { supplierId, name: rows[0]?.name ?? '', limits: { lowLimitPercent: 20 } });
  });
  const shop = await world.client({ callbackUrl: null });
  const buy = async (count: number): Promise<void> => {
    for (let order = 0; order < count; order += 1) {
      await shop.makeOrder({ product_id: product.id, face: 500 });
    }
    await world.settle();
  };
  await buy(7);
  assert.deepEqual(told(world, limit), []);
  await buy(1);
  assert.deepEqual(told(world, limit), [contact, operator]);
  assert.match(world.mail.letters.at(-1)?.text ?? '', /Осталось заказов в этом месяце: 2 из 10\./);
  await buy(1);
  assert.equal(told(world, limit).length, 2);
  world.clock.forward('1 d');
  await world.settle();
  await buy(8);
  assert.equal(told(world, limit).length, 4);
});

test('sixteen concurrent processes raise one alert', async () => {
  await using world = await testWorld(settings);
  const product = await world.product();
  await transaction(world.ctx.db, (tx) => setProduct(tx, product.id, { lowStock: 5 }, world.clock.now()));
  const { db } = world.ctx;
  await Promise.all(
    Array.from({ length: 16 }, () =>
      transaction(db, (tx) => raiseAlerts({ db: tx, cells: world.ctx.cells }, operator, world.clock.now())),
    ),
  );
  const { rows } = await db.query<{ alerts: number; mails: number }>(
    `select (select count(*) from alerts) as alerts, (select count(*) from letters_to_people where kind = 'alert') as mails`,
  );
  // Two faces, each to two addresses.
  assert.deepEqual(rows[0], { alerts: 2, mails: 4 });
  await world.settle();
});

test('a failed alert letter is retried, and that of a killed worker sent by the next', async () => {
  await using world = await testWorld({});
  const product = await world.product({ lowStock: 1, facesRoubles: [500] });
  world.mail.refuseWith(451);
  await world.settle();
  assert.equal(world.mail.letters.length, 0);
  world.mail.refuseWith(0);
  world.clock.forward('1 min');
  // Leased by a worker that never returns.
  await world.ctx.db.query(
    `update letters_to_people set claim_id = gen_random_uuid(), due_at = $1, leased_until = $1, attempts = attempts + 1`,
    [new Date(world.clock.now().getTime() + 150_000)],
  );
  const sender = createWorkers(world.ctx).find(({ name }) => name === 'send-letters');
  assert.equal(await sender?.round(), 0);
  world.clock.forward('3 min');
  await world.settle();
  assert.deepEqual(told(world, stock), [contact]);
  const { rows } = await world.ctx.db.query(`select state, last_error from letters_to_people`);
  assert.deepEqual(rows, [{ state: 'sent', last_error: '' }]);
  assert.ok(product.id > 0);
});

const hourMs = 3_600_000;
const patienceMs = 60_000;

for (const point of ['alerts:before-commit', 'letters:after-send']) {
  test(`killed at ${point}, the platform sends one alert, under one Message-ID`, async () => {
    await using world = await migratedDatabase();
    const mail = await mailSink();
    const place = { ...world, now: () => new Date() };
    await addProduct(place, { lowStock: 1, facesRoubles: [500] });
    const child = { DATABASE_URL: world.url, FACEVALUE_SMTP_URL: mail.url };
    await using dying = await startPlatform({ ...child, FACEVALUE_CRASH_AT: point });
    assert.equal(await dying.ended, 'SIGKILL');
    // Leases of the dead process have ended by then.
    await transaction(world.db, (tx) => travelOn(tx, hourMs));
    await using next = await startPlatform(child);
    const deadline = performance.now() + patienceMs;
    for (let sent = 0; sent === 0; await sleep(25)) {
      const { rows } = await world.db.query<{ sent: number }>(
        `select count(*) as sent from letters_to_people where state = 'sent'`,
      );
      sent = rows[0]?.sent ?? 0;
      assert.ok(performance.now() < deadline, 'nothing was told');
    }
    const { rows } = await world.db.query(`select count(*) as alerts from alerts`);
    assert.deepEqual(rows, [{ alerts: 1 }]);
    assert.equal(mail.letters.length, point === 'letters:after-send' ? 2 : 1);
    assert.equal(new Set(mail.letters.map(({ messageId }) => messageId)).size, 1);
    // A mail server does not close while a client is connected.
    await next.kill('SIGKILL');
    await mail.close();
  });
}
