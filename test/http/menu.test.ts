import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { clientParty } from '../../src/people/access/party.ts';
import { operatorWorld, type OperatorWorld } from '../support/operator-world.ts';
import { newPerson } from '../support/people-world.ts';

/** What each section says that waits there, by its address. */
const countsOf = (body: string): Record<string, string> =>
  Object.fromEntries(
    [
      ...body.matchAll(/<a href="(\/[^?"]*)\?[^>]*>[^<]* <span class="count">.*?<\/span>([^<]*)<\/span>/g),
    ].map(([, path = '', count = '']) => [path, count]),
  );

describe('the numbers in the menu', () => {
  let o: OperatorWorld;
  before(async () => {
    o = await operatorWorld();
  });
  after(async () => {
    await o.world[Symbol.asyncDispose]();
  });

  const counts = async (role: string, path = '/o/health'): Promise<Record<string, string>> =>
    countsOf((await o.get(role, path)).body);

  test('each role is told what waits for it, on pages of sign-in too', async () => {
    const admin = await counts('admin');
    for (const path of [
      '/o/quarantine',
      '/o/approvals',
      '/o/money',
      '/o/drafts',
      '/o/callbacks',
      '/o/letters',
    ])
      assert.equal(admin[path], '1', `${path}: ${JSON.stringify(admin)}`);
    const sum = Object.entries(admin)
      .filter(([path]) => path !== '/o')
      .reduce((all, [, count]) => all + Number(count), 0);
    assert.ok(Number(admin['/o']) >= sum, JSON.stringify(admin));
    const catalogue = await counts('catalogue');
    assert.equal(catalogue['/o/drafts'], '1');
    for (const path of ['/o/quarantine', '/o/money', '/o/letters']) assert.equal(catalogue[path], undefined);
    assert.ok(Number(catalogue['/o']) < Number(admin['/o']));
    assert.deepEqual(await counts('admin', '/me'), admin);
    assert.deepEqual(await counts('admin', '/o/nothing-here'), admin);
  });

  test('what waits is read once for all pages of some seconds, and again after an act', async () => {
    const { db } = o.world.home;
    const earlier = await counts('admin');
    await db.query(`delete from pool_drafts`);
    await o.post('support', '/o/find/typed', { q: 'nothing' });
    assert.deepEqual(await counts('admin'), earlier);
    await o.post('support', '/o/find', { q: 'nothing' });
    assert.equal((await counts('admin'))['/o/drafts'], undefined);
    assert.deepEqual(Object.keys(await counts('catalogue')).includes('/o/drafts'), false);
  });

  test('more than is counted is told as such', async () => {
    const { db } = o.world.home;
    const { rows } = await db.query<{ id: number }>(`select id from exchanges where state = 'quarantined'`);
    await db.query(
      `insert into exchanges (supplier_id, kind, client_id, request_id, product_id, face_kopecks, call_id, state, details,
         due_at, deadline_at, attempts, created_at, ended_at)
       select supplier_id, kind, client_id, request_id, product_id, face_kopecks, gen_random_uuid(), state, details,
         due_at, deadline_at, attempts, created_at, ended_at
       from exchanges cross join generate_series(1, 60) where id = $1`,
      [rows[0]?.id],
    );
    o.world.clock.forward('30 s');
    assert.equal((await counts('support'))['/o/quarantine'], '50+');
    assert.match((await counts('support'))['/o'] ?? '', /^\d\d\+$/);
  });

  test('a client is told of its own callbacks alone', async () => {
    const owner = await newPerson(o.world, clientParty(o.shop.id), 'owner');
    const other = await newPerson(o.world, clientParty((await o.world.client()).id), 'owner');
    const of = async ({ cookie }: { cookie: string }): Promise<Record<string, string>> => {
      const headers = { accept: 'text/html', 'accept-language': 'en', cookie: `facevalue-session=${cookie}` };
      return countsOf((await o.world.server.inject({ url: '/c/orders', headers })).body);
    };
    assert.deepEqual(await of(owner), { '/c/callbacks': '1' });
    assert.deepEqual(await of(other), {});
  });
});
