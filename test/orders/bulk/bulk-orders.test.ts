import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findClient } from '../../../src/clients/find-client.ts';
import { confirmBulk } from '../../../src/orders/bulk/confirm-bulk.ts';
import { cancelBulk, pauseBulk, resumeBulk } from '../../../src/orders/bulk/decide-bulk.ts';
import { createBulkPlacer } from '../../../src/orders/bulk/place-bulk.ts';
import { previewBulk } from '../../../src/orders/bulk/preview.ts';
import { fromShell } from '../../../src/people/access/principal.ts';
import { bulkOf, confirm, csvSheet, upload, type SheetLine } from '../../support/bulk-world.ts';
import { testWorld } from '../../support/test-world.ts';

const headings = ['Товар', 'Номинал', 'Почта получателя', 'Телефон', 'Доставка', 'Внешний номер', 'Лишнее'];

test('of ten thousand lines, wrong ones are listed, and right ones become certificates and are paid', async () => {
  await using world = await testWorld();
  const product = await world.product({ scheme: 'platform' });
  const client = await world.client({ callbackUrl: null, balanceRoubles: 6_000_000 });
  const right = (index: number): SheetLine => [product.id, 500, '', '', 'ссылка', `A-${index}`, ''];
  const lines = Array.from({ length: 10_000 }, (_, index) => right(index));
  lines[10] = [product.id, 700, '', '', 'ссылка', 'face', ''];
  lines[20] = [999_999, 500, '', '', 'ссылка', 'product', ''];
  lines[30] = [product.id, '', 'no address', '123', 'смс', 'many', ''];
  const bulkId = await upload(world, client.id, csvSheet(headings, lines));

  const read = await bulkOf(world, client.id, bulkId);
  assert.deepEqual([read.state, read.lines, read.wrong], ['preview', 10_000, 3]);
  assert.deepEqual(read.ignoredColumns, ['Лишнее']);
  const { rows } = await world.home.db.query(
    `select line, problems from bulk_lines where state = 'wrong' order by line`,
  );
  assert.deepEqual(rows, [
    { line: 12, problems: ['face:not-offered'] },
    { line: 22, problems: ['product_id:not-offered'] },
    { line: 32, problems: ['face:missing', 'email_to:form', 'to_phone:form'] },
  ]);
  const found = (await findClient(world.home.db, client.id)) ?? assert.fail();
  const preview = await previewBulk(world.home.db, found, { clientId: client.id, bulkId }, world.clock.now());
  assert.deepEqual(
    [preview.lines, preview.sumKopecks, preview.missingKopecks, preview.withoutStock],
    [9997, 9997 * 500_00, 0, 0],
  );
  assert.equal(
    (await world.home.db.query(`select from requests`)).rowCount,
    0,
    'nothing before it is confirmed',
  );

  await confirm(world, client.id, bulkId);
  await world.settle();
  const done = await bulkOf(world, client.id, bulkId);
  assert.deepEqual([done.state, done.placed, done.issued, done.refused], ['done', 9997, 9997, 0]);
  assert.equal(await client.getBalance(), 6_000_000 - 9997 * 500);
  assert.equal((await world.home.db.query(`select from requests where state = 'issued'`)).rowCount, 9997);
});

const sheet = ['Product', 'Face value', 'Delivery', 'External id'];
const linksOf = (productId: number, count: number, face = 500): SheetLine[] =>
  Array.from({ length: count }, (_, index) => [productId, face, 'link', `L-${index}`]);

