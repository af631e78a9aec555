import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { listAddresses } from '../../src/catalog/list-addresses.ts';
import { runCommand } from '../support/run-command.ts';
import { testWorld } from '../support/test-world.ts';

test('shop addresses are previewed, imported, exported and cleared', async () => {
  await using world = await testWorld();
  const tea = await world.product({ title: 'Чай' });
  const books = await world.product({ title: 'Чай' });
  const folder = await mkdtemp(join(tmpdir(), 'addresses-'));
  const address = (...args: string[]) => runCommand(world, ['catalog', 'address', ...args]);
  const file = async (name: string, ...lines: string[]): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, lines.join('\r\n'));
    return path;
  };
  const stored = () => listAddresses(world.home.db, {});
  try {
    const first = await file(
      'shops.csv',
      'Регион;Город;Адрес;Номер продукта;Широта;Долгота;Телефон',
      `Омская область;Омск;ул. Мира, 1;${tea.id};54,98;73.36;1`,
      `Омская область;Омск;ул. Мира, 1;${tea.id};54,98;73.36;2`,
      `Чили;Арика;-й причал;${books.id};-18.47;-70.3;3`,
    );
    const preview = await address('import', first, '--dry-run', '--json');
    assert.deepEqual(JSON.parse(preview.out), {
      dry_run: true,
      repeated: 1,
      unread_columns: ['Телефон'],
      products: [tea, books].map(({ id }) => ({
        product_id: String(id),
        title: 'Чай',
        before: 0,
        added: 1,
        removed: 0,
      })),
    });
    assert.deepEqual(await stored(), {}, 'a preview writes nothing');
    assert.match((await address('import', first)).out, /^Imported\./);
    const both = {
      'Омская область': { Омск: { [tea.id]: [['ул. Мира, 1', '54.98 73.36']] } },
      Чили: { Арика: { [books.id]: [['-й причал', '-18.47 -70.3']] } },
    };
    assert.deepEqual(await stored(), both);

    // What is exported is imported again as it was.
    for (const form of ['csv', 'xlsx']) {
      const written = join(folder, `again.${form}`);
      assert.match((await address('export', written)).out, /has 2 addresses/);
      const again = JSON.parse((await address('import', written, '--json')).out) as { products: object[] };
      for (const product of again.products)
        assert.partialDeepStrictEqual(product, { before: 1, added: 0, removed: 0 });
    }
    assert.match((await address('export', join(folder, 'again.csv'))).err, /such a file already/);
    assert.match(await readFile(join(folder, 'again.csv'), 'utf8'), /product_id;area/);

    const second = [
      'product_id,area,locality,address,lat,lon',
      `${tea.id},Москва,Москва,Арбат 2,55.75,37.59`,
    ];
    await address('import', await file('more.csv', ...second), '--add');
    assert.match(
      (await address('list')).out,
      new RegExp(`${tea.id}\\s.*\\s2\\n[\\s\\S]*${books.id}\\s.*\\s1`),
    );
    await address('import', await file('other.csv', ...second));
    assert.deepEqual(await stored(), {
      Чили: both.Чили,
      Москва: { Москва: { [tea.id]: [['Арбат 2', '55.75 37.59']] } },
    });

    const refusals: [string[], RegExp][] = [
      [['product_id,address'], /missing: area, locality, lat, lon/],
      [[second[0] ?? ''], /no addresses/],
      [[second[0] ?? '', '999999,A,B,C,1,1'], /no product 999999/],
      [[second[0] ?? '', `${tea.id},A,B,C,91,181`], /line 2, lat: malformed\n\s+line 2, lon: malformed/],
      [[second[0] ?? '', `${tea.id},A,,C,1,1`], /line 2, locality: empty/],
    ];
    for (const [nth, [lines, why]] of refusals.entries())
      assert.match((await address('import', await file(`wrong-${nth}.csv`, ...lines))).err, why);
    assert.match((await address('clear', '999999')).err, /no product 999999/);
    assert.match((await address('clear', String(tea.id))).out, /^1 addresses of product/);
    assert.deepEqual(await stored(), { Чили: both.Чили });
    const { rows } = await world.ctx.db.query<{ act: string; about: string }>(
      `select act, about from audit where act like 'addresses.%' order by seq`,
    );
    assert.deepEqual(
      rows.map(({ act, about }) => [act, about]),
      [
        ['addresses.imported', '2 products'],
        ['addresses.imported', `product ${tea.id}`],
        ['addresses.imported', `product ${tea.id}`],
        ['addresses.cleared', `product ${tea.id}`],
      ],
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});
