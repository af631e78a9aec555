import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { findCategories, findCategory } from '../../../src/catalog/find-category.ts';
import { findProduct } from '../../../src/catalog/find-product.ts';
import { addCategory } from '../../../src/catalog/set-category.ts';
import { operator } from '../../../src/people/access/party.ts';
import { atomically, type DatabaseOrTx } from '../../../src/platform/database/database.ts';
import { visitor, type Visitor } from '../../support/pages-of.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

const path = '/o/categories';

const addGames = (db: DatabaseOrTx, id: number) => addCategory(db, id, { title: 'Игры', code: 'games' });

describe('categories, for the operator', () => {
  let world: TestWorld;
  let catalogue: Visitor;
  let auditor: Visitor;

  before(async () => {
    world = await testWorld();
    catalogue = await visitor(world, operator, 'catalogue');
    auditor = await visitor(world, operator, 'auditor');
  });
  after(() => world[Symbol.asyncDispose]());

  test('one is added, changed and listed as getCategories answers it', async () => {
    const added = await catalogue.post(path, { id: '27', title: 'Еда', titleEn: 'Food', sort: '10' });
    assert.equal(added.statusCode, 303, added.body);
    for (const [form, field] of [
      [{ id: '27', title: 'Ещё' }, 'number is taken'],
      [{ id: '0', title: 'Ещё' }, 'Enter a number'],
      [{ id: '3000000000', title: 'Ещё' }, 'Enter a number'],
      [{ id: '28', title: ' ' }, 'Enter a name'],
      [{ id: '28', title: 'Чай', code: 'чай' }, 'Only Latin'],
      [{ id: '28', title: 'Чай', code: 'category-27' }, 'has this code'],
      [{ id: '28', title: 'Чай', sort: '-1' }, 'whole number'],
    ] as const) {
      const refused = await catalogue.post(path, form);
      assert.equal(refused.statusCode, 422, JSON.stringify(form));
      assert.match(refused.body, new RegExp(field));
    }
    const changed = { title: 'Сладости', titleEn: 'Sweets', code: 'sweets', sort: '20' };
    assert.equal((await catalogue.post(`${path}/27`, changed)).statusCode, 303);
    assert.equal((await auditor.post(`${path}/27`, changed)).statusCode, 404);
    assert.match((await auditor.get(path)).body, /sweets/);
    assert.deepEqual(
      (await findCategories(world.ctx.db)).map(({ id, code, sort }) => [id, code, sort]),
      [[27, 'sweets', 20]],
    );
    const { rows } = await world.ctx.db.query<{ act: string; before: string | null }>(
      `select act, before from audit where act like 'category.%' order by seq`,
    );
    assert.deepEqual(
      rows.map(({ act }) => act),
      ['category.added', 'category.changed'],
    );
    assert.partialDeepStrictEqual(JSON.parse(rows[1]?.before ?? ''), { title: 'Еда', code: 'category-27' });
  });

  test('two people do not give one code to two categories', async () => {
    const { db } = world.ctx;
    const { first, second } = await atomically(db, async (tx) => {
      const added = await addGames(tx, 51);
      const other = addGames(db, 52);
      // Enough for one that does not wait for the first.
      await Promise.race([other, setTimeout(500)]);
      return { first: added, second: { other } };
    });
    assert.deepEqual([first, await second.other], [{ is: 'set' }, { is: 'code-taken', by: 51 }]);
  });

  test('one with products is removed only with a place for them, which imports keep', async () => {
    for (const id of ['41', '42']) await catalogue.post(path, { id, title: `Категория ${id}` });
    const { id } = await world.product({ scheme: 'platform', title: 'Чай' });
    await world.ctx.db.query(`update products set categories = '{41}' where id = $1`, [id]);
    assert.match((await catalogue.get('/o/products?category=41')).body, /Чай/);
    assert.doesNotMatch((await catalogue.get('/o/products?category=42')).body, /Чай/);
    assert.match((await catalogue.get(`/o/products/${id}`)).body, /value="41" checked/);
    assert.equal((await catalogue.post(`${path}/41/remove`, { moveTo: '' })).statusCode, 422);
    assert.equal((await catalogue.post(`${path}/41/remove`, { moveTo: '41' })).statusCode, 422);
    assert.equal((await catalogue.post(`${path}/41/remove`, { moveTo: '99' })).statusCode, 422);
    assert.ok((await findCategory(world.ctx.db, 41)) !== null, 'nothing was changed');
    assert.equal((await catalogue.post(`${path}/41/remove`, { moveTo: '42' })).statusCode, 303);
    assert.deepEqual((await findProduct(world.ctx.db, id))?.categories, [42]);
    const { rows } = await world.ctx.db.query<{ kept: string[] }>(
      `select kept_columns as kept from products where id = $1`,
      [id],
    );
    assert.ok(rows[0]?.kept.includes('categories'));
    assert.equal((await catalogue.post(`${path}/41/remove`, { moveTo: '42' })).statusCode, 404);
  });
});
