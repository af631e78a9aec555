/** The operator's pages look at the clients of all cells, and work in the cell of the one that they are about. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { operator } from '../../src/people/access/party.ts';
import { visitor, type Visitor } from '../support/pages-of.ts';
import type { TestClient } from '../support/test-client.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

describe('the operator of three cells', () => {
  let world: TestWorld;
  let admin: Visitor;
  let clients: TestClient[];
  before(async () => {
    world = await testWorld({ FACEVALUE_TEST_CELLS: '3' });
    admin = await visitor(world, operator, 'admin');
    clients = [];
    for (const name of ['Клён', 'Берёза', 'Сосна']) clients.push(await world.client({ name }));
  });
  after(() => world[Symbol.asyncDispose]());

  test('sees the clients of all cells in one list, and each on its page', async () => {
    const list = await admin.get('/o/clients');
    assert.equal(list.statusCode, 200, list.body);
    for (const [place, name] of ['Клён', 'Берёза', 'Сосна'].entries()) {
      assert.match(list.body, new RegExp(name));
      const page = await admin.get(`/o/clients/${clients[place]?.id}`);
      assert.equal(page.statusCode, 200, page.body);
      assert.match(page.body, new RegExp(name));
    }
    assert.equal((await admin.get('/o/clients/999')).statusCode, 404);
  });

  test('books money in the cell of the client, which the list of payments shows', async () => {
    const shop = clients[1];
    assert.ok(shop);
    const booked = await admin.post(`/o/money/${shop.id}/book`, {
      reference: 'ПП-77',
      sum: '1500',
      note: '',
    });
    assert.equal(booked.statusCode, 303, booked.body);
    const list = await admin.get('/o/money');
    assert.match(list.body, /ПП-77/);
    assert.match(list.body, new RegExp(`/o/money/${shop.id}`));
    const { rows } = await world.cellOf(shop).db.query(`select from transfers where reference = 'ПП-77'`);
    assert.equal(rows.length, 1);
  });

  test('has what a second person decides done in the cell of the client', async () => {
    const shop = clients[2];
    assert.ok(shop);
    await admin.post('/o/approvals/policy', { on: 'yes', above: '1000' });
    const waits = await admin.post(`/o/money/${shop.id}/book`, { reference: 'ПП-78', sum: '5000', note: '' });
    assert.equal(waits.statusCode, 303, waits.body);
    const list = await admin.get('/o/approvals');
    assert.match(list.body, /Сосна/);
    const [, id = ''] = /\/o\/approvals\/(\d+)/.exec(list.body) ?? [];
    const colleague = await visitor(world, operator, 'admin');
    const decided = await colleague.post(`/o/approvals/${id}/approve`, {});
    assert.equal(decided.statusCode, 303, decided.body);
    const { rows } = await world.cellOf(shop).db.query(`select from transfers where reference = 'ПП-78'`);
    assert.equal(rows.length, 1);
  });

  for (const path of [
    '/o',
    '/o/start',
    '/o/orders',
    '/o/orders?state=delayed',
    '/o/orders?q=10000001',
    '/o/waiting',
    '/o/callbacks',
    '/o/callbacks?which=accepted',
    '/o/letters',
    '/o/quarantine',
    '/o/pools',
    '/o/limits',
    '/o/alerts',
    '/o/health',
  ])
    test(`${path} asks all cells`, async () => {
      const page = await admin.get(path);
      assert.equal(page.statusCode, 200, page.body);
    });

  test('finds a client of any cell', async () => {
    const found = await admin.post('/o/find', { q: 'Берёза' });
    assert.match(found.body, new RegExp(`/o/clients/${clients[1]?.id}`));
  });
});
