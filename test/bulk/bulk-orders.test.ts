import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findClient } from '../../src/clients/find-client.ts';
import { createBulkPlacer } from '../../src/bulk/place-bulk.ts';
import { previewBulk } from '../../src/bulk/preview.ts';
import { bulkOf, confirm, csvSheet, upload, type SheetLine } from '../support/bulk-world.ts';
import { testWorld } from '../support/test-world.ts';

const headings = ['Товар', 'Номинал', 'Почта получателя', 'Телефон', 'Доставка', 'Внешний номер', 'Лишнее'];

test('ten thousand lines: wrong ones are named, right ones become certificates, money is that of the right ones', async () => {
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
  const { rows } = await world.ctx.db.query(
    `select line, problems from bulk_lines where state = 'wrong' order by line`,
  );
  assert.deepEqual(rows, [
    { line: 12, problems: ['face:not-offered'] },
    { line: 22, problems: ['product_id:not-offered'] },
    { line: 32, problems: ['face:missing', 'email_to:form', 'to_phone:form'] },
  ]);
  const found = (await findClient(world.ctx.db, client.id)) ?? assert.fail();
  const preview = await previewBulk(world.ctx.db, found, { clientId: client.id, bulkId }, world.clock.now());
  assert.deepEqual(
    [preview.lines, preview.sumKopecks, preview.missingKopecks, preview.withoutStock],
    [9997, 9997 * 500_00, 0, 0],
  );
  assert.equal(
    (await world.ctx.db.query(`select from requests`)).rowCount,
    0,
    'nothing before it is confirmed',
  );

  await confirm(world, client.id, bulkId);
  await world.settle();
  const done = await bulkOf(world, client.id, bulkId);
  assert.deepEqual([done.state, done.placed, done.issued, done.refused], ['done', 9997, 9997, 0]);
  assert.equal(await client.getBalance(), 6_000_000 - 9997 * 500);
  assert.equal((await world.ctx.db.query(`select from requests where state = 'issued'`)).rowCount, 9997);
});

const sheet = ['Product', 'Face value', 'Delivery', 'External id'];
const linksOf = (productId: number, count: number, face = 500): SheetLine[] =>
  Array.from({ length: count }, (_, index) => [productId, face, 'link', `L-${index}`]);

test('when funds end it pauses and tells, and after a top-up it goes on by itself', async () => {
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

test('of a bulk order a thousand lines are unissued at the most, and an order of another client waits behind no more', async () => {
  await using world = await testWorld();
  const product = await world.product({ scheme: 'platform' });
  const [many, one] = [
    await world.client({ callbackUrl: null, balanceRoubles: 2_000_000 }),
    await world.client({ callbackUrl: null }),
  ];
  const bulkId = await upload(world, many.id, csvSheet(sheet, linksOf(product.id, 3000)));
  await confirm(world, many.id, bulkId);
  const placer = createBulkPlacer(world.ctx);
  while ((await placer.round()) > 0);
  const queued = async (): Promise<number> =>
    (await world.ctx.db.query(`select from requests where state = 'queued' and client_id = $1`, [many.id]))
      .rowCount ?? 0;
  assert.equal(await queued(), 1000);
  world.clock.forward('1 s');
  const id = await one.makeOrder({ product_id: product.id, face: 500 });
  assert.equal(await placer.round(), 0, 'no more before something is issued');
  const { rows } = await world.ctx.db.query<{ before: number }>(
    `select count(*) as before from requests r, requests mine
     where mine.id = $1 and r.state = 'queued' and r.id <> mine.id and r.due_at <= mine.due_at`,
    [id],
  );
  assert.equal(rows[0]?.before, 1000);
  await world.settle();
  assert.equal((await bulkOf(world, many.id, bulkId)).state, 'done');
});