test('a bulk order pauses without funds, says so, and continues after a top-up', async () => {
  await using world = await testWorld({ FACEVALUE_OPERATOR_MAIL: 'operator@platform.example' });
  const product = await world.product({ scheme: 'platform' });
  const client = await world.client({
    callbackUrl: null,
    balanceRoubles: 5000,
    contactMail: 'money@shop.example',
  });
  const bulkId = await upload(world, client.id, csvSheet(sheet, linksOf(product.id, 30)));
  await confirm(world, client.id, bulkId);
  await world.settle();
  const paused = await bulkOf(world, client.id, bulkId);
  assert.deepEqual([paused.state, paused.pausedBecause, paused.placed], ['paused', 'no-funds', 10]);
  world.clock.forward('5 s');
  await world.settle();
  assert.equal(
    (await bulkOf(world, client.id, bulkId)).issued,
    10,
    'what was placed is counted while it pauses',
  );

  world.clock.forward('2 min');
  await world.settle();
  const told = world.mail.letters.flatMap(({ to }) => [to].flat().map((one) => one?.text));
  assert.deepEqual(new Set(told), new Set(['money@shop.example', 'operator@platform.example']));

  await world.pay(client, 400);
  await world.settle();
  assert.equal(
    (await bulkOf(world, client.id, bulkId)).state,
    'paused',
    'less than a line costs changes nothing',
  );
  await world.pay(client, 20_000);
  await world.settle();
  const done = await bulkOf(world, client.id, bulkId);
  assert.deepEqual([done.state, done.issued, await client.getBalance()], ['done', 30, 10_400]);
});

test('at most a thousand lines of a bulk order are unissued at once, so that other clients do not wait', async () => {
  await using world = await testWorld();
  const product = await world.product({ scheme: 'platform' });
  const [many, one] = [
    await world.client({ callbackUrl: null, balanceRoubles: 2_000_000 }),
    await world.client({ callbackUrl: null }),
  ];
  const bulkId = await upload(world, many.id, csvSheet(sheet, linksOf(product.id, 3000)));
  await confirm(world, many.id, bulkId);
  const placer = createBulkPlacer(world.home);
  while ((await placer.round()) > 0);
  const queued = async (): Promise<number> =>
    (await world.home.db.query(`select from requests where state = 'queued' and client_id = $1`, [many.id]))
      .rowCount ?? 0;
  assert.equal(await queued(), 1000);
  world.clock.forward('1 s');
  const id = await one.makeOrder({ product_id: product.id, face: 500 });
  assert.equal(await placer.round(), 0, 'no more before something is issued');
  const { rows } = await world.all.query<{ before: number }>(
    `select count(*) as before from requests r, requests mine
     where mine.id = $1 and r.state = 'queued' and r.id <> mine.id and r.due_at <= mine.due_at`,
    [id],
  );
  assert.equal(rows[0]?.before, 1000);
  await world.settle();
  assert.equal((await bulkOf(world, many.id, bulkId)).state, 'done');
});

test('several workers at once place each line once', async () => {
  await using world = await testWorld();
  const product = await world.product();
  await world.pool(product, 500, 600);
  const client = await world.client({ callbackUrl: null, balanceRoubles: 300_000 });
  const bulkId = await upload(world, client.id, csvSheet(sheet, linksOf(product.id, 600)));
  await confirm(world, client.id, bulkId);
  const workers = Array.from({ length: 4 }, () => createBulkPlacer(world.home));
  for (let round = 0; round < 6; round += 1) await Promise.all(workers.map((worker) => worker.round()));
  await world.settle();
  const { rows } = await world.home.db.query<{ requests: number; lines: number }>(
    `select count(*) as requests, count(distinct uuid) as lines from requests`,
  );
  assert.deepEqual(rows, [{ requests: 600, lines: 600 }]);
  assert.equal(await client.getBalance(), 0);
});

test('sold-out lines follow the delayed mode and do not stop other products', async () => {
  await using world = await testWorld();
  const [pool, platform] = [await world.product(), await world.product({ scheme: 'platform' })];
  await world.pool(pool, 500, 5);
  const usual = await world.client({ callbackUrl: null, balanceRoubles: 2_000_000 });
  const first = await upload(world, usual.id, csvSheet(sheet, linksOf(pool.id, 8)));
  await confirm(world, usual.id, first);
  await world.settle();
  const refused = await bulkOf(world, usual.id, first);
  assert.deepEqual([refused.state, refused.issued, refused.refused], ['done', 5, 3]);

  const patient = await world.client({ callbackUrl: null, balanceRoubles: 2_000_000, delayedMode: true });
  const lines = [...linksOf(pool.id, 1200), ...linksOf(platform.id, 20)];
  const second = await upload(world, patient.id, csvSheet(sheet, lines));
  await confirm(world, patient.id, second);
  await world.settle();
  const waits = await bulkOf(world, patient.id, second);
  assert.deepEqual([waits.state, waits.issued], ['placing', 20]);
  assert.ok(waits.placed - waits.issued <= 1000);
  await world.pool(pool, 500, 1200);
  for (let rounds = 0; rounds < 5; rounds += 1) {
    world.clock.forward('3 s');
    await world.settle();
  }
  const done = await bulkOf(world, patient.id, second);
  assert.deepEqual([done.state, done.issued], ['done', 1220]);
});

