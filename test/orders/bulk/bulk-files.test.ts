import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { addFile } from '../../../src/orders/bulk/add-file.ts';
import { findBulk } from '../../../src/orders/bulk/bulk-order.ts';
import { emptySheetNow } from '../../../src/orders/bulk/empty-sheet.ts';
import { eachLine } from '../../../src/orders/bulk/list-lines.ts';
import { wrongLinesFile } from '../../../src/orders/bulk/result-file.ts';
import { fromShell } from '../../../src/people/access/principal.ts';
import type { SheetFormat } from '../../../src/platform/spreadsheet/sheet-file.ts';
import { csvSheet, upload } from '../../support/bulk-world.ts';
import { deflatedZip } from '../../support/deflated-zip.ts';
import { runCommand } from '../../support/run-command.ts';
import { testWorld } from '../../support/test-world.ts';

const headings = ['Товар', 'Номинал', 'Доставка', 'Имя получателя', 'Внешний номер'];
const minuteMs = 60_000;

test('what would be a formula is text in our files, and comes back as it was', async () => {
  await using world = await testWorld();
  const product = await world.product({ scheme: 'platform' });
  const client = await world.client({ callbackUrl: null });
  const [call, plus] = ['=HYPERLINK("http://evil.example")', '+79001234567'];
  const sheet = csvSheet(headings, [[product.id, 7, 'link', `"${call.replaceAll('"', '""')}"`, plus]]);
  const bulkId = await upload(world, client.id, sheet);
  const key = { clientId: client.id, bulkId };
  const file = async (format: SheetFormat): Promise<Buffer> =>
    Buffer.concat(await Array.fromAsync(wrongLinesFile(world.home.db, { ...key, format, language: 'ru' })));
  const csv = (await file('csv')).toString();
  assert.match(csv, /'=HYPERLINK/);
  assert.match(csv, /'\+79001234567/);
  assert.doesNotMatch(csv, /(^|[;"])[=+]/m, 'no cell begins as a formula does');
  for (const format of ['csv', 'xlsx'] as const) {
    const again = await upload(world, client.id, await file(format));
    const lines = await Array.fromAsync(eachLine(world.home.db, { clientId: client.id, bulkId: again }));
    const fields = lines.map((line) => line.fields);
    assert.deepEqual(
      fields.map((one) => [one['to'], String(one['external_id'])]),
      [[call, plus]],
      format,
    );
  }
});

test('the empty workbook lists the products and comes back with its orders; what is hidden in a sheet is not ordered', async () => {
  await using world = await testWorld();
  const product = await world.product({ scheme: 'platform' });
  const client = await world.client({ callbackUrl: null });
  const empty = Buffer.concat(await Array.fromAsync(await emptySheetNow(world.ctx, 'xlsx', 'ru')));
  const { sheets } = await readXlsx(empty);
  assert.deepEqual(sheets[1]?.rows[1]?.[0], product.id);
  const returned = await upload(world, client.id, empty);
  const key = { clientId: client.id, bulkId: returned };
  assert.equal((await findBulk(world.home.db, key))?.problem, 'empty', 'its sample is no order');

  const rows = [
    headings,
    [product.id, 500, 'link', 'Анна', 'A-1'],
    [product.id, 500, 'link', 'Борис', 'A-2'],
  ];
  const filled = await writeXlsx({
    sheets: [
      { name: 'Заказы', rows },
      { name: 'Товары', rows: [['Товар']] },
    ],
  });
  const taken = await upload(world, client.id, Buffer.from(filled));
  assert.equal((await findBulk(world.home.db, { ...key, bulkId: taken }))?.lines, 2);
  const hidden = await writeXlsx({
    sheets: [{ name: 'Заказы', rows, rowDefs: new Map([[2, { hidden: true }]]) }],
  });
  const further = await writeXlsx({
    sheets: [
      { name: 'Март', rows },
      { name: 'Апрель', rows },
    ],
  });
  for (const [bytes, details] of [
    [hidden, /^row 3 is hidden/],
    [further, /further sheet «Апрель»/],
  ] as const) {
    const bulkId = await upload(world, client.id, Buffer.from(bytes));
    const bulk = await findBulk(world.home.db, { ...key, bulkId });
    assert.equal(bulk?.problem, 'unreadable');
    assert.match(bulk?.problemDetails ?? '', details);
  }
});

test('files that are no sheets of orders end with a reason, and nothing of them is kept', async () => {
  await using world = await testWorld();
  const client = await world.client({ callbackUrl: null });
  const files: [Buffer, string][] = [
    [Buffer.from('PK\u0003\u0004 and nothing behind it'), 'unreadable'],
    [Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]), 'unreadable'],
    [deflatedZip({ 'xl/workbook.xml': '<workbook/>' }), 'unreadable'],
    [csvSheet(['Имя', 'Почта'], [['Анна', 'anna@shop.example']]), 'no-columns'],
    [csvSheet(['Товар', 'Номинал', 'Сумма'], [[1, 2, 3]]), 'no-columns'],
    [csvSheet(headings, []), 'empty'],
  ];
  for (const [bytes, problem] of files) {
    const bulkId = await upload(world, client.id, bytes);
    const bulk = await findBulk(world.home.db, { clientId: client.id, bulkId });
    assert.deepEqual([bulk?.state, bulk?.problem], ['cancelled', problem]);
  }
  const { rows } = await world.home.db.query(
    `select from bulk_orders where sealed_file is not null union all select from bulk_lines`,
  );
  assert.equal(rows.length, 0);
  const none = { clientId: client.id, name: 'a', bytes: Buffer.alloc(0) };
  const added = await addFile(world.home.db, world.ctx.keyring, fromShell, none, world.clock.now());
  assert.deepEqual(added, { is: 'refused', why: 'empty' });
});

test('a bulk order is run from the terminal: template, add, show, lines, confirm, result', async () => {
  await using world = await testWorld();
  const product = await world.product({ scheme: 'platform' });
  const client = await world.client({ callbackUrl: null });
  const folder = world.ctx.config.dataFolder;
  const path = (name: string): string => join(folder, name);
  const ran = async (...args: string[]): Promise<Record<string, unknown>> => {
    const { code, out, err } = await runCommand(world, ['bulk', ...args, '--json']);
    assert.equal(code, 0, `${args.join(' ')}: ${err}${out}`);
    return JSON.parse(out) as Record<string, unknown>;
  };
  const id = String(client.id);
  /** The program's clock is the true one, the world's stands still. */
  const settle = async (): Promise<void> => {
    world.clock.forward(`${Math.max(0, Date.now() - world.clock.now().getTime()) + minuteMs} ms`);
    await world.settle();
  };
  await ran('template', path('empty.csv'), '--language', 'en');
  const [heading = ''] = readFileSync(path('empty.csv'), 'utf8').trim().split('\r\n');
  const columns = heading.split(';');
  const row = (values: Record<string, string>): string => columns.map((name) => values[name] ?? '').join(';');
  const rows = [500, 700].map((face) =>
    row({ Product: String(product.id), 'Face value': String(face), Delivery: 'link' }),
  );
  writeFileSync(path('orders.csv'), [heading, ...rows].join('\r\n'));
  const bulk = String((await ran('add', id, path('orders.csv')))['bulk']);
  await settle();
  assert.partialDeepStrictEqual(await ran('show', id, bulk), {
    bulk: { state: 'preview', lines: 2, wrong: 1 },
    preview: { lines: 1, sum: 500, missing: 0 },
  });
  assert.partialDeepStrictEqual(await ran('lines', id, bulk, '--wrong'), {
    lines: [{ line: 3, state: 'wrong', problems: [{ column: 'face', reason: 'not-offered' }] }],
  });
  await ran('confirm', id, bulk);
  await settle();
  await ran('result', id, bulk, path('result.csv'));
  assert.equal(readFileSync(path('result.csv'), 'utf8').match(/\/g\//g)?.length, 1);
  const twice = await runCommand(world, ['bulk', 'result', id, bulk, path('result.csv'), '--json']);
  assert.equal(twice.code, 1, 'a file that is there is left alone');
  assert.partialDeepStrictEqual(await ran('list', id), { bulk_orders: [{ state: 'done' }] });
  const over = await runCommand(world, ['bulk', 'cancel', id, bulk, '--json']);
  assert.equal(over.code, 1, 'what is done is not cancelled');
});
