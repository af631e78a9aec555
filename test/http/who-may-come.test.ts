import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import { registerCabinet } from '../../src/http/cabinet/routes.ts';
import { registerNowhere } from '../../src/http/nowhere.ts';
import { registerOperator } from '../../src/http/operator/routes.ts';
import { registerSupplierCabinet } from '../../src/http/supplier-cabinet/routes.ts';
import { registerSignInPages } from '../../src/http/sign-in/routes.ts';
import { beginOnboarding } from '../../src/acts/onboarding/begin-onboarding.ts';
import { operator, type Party, type Side } from '../../src/people/access/party.ts';
import { permissions, permissionsOf, roles, type Permission } from '../../src/people/access/rights.ts';
import { removeMember } from '../../src/people/team/members.ts';
import { fromShell } from '../../src/people/access/principal.ts';
import type { Needs } from '../../src/web/signed-in.ts';
import { approvedLook } from '../support/client-looks.ts';
import { addCaller, type Caller } from '../support/client-api-caller.ts';
import { inviteTo, newPerson, sessionOf } from '../support/people-world.ts';
import { routesOf } from '../support/routes-of.ts';
import { offeredThings, shopAddress, waitingExchange } from '../support/operator-things.ts';
import { thingsOfSupplier } from '../support/supplier-things.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

interface PersonRoute {
  method: 'GET' | 'POST';
  url: string;
  needs: Needs;
}

/** Every route that says who may come, taken from where it is registered. */
async function personRoutes(world: TestWorld): Promise<PersonRoute[]> {
  const app = Fastify();
  const found: PersonRoute[] = [];
  app.addHook('onRoute', ({ method, url, config }) => {
    const needs = config?.needs;
    const isPage = method === 'GET' || method === 'POST';
    if (needs !== undefined && isPage) found.push({ method: method as PersonRoute['method'], url, needs });
  });
  await registerSignInPages(app, world.ctx);
  const parts = {
    ...world.ctx,
    onPlaced: () => {},
    makePaper: () => Promise.reject(new Error('nothing is asked of these routes')),
    sampleGift: () => assert.fail('nothing is asked of these routes'),
    samplePdf: () => assert.fail('nothing is asked of these routes'),
  };
  await registerCabinet(app, parts);
  await registerSupplierCabinet(app, parts);
  await registerOperator(app, parts);
  await registerNowhere(app, world.ctx, () => []);
  await app.close();
  return found;
}

/** Routes of others: programs, recipients, tills and suppliers' employees, each with a way in of its own. */
const others =
  /^\/($|\*$|g\/|x\/|till|receive|integration|pictures|wallet|gift-page\/|activation|web\/|docs(\/|$)|healthz|readyz|metrics|openapi|sms|texts|text-receipts)/;

const sideOf = (url: string): Side | null =>
  /^\/c(\/|$)/.test(url)
    ? 'client'
    : /^\/s(\/|$)/.test(url)
      ? 'supplier'
      : /^\/o(\/|$)/.test(url)
        ? 'operator'
        : null;

/** Acts on one's own sign-in: they have nobody else's ids, and some end the session. */
const isOwnSignIn = (url: string): boolean => /^\/(in|out|me|switch|invite|setup)(\/|$)/.test(url);

/** An order, a callback, an invitation, a person: of each the ids that addresses and forms may name. */
async function thingsOf(
  world: TestWorld,
  party: Party,
  caller: Caller,
  productId: number,
): Promise<number[]> {
  const order = await caller.ok('makeOrder', {
    product_id: productId,
    face: 500,
    uuid: `of-${party.partyId}`,
  });
  const topUp = await caller.ok('makeTopUp', { sum: 1000 });
  const bulk = await caller.ok('makeBulkOrder', {
    uuid: 'bulk',
    orders: [{ product_id: productId, face: 500 }],
  });
  const member = await sessionOf(world, await newPerson(world, party, 'viewer', { factor: false }));
  await inviteTo(world, party, 'viewer', `late-${party.partyId}@people.example`);
  const { rows } = await world.home.db.query<{ id: number }>(`select max(id) as id from invitations`);
  await world.settle();
  return [order['id'], topUp['id'], bulk['id'], member.personId, rows[0]?.id].map(Number);
}

