import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { findProduct } from '../../../src/catalog/find-product.ts';
import { operator } from '../../../src/people/access/party.ts';
import { visitor, type Visitor } from '../../support/pages-of.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

describe('alerts, for the operator', () => {
  let world: TestWorld;
  let admin: Visitor;
  let catalogue: Visitor;
  let finance: Visitor;

  before(async () => {
    world = await testWorld();
    admin = await visitor(world, operator, 'admin');
    catalogue = await visitor(world, operator, 'catalogue');
    finance = await visitor(world, operator, 'finance');
  });
  after(() => world[Symbol.asyncDispose]());

  test('a level is set, and everybody who is listed gets the alert in the own language', async () => {
    const product = await world.product({ title: 'Чай' });
    await world.pool(product, 500, [{ number: 'A-1', pin: '' }]);
    for (const [address, language] of [
      ['Anna@ops.example', 'en'],
      ['ivan@ops.example', 'ru'],
    ] as const)
      assert.equal((await admin.post('/o/alerts/readers', { address, language })).statusCode, 303);
    for (const address of ['anna@ops.example', 'no address', ''])
      assert.equal((await admin.post('/o/alerts/readers', { address })).statusCode, 422, address);
    assert.equal((await catalogue.post('/o/alerts/readers', { address: 'x@ops.example' })).statusCode, 404);
    const stock = (level: string) =>
      catalogue.post('/o/alerts/stock', { product: String(product.id), level });
    for (const wrong of ['-1', 'five', '12345678']) assert.equal((await stock(wrong)).statusCode, 422);
    assert.equal((await stock('5')).statusCode, 303);
    assert.equal((await findProduct(world.ctx.db, product.id))?.lowStock, 5);
    assert.match((await catalogue.get('/o/alerts')).body, /name="level" value="5"/);
    assert.doesNotMatch((await finance.get('/o/alerts')).body, /name="level"/);
    await world.settle();
    const told = world.mail.letters
      .map(({ to, subject }) => `${JSON.stringify(to)} ${subject ?? ''}`)
      .join('\n');
    assert.match(told, /anna@ops\.example/);
    assert.match(told, /ivan@ops\.example/);
    const english = world.mail.letters.find((letter) => JSON.stringify(letter.to).includes('anna@'));
    assert.doesNotMatch(english?.text ?? 'нет', /[а-я]{4}.*(?:кодов|Осталось)/);
    assert.equal((await admin.post('/o/alerts/remove', { reader: 'ivan@ops.example' })).statusCode, 303);
    assert.equal((await admin.post('/o/alerts/remove', { reader: 'ivan@ops.example' })).statusCode, 404);
  });

  test('a trial letter goes to those who are listed, and to nobody else', async () => {
    await admin.post('/o/alerts/readers', { address: 'olga@ops.example', language: 'ru' });
    const sent = world.mail.letters.length;
    assert.equal((await admin.post('/o/alerts/try', { reader: 'olga@ops.example' })).statusCode, 303);
    assert.equal(world.mail.letters.length, sent + 1);
    assert.equal((await admin.post('/o/alerts/try', { reader: 'else@where.example' })).statusCode, 404);
    assert.equal((await catalogue.post('/o/alerts/try', { reader: 'olga@ops.example' })).statusCode, 404);
    assert.equal(world.mail.letters.length, sent + 1);
    world.mail.refuseWith(550);
    const failed = await admin.post('/o/alerts/try', { reader: 'olga@ops.example' });
    world.mail.refuseWith(0);
    assert.equal(failed.statusCode, 303);
    assert.match((await admin.get('/o/alerts')).body, /not sent: smtp 550/);
  });

  test("how little of a brand's limit is left before the alert", async () => {
    const { supplierId } = await world.product({ scheme: 'platform' });
    const { db } = world.ctx;
    const { rows } = await db.query<{ id: number }>(
      `update brands set monthly_orders_limit = 10 where supplier_id = $1 returning id`,
      [supplierId],
    );
    const form = { supplier: String(supplierId), brand: String(rows[0]?.id) };
    for (const level of ['0', '100', 'x'])
      assert.equal((await catalogue.post('/o/alerts/limits', { ...form, level })).statusCode, 422, level);
    for (const [level, stored] of [
      ['20', 20],
      ['', null],
    ] as const) {
      assert.equal((await catalogue.post('/o/alerts/limits', { ...form, level })).statusCode, 303);
      const found = await db.query<{ low: number | null }>(
        `select low_limit_percent as low from brands where supplier_id = $1`,
        [supplierId],
      );
      assert.equal(found.rows[0]?.low, stored);
    }
    assert.equal((await finance.post('/o/alerts/limits', { ...form, level: '5' })).statusCode, 404);
  });
});
