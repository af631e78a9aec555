import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { writeXlsx } from 'hucre/xlsx';
import { operator } from '../../../src/people/access/party.ts';
import { visitor, type Visitor } from '../../support/pages-of.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

const shop = {
  area: 'Тверская область',
  locality: 'Тверь',
  address: 'ул. Чайная, 1',
  lat: '56.8587',
  lon: '35.9176',
};
const table = (rows: string[][]): Buffer =>
  Buffer.from(
    [['Регион', 'Город', 'Адрес', 'Широта', 'Долгота'], ...rows].map((row) => row.join(';')).join('\r\n'),
  );
const rowOf = (address: string): string[] => ['Тверская область', 'Тверь', address, '56,85', '35,91'];

const previewIn = (body: string): string => /name="preview" value="(\d+)"/.exec(body)?.[1] ?? '';

describe('shop addresses, for the operator', () => {
  let world: TestWorld;
  let catalogue: Visitor;
  let auditor: Visitor;
  let productId: number;
  let path: string;

  before(async () => {
    world = await testWorld();
    catalogue = await visitor(world, operator, 'catalogue');
    auditor = await visitor(world, operator, 'auditor');
    ({ id: productId } = await world.product());
    path = `/o/products/${productId}/addresses`;
  });
  after(() => world[Symbol.asyncDispose]());

  const stored = async (): Promise<string[]> => {
    const { rows } = await world.ctx.db.query<{ address: string }>(
      `select address from addresses where product_id = $1 order by address`,
      [productId],
    );
    return rows.map(({ address }) => address);
  };
  const preview = (bytes: Buffer, form: Record<string, string> = {}, name = 'shops.csv') =>
    catalogue.upload(`${path}/preview`, form, { field: 'file', name, bytes });

  test('one is added, changed and removed, by whoever may, and written down', async () => {
    assert.match((await catalogue.get(`/o/products/${productId}`)).body, new RegExp(path));
    assert.match((await catalogue.get(path)).body, /There are no addresses yet/);
    assert.equal((await catalogue.post(path, shop)).statusCode, 303);
    for (const [change, said] of [
      [{}, 'has this address already'],
      [{ address: ' ' }, 'Address: empty'],
      [{ lat: '95' }, 'Latitude: cannot be read'],
      [{ lon: 'восток' }, 'Longitude: cannot be read'],
      [{ area: 'р'.repeat(201) }, 'Region: too long'],
    ] as const) {
      const refused = await catalogue.post(path, { ...shop, ...change });
      assert.equal(refused.statusCode, 422, said);
      assert.match(refused.body, new RegExp(said));
    }
    const list = (await catalogue.get(path)).body;
    const own = new RegExp(`${path}/\\d+`).exec(list)?.[0] ?? '';
    assert.notEqual(own, '');
    const other = { ...shop, address: '<b>ул. Кофейная, 2</b>' };
    assert.equal((await catalogue.post(own, other)).statusCode, 303);
    assert.match((await auditor.get(path)).body, /&lt;b&gt;ул\. Кофейная, 2/);
    assert.doesNotMatch((await auditor.get(path)).body, /Add an address|Import a table/);
    for (const act of ['', `/preview`, '/import']) {
      const answer = await auditor.post(`${path}${act}`, shop);
      assert.equal(answer.statusCode, 404, act);
    }
    assert.equal((await auditor.post(`${own}/remove`)).statusCode, 404);
    assert.equal((await catalogue.post(`${own}/remove`)).statusCode, 303);
    assert.equal((await catalogue.post(`${own}/remove`)).statusCode, 404);
    assert.deepEqual(await stored(), []);
    const { rows } = await world.ctx.db.query<{ act: string; after: string | null }>(
      `select act, after from audit where act like 'addresses.%' order by seq`,
    );
    assert.deepEqual(
      rows.map(({ act }) => act),
      ['addresses.added', 'addresses.changed', 'addresses.removed'],
    );
    assert.deepEqual(JSON.parse(rows[1]?.after ?? ''), { address: other.address });
  });

  test('a table is previewed, and what was previewed is imported, once', async () => {
    await catalogue.post(path, { ...shop, address: 'старый' });
    const shown = await preview(table([rowOf('новый'), rowOf('второй'), rowOf('второй')]));
    assert.equal(shown.statusCode, 200, shown.body);
    assert.match(shown.body, /To be removed: 1[^]*старый[^]*To be added: 2[^]*новый/);
    assert.match(shown.body, /twice count once: 1/);
    assert.deepEqual(await stored(), ['старый'], 'nothing is done yet');
    const id = previewIn(shown.body);
    assert.equal((await auditor.post(`${path}/import`, { preview: id })).statusCode, 404);
    assert.equal((await catalogue.post(`${path}/import`, { preview: id })).statusCode, 303);
    assert.match((await catalogue.get(path)).body, /Added: 2, removed: 1/);
    assert.deepEqual(await stored(), ['второй', 'новый']);
    await catalogue.post(`${path}/import`, { preview: id });
    assert.match((await catalogue.get(path)).body, /Nothing is done/);

    const adding = await preview(table([rowOf('третий')]), { adds: 'yes' });
    assert.doesNotMatch(adding.body, /To be removed: /);
    await catalogue.post(path, { ...shop, address: 'между тем' });
    await catalogue.post(`${path}/import`, { preview: previewIn(adding.body) });
    assert.match((await catalogue.get(path)).body, /Nothing is done/);
    assert.equal((await stored()).includes('третий'), false);
    const again = await preview(table([rowOf('третий')]), { adds: 'yes' });
    await catalogue.post(`${path}/import`, { preview: previewIn(again.body) });
    assert.deepEqual(await stored(), ['второй', 'между тем', 'новый', 'третий']);
    const nothing = await preview(table([rowOf('третий')]), { adds: 'yes' });
    assert.match(nothing.body, /changes nothing/);
  });

  test('what was exported changes nothing when it is imported', async () => {
    for (const format of ['csv', 'xlsx']) {
      const file = await auditor.post(`${path}/file`, { format });
      assert.equal(file.statusCode, 200);
      const shown = await preview(file.rawPayload, {}, `shops.${format}`);
      assert.match(shown.body, /changes nothing/, format);
    }
  });

  test('a table that is wrong is told cell by cell, and nothing is done', async () => {
    const kept = await stored();
    const other = await world.product();
    const rows = [['product_id', 'area', 'locality', 'address', 'lat', 'lon']];
    const ofOther = await writeXlsx({
      sheets: [{ name: 'Магазины', rows: [...rows, [String(other.id), 'О', 'Г', 'А', '1', '2']] }],
    });
    for (const [bytes, said, name = 'shops.csv'] of [
      [
        table([rowOf('пятый'), ['', 'Тверь', 'шестой', '56', '300']]),
        /<td[^>]*>3<[^]*Region[^]*empty[^]*Longitude/,
      ],
      [Buffer.from('Город;Адрес\r\nТверь;1'), /does not name these columns: Region, Latitude, Longitude/],
      [table([]), /has no addresses/],
      [Buffer.from('%PDF-1.4'), /PDF/],
      [Buffer.from(ofOther), /another product/, 'shops.xlsx'],
      [Buffer.alloc(5_000_001, 'a'), /more than 5 MB/],
    ] as const) {
      const refused = await preview(bytes, {}, name);
      assert.equal(refused.statusCode, 422, String(said));
      assert.match(refused.body, said);
    }
    assert.match((await preview(Buffer.alloc(0), {}, '')).body, /Choose a file/);
    assert.deepEqual(await stored(), kept);
    assert.equal((await catalogue.get('/o/products/999999/addresses')).statusCode, 404);
  });

  test('a long list is searched and paged', async () => {
    const many = Array.from({ length: 120 }, (_, place) => rowOf(`дом ${place}`));
    const shown = await preview(table(many));
    assert.match(shown.body, /and 20 more/);
    await catalogue.post(`${path}/import`, { preview: previewIn(shown.body) });
    const first = (await catalogue.get(path)).body;
    assert.match(first, /older=\d+/);
    const found = (await catalogue.get(`${path}?q=${encodeURIComponent('ДОМ 77')}`)).body;
    assert.match(found, /дом 77/);
    assert.doesNotMatch(found, /дом 78/);
    assert.match((await catalogue.get(`${path}?q=%25`)).body, /There are no such addresses/);
  });
});
