import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { findBalance } from '../../../src/ledger/balance.ts';
import { operator } from '../../../src/people/access/party.ts';
import { fromShell } from '../../../src/people/access/principal.ts';
import { setFourEyes } from '../../../src/acts/guarded/set-four-eyes.ts';
import {
  listCallbacksOfAll,
  type CallbackKind,
  type CallbackPlace,
  type FoundCallbacks,
} from '../../../src/reports/callbacks-of-all.ts';
import { visitor, type Visitor } from '../../support/pages-of.ts';
import type { TestClient } from '../../support/test-client.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

describe('callbacks and money of all clients, for the operator', () => {
  let world: TestWorld;
  let support: Visitor;
  let finance: Visitor;
  let auditor: Visitor;
  let shop: TestClient;
  let made: number;

  before(async () => {
    world = await testWorld();
    shop = await world.client({ name: 'Лавка' });
    const product = await world.product({ scheme: 'platform' });
    made = await shop.makeOrder({ product_id: product.id, face: 500 });
    await world.settle();
    await world.home.db.query(
      `update callbacks set state = 'abandoned', ended_at = $1, last_status = 500, last_problem = '' where request_id = $2`,
      [world.clock.now(), made],
    );
    await world.home.db.query(`insert into failed_receivers (client_id, failed_at) values ($1, $2)`, [
      shop.id,
      world.clock.now(),
    ]);
    support = await visitor(world, operator, 'support');
    finance = await visitor(world, operator, 'finance');
    auditor = await visitor(world, operator, 'auditor');
  });
  after(() => world[Symbol.asyncDispose]());

  const fundsOf = async (): Promise<number> =>
    (await findBalance(world.home.db, shop.id))?.fundsKopecks ?? Number.NaN;

  test('what was given up is listed with its dead receiver, and is sent again', async () => {
    const list = await support.get('/o/callbacks');
    assert.match(list.body, /Receivers that do not answer/);
    assert.match(list.body, new RegExp(`/o/callbacks/${made}\\?`));
    assert.match(
      (await support.get(`/o/callbacks?request=${made}`)).body,
      new RegExp(`/o/callbacks/${made}\\?`),
    );
    assert.match((await support.get(`/o/callbacks?client=${shop.id + 1}`)).body, /There are none/);
    assert.equal((await support.get(`/o/callbacks/${made}`)).statusCode, 200);
    const of = `/o/callbacks/of/${shop.id}/replay`;
    assert.equal((await support.post(of, { since: 'yesterday' })).statusCode, 422);
    assert.equal((await auditor.post(of, { since: '2026-11-21T00:00' })).statusCode, 404);
    const told = shop.told(made).length;
    assert.equal((await support.post(of, { since: '2026-11-21T00:00' })).statusCode, 303);
    await world.settle();
    assert.equal(shop.told(made).length, told + 1);
    assert.equal((await support.post(`/o/callbacks/${made}/replay`)).statusCode, 303);
    await world.settle();
    assert.equal(shop.told(made).length, told + 2);
    assert.match((await support.get('/o/callbacks')).body, /All callbacks are accepted/);
  });

  test('each kind of callback has its list, of all clients and of one', async () => {
    const product = await world.product({ scheme: 'platform' });
    const ids: number[] = [];
    for (let count = 0; count < 3; count += 1)
      ids.push(await shop.makeOrder({ product_id: product.id, face: 500 }));
    await world.settle();
    const [waiting = 0, repeated = 0, accepted = 0] = ids;
    const due = `update callbacks set state = 'due', ended_at = null, due_at = $1, tries = $2 where request_id = $3`;
    const later = new Date(world.clock.now().getTime() + 3600_000);
    await world.home.db.query(due, [later, 0, waiting]);
    await world.home.db.query(due, [later, 2, repeated]);
    const listed = async (which: string, client = ''): Promise<number[]> => {
      const { body } = await support.get(`/o/callbacks?which=${which}&client=${client}`);
      return ids.filter((id) => body.includes(`/o/callbacks/${id}?`));
    };
    for (const client of ['', String(shop.id)]) {
      assert.deepEqual(await listed('first', client), [waiting], client);
      assert.deepEqual(await listed('repeat', client), [repeated], client);
      assert.deepEqual(await listed('accepted', client), [accepted], client);
      assert.deepEqual(await listed('failed', client), [], client);
    }
    assert.deepEqual(await listed('accepted', String(shop.id + 1)), []);
    const page = async (kind: CallbackKind, clientId: number | null): Promise<number[]> => {
      const seen: number[] = [];
      let place: CallbackPlace | null = null;
      for (let pages = 0; pages < 10; pages += 1) {
        const found: FoundCallbacks = await listCallbacksOfAll(world.ctx, {
          kind,
          clientId,
          after: place,
          limit: 1,
        });
        seen.push(...found.callbacks.map(({ requestId }) => requestId));
        place = found.next;
        if (place === null) break;
      }
      return seen;
    };
    await world.home.db.query(due, [later, 2, waiting]);
    assert.deepEqual(await page('repeat', null), [waiting, repeated], 'by key, one after the other');
    assert.deepEqual(await page('repeat', shop.id), [waiting, repeated]);
    assert.deepEqual(await page('accepted', null), [accepted, made]);
    assert.deepEqual(await page('accepted', shop.id), [accepted, made]);
  });

  test('an announced payment is booked once, under its reference, and reversed with a reason', async () => {
    const before0 = await fundsOf();
    const asked = (await shop.call('makeTopUp', { sum: 1500 })).data as { reference: string };
    const { reference } = asked;
    const list = await finance.get('/o/money');
    assert.match(list.body, new RegExp(reference));
    const link = new RegExp(`href="(/o/money/${shop.id}\\?reference[^"#]+)`).exec(list.body)?.[1] ?? '';
    const form = await finance.get(link.replaceAll('&amp;', '&'));
    assert.match(form.body, new RegExp(`value="${reference}"`));
    const book = (fields: Record<string, string>) => finance.post(`/o/money/${shop.id}/book`, fields);
    for (const wrong of [
      { reference: '', sum: '1500' },
      { reference, sum: '0' },
      { reference, sum: 'много' },
      { reference, sum: '10000000000000' },
    ])
      assert.equal((await book(wrong)).statusCode, 422, JSON.stringify(wrong));
    assert.equal((await book({ reference, sum: '1 500' })).statusCode, 303);
    assert.equal((await book({ reference, sum: '1 500' })).statusCode, 303, 'the same again changes nothing');
    assert.equal((await book({ reference, sum: '1600' })).statusCode, 422);
    assert.equal(await fundsOf(), before0 + 150_000);
    assert.doesNotMatch((await finance.get('/o/money')).body, /#book/);
    const reverse = (fields: Record<string, string>) => finance.post(`/o/money/${shop.id}/reverse`, fields);
    assert.equal((await reverse({ reversed: reference, reason: '' })).statusCode, 422);
    assert.equal((await reverse({ reversed: 'nothing', reason: 'mistake' })).statusCode, 422);
    assert.equal((await reverse({ reversed: reference, reason: 'mistake' })).statusCode, 303);
    assert.equal((await reverse({ reversed: reference, reason: 'mistake' })).statusCode, 422);
    assert.equal(await fundsOf(), before0);
    for (const act of ['book', 'reverse', 'file'])
      assert.equal((await auditor.post(`/o/money/${shop.id}/${act}`)).statusCode, 404, act);
  });

  test('the statement of a month is shown and taken as a file', async () => {
    const page = await auditor.get(`/o/money/${shop.id}?month=2026-11`);
    assert.equal(page.statusCode, 200);
    assert.match(page.body, new RegExp(`Order ${made}|${made}`));
    const file = await finance.post(`/o/money/${shop.id}/file`, { month: '2026-11', format: 'csv' });
    assert.equal(file.headers['content-type'], 'text/csv; charset=utf-8');
    assert.equal((await finance.get(`/o/money/${shop.id}?month=2031-01`)).statusCode, 404);
    assert.equal((await finance.get(`/o/money/${shop.id + 1000}`)).statusCode, 404);
  });

  test('the level of low funds is set for a client, and in its audit', async () => {
    const warn = (level: string) => finance.post(`/o/money/${shop.id}/warn`, { level });
    assert.equal((await warn('0')).statusCode, 422);
    assert.match((await warn('soon')).body, /value="soon"/);
    assert.equal((await warn('5 000')).statusCode, 303);
    assert.match((await finance.get(`/o/money/${shop.id}`)).body, /value="5000"/);
    assert.equal((await auditor.post(`/o/money/${shop.id}/warn`, { level: '1' })).statusCode, 404);
    assert.equal((await finance.post('/o/money/999999/warn', { level: '1' })).statusCode, 404);
    const { rows } = await world.home.db.query(
      `select from audit where side = 'client' and party_id = $1 and act = 'money.low-balance-level'`,
      [shop.id],
    );
    assert.equal(rows.length, 1);
    assert.equal((await warn('')).statusCode, 303);
  });

  test('above the limit of four eyes it waits; without a fresh proof it is not done', async () => {
    const { db, keyring } = world.home;
    const chosen = { on: true, aboveKopecks: 100_000 };
    assert.equal((await setFourEyes({ db, keyring }, fromShell, chosen, world.clock.now())).is, 'set');
    const funds = await fundsOf();
    const large = { reference: 'large', sum: '5000' };
    assert.equal((await finance.post(`/o/money/${shop.id}/book`, large)).statusCode, 303);
    assert.match((await finance.get(`/o/money/${shop.id}`)).body, /waits for a second person/);
    assert.equal(await fundsOf(), funds);
    world.clock.forward('11 min');
    const late = await finance.post(`/o/money/${shop.id}/book`, { reference: 'small', sum: '10' });
    assert.match(String(late.headers.location), /^\/in\/second/);
    assert.equal(await fundsOf(), funds);
  });
});