test('a repeated file is reported, and placed again only on explicit request', async () => {
  await using world = await testWorld();
  const product = await world.product({ scheme: 'platform' });
  const client = await world.client({ callbackUrl: null });
  const bytes = csvSheet(sheet, linksOf(product.id, 2));
  const first = await upload(world, client.id, bytes);
  await confirm(world, client.id, first);
  await world.settle();
  const second = await upload(world, client.id, bytes);
  const key = { clientId: client.id, bulkId: second };
  const decide = (again: boolean) => confirmBulk(world.home, fromShell, { ...key, again }, world.clock.now());
  assert.equal((await decide(false)).is, 'same-file');
  assert.equal((await decide(true)).is, 'done');
  await world.settle();
  assert.equal((await world.home.db.query(`select from requests`)).rowCount, 4);
  const { rows } = await world.home.db.query(`select from bulk_orders where sealed_file is not null`);
  assert.equal(rows.length, 0, 'files are gone once they are read');
});

test('a bulk order can be paused, resumed and cancelled; placed lines stay placed', async () => {
  await using world = await testWorld();
  const product = await world.product({ scheme: 'platform' });
  const client = await world.client({ callbackUrl: null, balanceRoubles: 500_000 });
  const bulkId = await upload(world, client.id, csvSheet(sheet, linksOf(product.id, 400)));
  const key = { clientId: client.id, bulkId };
  const decide = async (verb: typeof pauseBulk) =>
    (await verb(world.home, fromShell, key, world.clock.now())).is;
  assert.equal(await decide(pauseBulk), 'in-state');
  await confirm(world, client.id, bulkId);
  await createBulkPlacer(world.home).round();
  assert.equal(await decide(pauseBulk), 'done');
  await world.settle();
  assert.equal((await bulkOf(world, client.id, bulkId)).placed, 256);
  assert.equal(await decide(resumeBulk), 'done');
  assert.equal(await decide(cancelBulk), 'done');
  world.clock.forward('3 s');
  await world.settle();
  const cancelled = await bulkOf(world, client.id, bulkId);
  assert.deepEqual([cancelled.state, cancelled.placed, cancelled.issued], ['cancelled', 256, 256]);
  assert.equal(await decide(resumeBulk), 'in-state');
});

test('a file that is not a sheet of orders is refused with a reason and leaves no lines', async () => {
  await using world = await testWorld();
  const client = await world.client({ callbackUrl: null });
  const problemOf = async (bytes: Buffer): Promise<string | null> => {
    const bulk = await bulkOf(world, client.id, await upload(world, client.id, bytes));
    assert.equal(bulk.state, 'cancelled');
    return bulk.problem;
  };
  assert.equal(await problemOf(Buffer.from('PK\u0003\u0004 no workbook')), 'unreadable');
  assert.equal(await problemOf(Buffer.from(`Товар;Номинал\n"1;2\n${'3;4\n'.repeat(40_000)}`)), 'unreadable');
  assert.equal(await problemOf(csvSheet(['Фамилия', 'Отдел'], [['Иванов', 'Склад']])), 'no-columns');
  assert.equal(await problemOf(csvSheet(['Товар', 'Продукт', 'Номинал'], [[1, 2, 3]])), 'no-columns');
  assert.equal(await problemOf(csvSheet(sheet, [])), 'empty');
  assert.equal(
    await problemOf(
      csvSheet(
        ['Товар', 'Номинал'],
        linksOf(1, 100_001).map(([id, face]) => [id ?? '', face ?? '']),
      ),
    ),
    'too-long',
  );
  assert.equal((await world.home.db.query(`select from bulk_lines`)).rowCount, 0);
});
