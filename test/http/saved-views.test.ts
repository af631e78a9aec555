/** Filters kept under a name, for oneself or for all of a party, and columns that are left out. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LightMyRequestResponse } from 'fastify';
import { clientParty, operator } from '../../src/people/access/party.ts';
import { fromShell } from '../../src/people/access/principal.ts';
import { longestViewName, mostViews } from '../../src/people/views/saved-views.ts';
import { removeMember } from '../../src/people/team/members.ts';
import { addCaller } from '../support/client-api-caller.ts';
import { sessionOf } from '../support/people-world.ts';
import { visitor, type Visitor } from '../support/pages-of.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

let world: TestWorld;
let admin: Visitor;
let support: Visitor;
let finance: Visitor;
let owner: Visitor;
let clientId: number;

before(async () => {
  world = await testWorld();
  ({ id: clientId } = await addCaller(world, { name: 'Подарки и точка' }));
  admin = await visitor(world, operator, 'admin');
  support = await visitor(world, operator, 'support');
  finance = await visitor(world, operator, 'finance');
  owner = await visitor(world, clientParty(clientId), 'owner');
});
after(() => world[Symbol.asyncDispose]());

const orders = '/o/orders';
const save = (by: Visitor, name: string, query: string, more: Record<string, string> = {}) =>
  by.post('/o/views', { list: orders, at: query, query, name, ...more });
/** Names and addresses of the views over a list. */
const viewsAt = async (by: Visitor, url: string): Promise<Record<string, string>> => {
  const { body } = await by.get(url);
  const [, nav = ''] = /<nav class="tabs views"[^>]*>(.*?)<\/nav>/.exec(body) ?? [];
  return Object.fromEntries(
    [...nav.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)</g)].map(([, href = '', name = '']) => [
      name,
      href.replaceAll('&amp;', '&'),
    ]),
  );
};
const saidAfter = async (by: Visitor, answer: LightMyRequestResponse): Promise<string> => {
  assert.equal(answer.statusCode, 303, answer.body);
  const { body } = await by.get(String(answer.headers['location']));
  return /<p class="notice \w+"[^>]*>(.*?)<\/p>/s.exec(body)?.[1] ?? '';
};
const idOf = async (name: string): Promise<string> => {
  const { rows } = await world.ctx.db.query<{ id: number }>(`select id from saved_views where name = $1`, [
    name,
  ]);
  return String(rows[0]?.id ?? assert.fail(name));
};
const remove = (by: Visitor, id: string) => by.post('/o/views/remove', { list: orders, at: '', view: id });

test('filters are kept under a name for oneself, or for everybody of the party', async () => {
  const query = 'state=failed&product=7';
  assert.equal(await saidAfter(support, await save(support, 'Мои ошибки', query)), 'The view is saved.');
  await save(support, 'Ждут кодов', 'state=delayed', { shared: 'yes' });
  assert.deepEqual(await viewsAt(support, orders), {
    All: `${orders}?lang=en`,
    'Ждут кодов': `${orders}?state=delayed&lang=en`,
    'Мои ошибки': `${orders}?${query}&lang=en`,
  });
  assert.deepEqual(Object.keys(await viewsAt(finance, orders)), ['All', 'Ждут кодов']);
  assert.match((await finance.get(orders)).body, /Ждут кодов <span class="hint">for everybody, by Анна/);
  assert.deepEqual(await viewsAt(support, '/o/callbacks'), {});
  assert.deepEqual(await viewsAt(owner, '/c/orders'), {});
  const { body } = await support.get(`${orders}?state=failed&product=7&client=`);
  assert.match(body, /<a [^>]*aria-current="true">Мои ошибки</);
});

test('what was searched for is not kept, nor the place in the list', async () => {
  await save(finance, 'Поиск', 'q=mila%40recipients.example&state=failed&older=7&lang=ru');
  assert.equal((await viewsAt(finance, orders))['Поиск'], `${orders}?state=failed&lang=en`);
  const answer = await save(finance, 'Только поиск', 'q=mila%40recipients.example');
  assert.equal(await saidAfter(finance, answer), '');
  assert.equal((await viewsAt(finance, orders))['Только поиск'], undefined);
});

test('one name is one view, a name is needed, and so many are kept', async () => {
  await save(admin, 'Неделя', 'state=failed');
  await save(admin, 'неделя', 'state=cancelled');
  assert.deepEqual((await viewsAt(admin, orders))['неделя'], `${orders}?state=cancelled&lang=en`);
  assert.equal((await viewsAt(admin, orders))['Неделя'], undefined);
  for (const name of ['', '  ', 'x'.repeat(longestViewName + 1)])
    assert.match(await saidAfter(admin, await save(admin, name, 'state=failed')), /has no name/);
  for (let count = 1; count < mostViews; count += 1) await save(admin, `Вид ${count}`, 'state=failed');
  assert.match(await saidAfter(admin, await save(admin, 'Лишний', 'state=failed')), /not saved/);
  assert.match(await saidAfter(admin, await save(admin, 'Вид 1', 'state=queued')), /The view is saved/);
});