test('every route × every role × own, foreign and missing ids', async () => {
  await using world = await testWorld();
  const routes = await personRoutes(world);
  const unknown = routesOf(world.server.printRoutes({ commonPrefix: false }))
    .filter(({ method }) => method === 'GET' || method === 'POST')
    .filter(({ url }) => !others.test(url) && !routes.some((route) => route.url === url));
  assert.deepEqual(unknown, [], 'routes of the server that this test does not know');

  // No number is the id of two kinds of things, so that a foreign one is nothing of one's own.
  for (const [table, first] of [
    ['persons', 500_000],
    ['invitations', 600_000],
    ['top_up_requests', 700_001],
    ['bulk_orders', 800_001],
    ['pool_drafts', 900_000],
    ['activation_letters', 1_000_000],
  ] as const) {
    await world.home.db.query(`select setval(pg_get_serial_sequence('${table}', 'id'), ${first})`);
  }
  const product = await world.product({ scheme: 'platform' });
  const [shop, stranger] = [
    await addCaller(world, { name: 'Свой магазин', callbackUrl: world.callbacks.url }),
    await addCaller(world, { name: 'Чужой магазин', callbackUrl: world.callbacks.url }),
  ];
  const mine = { side: 'client', partyId: shop.id } as const;
  const theirs = { side: 'client', partyId: stranger.id } as const;
  const own = await thingsOf(world, mine, shop, product.id);
  const foreign = await thingsOf(world, theirs, stranger, product.id);
  const [ours, theirsOfSupplier] = [
    await world.product({ activationScheme: 'letter' }),
    await world.product({ activationScheme: 'letter' }),
  ];
  const ownOfSupplier = [ours.id, ...(await thingsOfSupplier(world, ours, '2026-10'))];
  const foreignOfSupplier = [
    theirsOfSupplier.id,
    ...(await thingsOfSupplier(world, theirsOfSupplier, '2026-09')),
  ];
  const offered = Object.values(await offeredThings(world));
  const addressId = await shopAddress(world, product.id);
  const exchangeId = await waitingExchange(world, product.supplierId, Number(own[0]));
  for (const [party, things, lookId] of [
    [mine, own, 1_100_000],
    [theirs, foreign, 1_200_000],
  ] as const) {
    await approvedLook(world, { id: party.partyId }, { fields: { senderName: 'Магазин' } });
    await world.home.db.query(`update client_looks set id = $2 where client_id = $1`, [
      party.partyId,
      lookId,
    ]);
    things.push(lookId);
  }
  await beginOnboarding(world.home.db, world.ctx.keyring, fromShell, product.supplierId, world.clock.now());
  // A client, a product, a supplier and a letter about activation.
  const reached = [shop.id, product.id, product.supplierId, Number(ownOfSupplier[2])];
  const missing = 987_654_321;
  const [, , , personId, invitationId] = foreign;
  /** Pages that all sides share, as the team, know only one's own people; elsewhere operators reach everything. */
  const thingsAt = (side: Side, url: string): [(string | number)[], (string | number)[]] => {
    if (side === 'client') return [own, foreign];
    const people = sideOf(url) === null ? [personId ?? 0, invitationId ?? 0] : [];
    return side === 'supplier' ? [ownOfSupplier, [...foreignOfSupplier, ...people]] : [[], people];
  };

  const ask = async (
    cookie: string,
    { method, url }: Pick<PersonRoute, 'method' | 'url'>,
    id: number | string,
    role = 'viewer',
  ) => {
    const answer = await world.server.inject({
      method,
      url: url
        .replace(':address', String(addressId))
        .replace('/looks/:look', '/looks/1100000')
        .replace(':bulk', String(own[2]))
        .replace(/:\w+/, String(id)),
      headers: {
        cookie: `facevalue-session=${cookie}`,
        accept: 'text/html',
        'accept-language': 'en',
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/x-www-form-urlencoded',
      },
      ...(method === 'POST' && {
        payload: new URLSearchParams({ id: String(id), role }).toString(),
      }),
    });
    assert.ok(answer.statusCode < 500, `${method} ${url}: ${answer.statusCode}`);
    assert.equal(answer.headers['cache-control'], 'no-store', `${method} ${url}`);
    return { status: answer.statusCode, body: answer.body };
  };

  const shown = new Set<string>();
  const parties: Record<Side, Party> = {
    client: mine,
    supplier: { side: 'supplier', partyId: ours.supplierId },
    operator,
  };
  for (const side of ['client', 'supplier', 'operator'] as const) {
    for (const role of roles[side]) {
      const { cookie } = await newPerson(world, parties[side], role);
      const rights = permissionsOf(side, role);
      /** What an address beside this one answers that nobody registered. */
      const nowhereBy = (url: string) =>
        ask(cookie, { method: 'GET', url: `/${url.split('/')[1]}/no/such/page` }, 0);
      for (const route of routes.filter(({ url }) => !isOwnSignIn(url))) {
        const { method, url, needs } = route;
        const name = `${side} ${role}: ${method} ${url}`;
        const mayCome =
          (sideOf(url) ?? side) === side &&
          (needs === 'signed-in' || needs === 'first-step' || rights.includes(needs as Permission));
        const gone = await ask(cookie, route, missing, roles[side].at(-1));
        if (!mayCome) {
          assert.equal(gone.status, 404, name);
          assert.equal(gone.body, (await nowhereBy(url)).body, name);
          continue;
        }
        // `/home` leads on.
        if (method === 'GET' && !url.includes(':'))
          assert.equal(gone.status, url === '/home' ? 303 : 200, name);
        const [things, strangers] = thingsAt(side, url);
        for (const id of strangers) {
          const other = await ask(cookie, route, id, roles[side].at(-1));
          // Acts without an id may answer otherwise the second time, as those that are limited.
          assert.equal(other.status === 404, gone.status === 404, `${name} ${id}`);
          if (other.status === 404) assert.equal(other.body, gone.body, `${name} ${id}`);
          assert.ok(!other.body.includes('Чужой магазин'), name);
        }
        // Operators reach the things of all.
        if (side === 'operator' && method === 'GET' && url.includes(':'))
          for (const id of [...own, ...offered, ...reached, exchangeId])
            if ((await ask(cookie, route, id)).status === 200) shown.add(url);
        if (side === 'operator') continue;
        if (method !== 'GET' || !url.includes(':')) continue;
        for (const id of [...things, '2026-11-21'])
          if ((await ask(cookie, route, id)).status === 200) shown.add(url);
      }
    }
  }
  const never = routes.filter(
    ({ method, url }) => method === 'GET' && url.includes(':') && !isOwnSignIn(url) && !shown.has(url),
  );
  assert.deepEqual(never, [], 'nobody was shown a thing of one’s own: this test proves nothing about');
  const needed = new Set<string>(routes.map(({ needs }) => needs));
  assert.ok(permissions.filter((one) => needed.has(one)).length >= 8, [...needed].join(' '));
});

test('whoever is taken out, is out everywhere at once', async () => {
  await using world = await testWorld();
  const party = { side: 'client', partyId: (await addCaller(world)).id } as const;
  const person = await newPerson(world, party, 'developer');
  const { personId } = await sessionOf(world, person);
  const visit = (url: string) =>
    world.server.inject({
      url,
      headers: { cookie: `facevalue-session=${person.cookie}`, accept: 'text/html' },
    });
  assert.equal((await visit('/c/api')).statusCode, 200);
  const { db, keyring } = world.home;
  await removeMember(db, keyring, fromShell, { party, personId }, world.clock.now());
  for (const { method, url, needs } of await personRoutes(world)) {
    if (method !== 'GET' || needs === 'anybody') continue;
    const answer = await visit(url.replace(/:\w+/, '1'));
    assert.equal(answer.statusCode, 303, url);
    assert.match(String(answer.headers.location), /^\/in\?/, url);
    assert.equal(answer.headers['cache-control'], 'no-store', url);
  }
});
