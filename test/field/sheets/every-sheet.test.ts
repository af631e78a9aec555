/** A workbook with a sheet for each face, whose columns differ: the page asks about each of them, as the command does. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { operator } from '../../../src/people/access/party.ts';
import { transaction } from '../../../src/platform/database/database.ts';
import { run } from '../../commands/run-commands.ts';
import { visitor } from '../../support/pages-of.ts';
import { testWorld } from '../../support/test-world.ts';

const path = new URL('sheets-of-other-columns.xlsx', import.meta.url);

test('each sheet is read, asked about and previewed at the page as by the command', async () => {
  await using world = await testWorld();
  const { id: productId } = await world.product();
  const catalogue = await visitor(world, operator, 'catalogue');
  const body = new FormData();
  body.set('file', new Blob([readFileSync(path)]), 'cards.xlsx');
  const sent = await fetch(`${world.baseUrl}/o/pools/${productId}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin', cookie: `facevalue-session=${catalogue.person.cookie}` },
    body,
  });
  assert.equal(sent.status, 303);
  const draft = String(sent.headers.get('location')).split('?')[0] ?? '';
  const page = async (): Promise<string> => {
    await world.settle();
    return (await catalogue.get(`${draft}?lang=en`)).body;
  };
  const preview = (fields: Record<string, string>) => catalogue.post(`${draft}/preview`, fields);
  assert.match(await page(), /further sheets/);

  await preview({ everySheet: 'yes' });
  const asked = await page();
  assert.match(asked, /The file has columns that are not read/);
  assert.match(asked, /name="column-2"/);
  assert.match(asked, /name="column-2-2"/);
  assert.match(asked, /Служебное \(sheet “500 руб\.”\)/);
  assert.match(asked, /Отметка склада \(sheet “1000 руб\.”\)/);
  assert.match(asked, /Номер \(sheets “500 руб\.”, “1000 руб\.”\)/);

  await preview({ everySheet: 'yes', 'column-2': 'pin', 'column-2-2': 'skip' });
  const told = await page();
  assert.doesNotMatch(told, /columns that are not read/);
  for (const face of ['500', '1,?000']) assert.match(told, new RegExp(`>₽?${face}`));
  const previewed = /name="run" value="(\d+)"/.exec(told)?.[1] ?? '';
  await catalogue.post(`${draft}/load`, { run: previewed });
  await world.settle();
  const { rows } = await transaction(world.home.db, (tx) =>
    tx.query<{ face: number; codes: number }>(
      `select face_kopecks / 100 as face, count(*) as codes from codes group by 1 order by 1`,
    ),
  );
  assert.deepEqual(rows, [
    { face: 500, codes: 3 },
    { face: 1000, codes: 3 },
  ]);
});

test('a column that no sheet has is told', async () => {
  await using world = await testWorld();
  const { id } = await world.product();
  const args = ['pool', 'import', path.pathname, '--product', String(id), '--every-sheet', '--dry-run'];
  const command = (...more: string[]) => run({ url: world.databaseUrl }, [...args, ...more]);
  const wrong = await command('--column', 'Служебное=pin', '--column', 'Примечание=skip');
  assert.match(wrong.err, /no column is headed «Примечание»/);
  const right = await command('--column', 'Служебное=pin', '--column', 'Отметка склада=skip');
  assert.equal(right.code, 0, right.err + right.out);
});