test('of two that are saved at the same moment the second counts the first', async () => {
  const keeper = await visitor(world, operator, 'support');
  for (let index = 2; index <= mostViews; index += 1) await save(keeper, `kept ${index}`, 'state=failed');
  const other = await world.ctx.db.connect();
  await other.query('begin');
  await other.query(
    `select from persons where id = (select person_id from saved_views where name = 'kept 2') for update`,
  );
  await other.query(
    `insert into saved_views (side, party_id, person_id, list, name, query, shared, changed_at)
     select side, party_id, person_id, list, 'the last', query, shared, changed_at from saved_views where name = 'kept 2'`,
  );
  const second = save(keeper, 'one too many', 'state=failed');
  await sleep(500);
  await other.query('commit');
  other.release();
  assert.match(await saidAfter(keeper, await second), new RegExp(`${mostViews}`));
  const { rows } = await world.ctx.db.query(`select from saved_views where name = 'one too many'`);
  assert.equal(rows.length, 0);
});

test('a view is removed by whoever keeps it, a shared one by whoever leads the party too', async () => {
  await save(support, 'Своё', 'state=failed');
  await save(support, 'Общее', 'state=failed', { shared: 'yes' });
  const [own, shared] = [await idOf('Своё'), await idOf('Общее')];
  for (const by of [finance, admin]) await remove(by, own);
  await remove(finance, shared);
  assert.ok('Своё' in (await viewsAt(support, orders)));
  assert.ok('Общее' in (await viewsAt(support, orders)));
  await remove(admin, shared);
  assert.equal(await saidAfter(support, await remove(support, own)), 'The view is removed.');
  const left = await viewsAt(support, orders);
  assert.ok(!('Своё' in left) && !('Общее' in left));
});

test('only lists that somebody may see have views, and an act leads back to the list', async () => {
  for (const list of ['/o/pools', '/c/orders', '/me', 'https://elsewhere.example', '//elsewhere.example', ''])
    assert.equal(
      (await support.post('/o/views', { list, at: '', query: 'a=b', name: 'x' })).statusCode,
      404,
      list,
    );
  const answer = await support.post('/o/views', {
    list: orders,
    at: '//elsewhere.example?state=failed',
    query: '',
    name: 'x',
  });
  assert.match(String(answer.headers['location']), /^\/o\/orders\?/);
});

test('columns that are left out stay so in this browser, list by list', async () => {
  const chosen = await support.post('/o/views/columns', {
    list: orders,
    at: 'state=failed',
    of: 'client.accepted.product.face.state.<b>',
    column: 'product',
  });
  assert.match(String(chosen.headers['location']), /^\/o\/orders\?state=failed/);
  const [kept] = chosen.cookies as { name: string; value: string; maxAge: number; httpOnly: boolean }[];
  assert.deepEqual([kept?.name, kept?.httpOnly], ['facevalue-columns', true]);
  assert.equal(new URLSearchParams(kept?.value).get(orders), 'client.accepted.face.state');
  const look = (url: string) =>
    world.server.inject({
      url,
      headers: {
        accept: 'text/html',
        'accept-language': 'en',
        cookie: `facevalue-session=${support.person.cookie}; facevalue-columns=${encodeURIComponent(kept?.value ?? '')}`,
      },
    });
  const shown = [...(await look(orders)).body.matchAll(/name="column" value="(\w+)"([^>]*)>/g)].map(
    ([, key, rest = '']) => [key, rest.includes(' checked')],
  );
  assert.deepEqual(shown, [
    ['client', false],
    ['accepted', false],
    ['product', true],
    ['face', false],
    ['state', false],
  ]);
  const others = [...(await look('/o/products')).body.matchAll(/name="column"[^>]*>/g)];
  assert.ok(others.length > 0 && others.every(([tag]) => tag.includes(' checked')));
});

test('with a member their own views go, and those that others use stay', async () => {
  const leaver = await visitor(world, operator, 'finance');
  const session = await sessionOf(world, leaver.person);
  await save(leaver, 'Уйдёт', 'state=failed');
  await save(leaver, 'Останется', 'state=failed', { shared: 'yes' });
  const { db, keyring } = world.ctx;
  const who = { party: operator, personId: session.personId };
  assert.equal((await removeMember(db, keyring, fromShell, who, world.clock.now())).is, 'removed');
  const { rows } = await db.query(`select name from saved_views where person_id = $1`, [session.personId]);
  assert.deepEqual(rows, [{ name: 'Останется' }]);
});
