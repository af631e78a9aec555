import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setFourEyes } from '../../../src/acts/guarded/set-four-eyes.ts';
import { operator } from '../../../src/people/access/party.ts';
import { fromShell } from '../../../src/people/access/principal.ts';
import { moscowDay } from '../../../src/platform/time/moscow-time.ts';
import { visitor, type Visitor } from '../../support/pages-of.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

const password = (body: string) => /data-secret>([^<]+)</.exec(body)?.[1];

describe('codes are seen by an operator', () => {
  let world: TestWorld;
  let support: Visitor;
  let admin: Visitor;
  let catalogue: Visitor;
  let requestId: number;
  let supplierId: number;
  let codes: string[];
  let day: string;

  before(async () => {
    world = await testWorld();
    const client = await world.client();
    const product = await world.product();
    supplierId = product.supplierId;
    codes = (await world.pool(product, 500, 2)).map(({ number }) => number);
    const ask = { product_id: product.id, face: 500, delivery_type: 'link' };
    requestId = await client.makeOrder(ask);
    await client.makeOrder(ask);
    await world.settle();
    day = moscowDay(world.clock.now());
    support = await visitor(world, operator, 'support');
    admin = await visitor(world, operator, 'admin');
    catalogue = await visitor(world, operator, 'catalogue');
  });
  after(() => world[Symbol.asyncDispose]());

  const readings = async (): Promise<number> =>
    (await world.home.db.query(`select from code_readings where reader = 'operator'`)).rowCount ?? 0;
  const four = (on: boolean) => setFourEyes(world.ctx, fromShell, { on, aboveKopecks: 0 }, world.clock.now());
  const openApproval = async (): Promise<number> => {
    const { rows } = await world.home.db.query<{ id: number }>(
      `select id from approvals where state = 'open' order by id desc limit 1`,
    );
    return rows[0]?.id ?? assert.fail('nothing was asked for');
  };
  const approve = async (by: Visitor): Promise<void> => {
    assert.equal((await by.post(`/o/approvals/${await openApproval()}/approve`)).statusCode, 303);
  };
  const hasCode = (body: string): boolean => codes.some((code) => body.includes(code));

  test('a code is shown with a reason, once, and only after a second person where the rule says so', async () => {
    const page = `/o/orders/${requestId}`;
    const show = (by: Visitor, reason = 'the shop cannot scan it') => by.post(`${page}/code`, { reason });
    assert.doesNotMatch((await catalogue.get(`/o/suppliers/${supplierId}`)).body, /id="codes"/);
    assert.equal((await show(catalogue)).statusCode, 404);
    assert.equal((await show(support, ' ')).statusCode, 422);
    assert.equal(await readings(), 0);

    await four(true);
    assert.equal((await show(support)).statusCode, 303);
    const waiting = await support.get(page);
    assert.match(waiting.body, /has not decided yet/);
    assert.doesNotMatch(waiting.body, /\/code\?/, 'nothing to press meanwhile');
    assert.match((await admin.get(page)).body, /\/code\?/, 'others ask for themselves');
    assert.equal((await show(support)).statusCode, 303);
    assert.equal(await readings(), 0);
    await approve(admin);

    const given = await support.get(page);
    assert.match(given.body, /The second person agreed/);
    assert.match(given.body, /value="the shop cannot scan it"/);
    assert.ok(!hasCode(given.body));
    const shown = await show(support);
    assert.equal(shown.statusCode, 200);
    assert.equal(shown.headers['cache-control'], 'no-store');
    assert.ok(hasCode(shown.body));
    assert.equal(await readings(), 1);
    assert.ok(!hasCode((await support.get(page)).body));
    assert.equal((await show(support)).statusCode, 303, 'it was shown once');
    assert.equal(await readings(), 1);
    const { rows } = await world.home.db.query<{ after: string }>(
      `select after from audit where act = 'order.code-shown'`,
    );
    assert.match(JSON.stringify(rows), /cannot scan it/);
    assert.ok(!hasCode(JSON.stringify(rows)));
  });

  test('sold codes are downloaded once after a second person agreed', async () => {
    world.clock.forward('24 h');
    [support, admin] = [await visitor(world, operator, 'support'), await visitor(world, operator, 'admin')];
    const colleague = await visitor(world, operator, 'finance');
    const page = `/o/suppliers/${supplierId}`;
    const take = (form: Record<string, string> = {}) =>
      admin.post(`${page}/codes`, { first: day, last: day, reason: 'a lost list', format: 'csv', ...form });
    const wrong: Record<string, string>[] = [
      { first: '' },
      { last: '2026-02-31' },
      { first: '2999-01-01' },
      { reason: '' },
      { format: 'pdf' },
      { first: moscowDay(world.clock.now()), last: moscowDay(world.clock.now()) },
      { first: '2020-01-01', last: '2020-01-02' },
    ];
    for (const form of wrong) assert.equal((await take(form)).statusCode, 422, JSON.stringify(form));
    assert.equal((await support.post(`${page}/codes`, { first: day, last: day })).statusCode, 404);

    const earlier = await readings();
    assert.equal((await take()).statusCode, 303);
    assert.match((await admin.get(page)).body, /has not decided yet/);
    await approve(colleague);
    assert.match((await admin.get(page)).body, /The second person agreed/);
    assert.equal(await readings(), earlier);
    const file = await take();
    assert.equal(file.statusCode, 200);
    assert.match(String(file.headers['content-disposition']), /facevalue-codes-.*\.csv/);
    assert.equal(file.headers['cache-control'], 'no-store');
    for (const code of codes) assert.ok(file.body.includes(code));
    assert.equal(await readings(), earlier + codes.length);
    assert.equal((await take()).statusCode, 303, 'it was downloaded once');
    assert.equal(await readings(), earlier + codes.length);
  });

  test('both are for somebody who has just proved to be there', async () => {
    await four(false);
    world.clock.forward('11 min');
    for (const [url, form] of [
      [`/o/orders/${requestId}/code`, { reason: 'why' }],
      [`/o/suppliers/${supplierId}/codes`, { first: day, last: day, reason: 'why', format: 'csv' }],
    ] as const) {
      const answer = await admin.post(url, form);
      assert.match(String(answer.headers.location), /^\/in\/second/);
    }
    await world.home.db.query(`update sessions set stepped_up_at = $1`, [world.clock.now()]);
  });

  test('cashiers of a supplier are added, get a new password, and are removed', async () => {
    await world.home.db.query(`update party_policies set four_eyes = false where side = 'operator'`);
    const page = `/o/suppliers/${supplierId}/tills`;
    catalogue = await visitor(world, operator, 'catalogue');
    assert.equal((await catalogue.get(page)).statusCode, 404);
    assert.equal((await admin.post(page, { name: 'Касса 1' })).statusCode, 422);
    const added = await admin.post(page, { name: 'kassa-1' });
    assert.match(added.body, new RegExp(`kassa-1@${supplierId}`));
    assert.equal((await admin.post(page, { name: 'kassa-1' })).statusCode, 422, 'taken');
    const reset = await admin.post(`${page}/reset`, { user: 'kassa-1' });
    assert.ok(password(reset.body) !== undefined && password(reset.body) !== password(added.body));
    assert.equal((await admin.post(`${page}/reset`, { user: 'nobody' })).statusCode, 404);
    assert.equal((await admin.post(`${page}/remove`, { user: 'kassa-1' })).statusCode, 303);
    assert.match((await admin.get(page)).body, /no cashiers yet/);
    assert.equal((await admin.get('/o/suppliers/987654321/tills')).statusCode, 404);
  });
});
