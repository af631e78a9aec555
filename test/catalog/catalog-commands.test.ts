import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { listCategories } from '../../src/catalog/list-categories.ts';
import { runCommand } from '../support/run-command.ts';
import { testWorld } from '../support/test-world.ts';

const folder = mkdtempSync(join(tmpdir(), 'facevalue-catalog-'));
after(() => rmSync(folder, { recursive: true }));

function file(name: string, products: object[]): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(products));
  return path;
}

test('an import whose ids are taken names them and the options, and each option works', async () => {
  await using world = await testWorld();
  const own = await world.product({ title: 'Наш чай' });
  const path = file('taken.json', [
    { id: own.id, title: 'Чужой чай', supplier_id: 77, faces: [100] },
    { id: 9001, title: 'Сыр', supplier_id: 77, faces: [] },
  ]);
  const refused = await runCommand(world, ['catalog', 'import', path]);
  assert.deepEqual([refused.code, refused.out], [1, '']);
  assert.match(refused.err, new RegExp(`${own.id}.*Наш чай`));
  assert.match(refused.err, /--taken renumber.*--taken skip/s);
  assert.doesNotMatch((await runCommand(world, ['product', 'list'])).out, /Сыр/);

  const skipped = await runCommand(world, ['catalog', 'import', path, '--taken', 'skip']);
  assert.equal(skipped.code, 0, skipped.err);
  assert.match(skipped.out, new RegExp(`left out.*${own.id}`));
  assert.match(skipped.err, /no faces.*9001/s);

  const renumbered = await runCommand(world, ['catalog', 'import', path, '--taken', 'renumber', '--json']);
  assert.partialDeepStrictEqual(JSON.parse(renumbered.out), {
    products_added: 1,
    renumbered: [{ id: own.id, product_id: 9002 }],
    products_without_faces: [9001],
  });
});

test('an import reports kept fields and unnamed categories, and each has a command', async () => {
  await using world = await testWorld();
  const path = file('again.json', [
    { id: 9001, title: 'Чай', supplier_id: 77, faces: [100], categories: [27, 28] },
  ]);
  const first = await runCommand(world, ['catalog', 'import', path]);
  assert.match(first.out, /catalog category set/);
  await runCommand(world, ['product', 'set', '9001', '--title', 'Лучший чай']);
  const second = await runCommand(world, ['catalog', 'import', path]);
  assert.match(second.out, /1 product keeps.*--overwrite/);
  assert.match((await runCommand(world, ['product', 'list'])).out, /Лучший чай/);
  await runCommand(world, ['catalog', 'import', path, '--overwrite']);
  assert.doesNotMatch((await runCommand(world, ['product', 'list'])).out, /Лучший чай/);

  const category = (...args: string[]) => runCommand(world, ['catalog', 'category', ...args]);
  const args = ['--title', 'Еда', '--title-en', 'Food', '--code', 'food', '--sort', '1'];
  const set = await category('set', '28', ...args, '--url', 'https://shop.example/food');
  assert.equal(set.code, 0, set.err);
  const [listed] = await listCategories(world.ctx.db);
  assert.partialDeepStrictEqual(listed, {
    id: '28',
    title: 'Еда',
    title_en: 'Food',
    code: 'food',
    url: 'https://shop.example/food',
    sort: '1',
  });
  await category('set', '28', '--title', 'Сыр');
  assert.match((await category('list')).out, /28\s+food\s+Сыр\s+Food\s+1\s+0[\s\S]*27\s+category-27/);
  for (const [wrong, message] of [
    [['set', '99', '--title', 'x'], /no category 99/],
    [['set', '28'], /Nothing to change/],
    [['set', '28', '--title', ' '], /may not be empty/],
    [['set', '28', '--code', 'Сыр и чай'], /Latin letters/],
    [['set', '28', '--code', 'category-27'], /category 27 has the code/],
  ] as const) {
    const ran = await category(...wrong);
    assert.notEqual(ran.code, 0);
    assert.match(ran.err, message);
  }
  const added = await category('add', '99', '--title', 'Книги');
  assert.equal(added.code, 0, added.err);
  assert.match((await category('list')).out, /99\s+category-99\s+Книги/);
  assert.match((await category('add', '99', '--title', 'Книги')).err, /Category 99 already/);
  assert.match((await category('remove', '28')).err, /say --move-to/);
  assert.match((await category('remove', '28', '--move-to', '98')).err, /no other category 98/);
  assert.match((await category('remove', '28', '--move-to', '99')).out, /1 products moved/);
  assert.match((await category('remove', '28')).err, /no category 28/);
});

test('every command that leaves a product without faces warns', async () => {
  await using world = await testWorld();
  const { id, supplierId } = await world.product({ scheme: 'platform', facesRoubles: [500] });
  const product = (...args: string[]) => runCommand(world, ['product', ...args]);
  const nobody = /Nobody can order product \d+/;
  const add = ['add', '--supplier', String(supplierId), '--title', 'Чай'];
  const bare = await product(...add, '--json');
  assert.match(bare.err, nobody);
  assert.equal(typeof JSON.parse(bare.out).product.id, 'number');
  assert.match((await product(...add, '--free', '100-500')).err, /free amount.*beside/);
  assert.doesNotMatch((await product(...add, '--face', '500')).err, nobody);
  assert.doesNotMatch((await product('set', String(id), '--brief', 'x')).err, nobody);
  assert.match((await product('face', 'off', String(id), '500')).err, nobody);
  assert.match((await product('set', String(id), '--brief', 'x')).err, nobody);
  assert.doesNotMatch((await product('set', String(id), '--off')).err, nobody);
});
