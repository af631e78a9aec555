import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { fromShell } from '../../../src/people/access/principal.ts';
import { rotateKey } from '../../../src/clients/rotate-key.ts';
import { setClient, type ClientPatch } from '../../../src/clients/set-client.ts';
import { signatureOf } from '../../../src/clients/client-directory.ts';
import { createServer } from '../../../src/http/server.ts';
import { transaction } from '../../../src/platform/database/database.ts';
import { addCodes, addProduct, freshCodes } from '../../support/arrange.ts';
import { addCaller, placeOf, type Envelope } from '../../support/client-api-caller.ts';
import { testWorld } from '../../support/test-world.ts';
import { secret, balanceSig, get, codeOf, worldOfOldClients, noParts } from './raw-requests.ts';

/** Longer than a client is cached. */
const untilForgotten = () => new Promise((resolve) => setTimeout(resolve, 1100));

test('every failed authentication gets the same answer', async () => {
  await using world = await worldOfOldClients();
  const good = { cmd: 'getBalance', id: '1', in: 'json', data: '{}', sig: balanceSig };
  const code = async (change: Partial<typeof good>, ...headers: string[]) =>
    codeOf(await get(world, `/?${new URLSearchParams({ ...good, ...change }).toString()}`, ...headers));
  assert.equal(await code({}), 'ok');
  assert.equal(await code({ sig: balanceSig.toUpperCase() }), 'ok');
  const strangers = [
    { id: '99999' },
    { id: '' },
    { id: '01' },
    { id: '1e0' },
    { id: '-1' },
    { id: '9'.repeat(40) },
    { id: "1' or '1'='1" },
    { sig: '' },
    { sig: balanceSig.slice(1) },
    { sig: `${balanceSig}00` },
    { data: '{ }' },
    { data: '' },
    { cmd: 'test' },
    { cmd: 'unknown' },
    { id: '22', sig: 'x'.repeat(64) },
  ];
  const answers = new Set<string>();
  for (const change of strangers) {
    const { body } = await get(world, `/?${new URLSearchParams({ ...good, ...change }).toString()}`);
    assert.equal(await code(change), 1002, JSON.stringify(change));
    answers.add(body);
  }
  assert.equal(answers.size, 1);
  assert.equal(codeOf(await get(world, '/')), 1001);
});

test('a client that is switched off or calls from another network is not authenticated', async () => {
  await using world = await worldOfOldClients();
  const set = (patch: ClientPatch) => transaction(world.home.db, (tx) => setClient(tx, 1, patch));
  const ask = (...headers: string[]) =>
    get(world, `/?cmd=getBalance&id=1&in=json&data=%7B%7D&sig=${balanceSig}`, ...headers).then(codeOf);
  assert.ok(await set({ allowedNetworks: ['10.0.0.0/8', '2001:db8::/32'] }));
  await untilForgotten();
  assert.equal(await ask(), 1002);
  assert.equal(await ask('X-Forwarded-For: 10.1.1.1'), 1002, 'nobody trusts this header here');
  await set({ allowedNetworks: ['127.0.0.1/32'] });
  await untilForgotten();
  assert.equal(await ask(), 'ok');
  await set({ switchedOn: false });
  await untilForgotten();
  assert.equal(await ask(), 1002);
});

test('behind a trusted proxy the address of the caller comes from the proxy', async () => {
  await using world = await testWorld({ FACEVALUE_TRUSTED_PROXIES: '127.0.0.1' });
  await addCaller(world, { id: 1, secret, allowedNetworks: ['10.0.0.0/8'] });
  const ask = (...headers: string[]) =>
    get(world, `/?cmd=getBalance&id=1&in=json&data=%7B%7D&sig=${balanceSig}`, ...headers).then(codeOf);
  assert.equal(await ask('X-Forwarded-For: 10.1.1.1'), 'ok');
  assert.equal(await ask('X-Forwarded-For: 10.1.1.1, 8.8.8.8'), 1002, 'the nearest untrusted address counts');
  assert.equal(await ask(), 1002);
});

test('an untrusted proxy is logged, but not at each request', async () => {
  await using world = await testWorld();
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) });
  const server = await createServer({ ...world.ctx, log }, noParts);
  const baseUrl = await server.listen({ host: '127.0.0.1', port: 0 });
  await fetch(`${baseUrl}/healthz`);
  assert.deepEqual(lines, []);
  for (let asked = 0; asked < 5; asked += 1) {
    await fetch(`${baseUrl}/healthz`, { headers: { 'x-forwarded-for': '10.1.1.1' } });
  }
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? '', /FACEVALUE_TRUSTED_PROXIES/);
  world.clock.forward('20 min');
  await fetch(`${baseUrl}/healthz`, { headers: { 'x-forwarded-for': '10.1.1.1' } });
  assert.equal(lines.length, 2);
  await server.close();
});

test('a named proxy is not warned of, whoever calls through it', async () => {
  await using world = await testWorld({ FACEVALUE_TRUSTED_PROXIES: '127.0.0.0/8,10.9.9.9' });
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) });
  const server = await createServer({ ...world.ctx, log }, noParts);
  const baseUrl = await server.listen({ host: '127.0.0.1', port: 0 });
  // The second is a caller on the proxy's own machine.
  for (const caller of ['10.1.1.1', '127.0.0.1', '10.9.9.9'])
    await fetch(`${baseUrl}/healthz`, { headers: { 'x-forwarded-for': caller } });
  assert.deepEqual(lines, []);
  await server.close();
});

test('an old key works until it retires', async () => {
  await using world = await testWorld();
  const shop = await addCaller(world);
  const rotation = await transaction(world.home.db, (tx) =>
    rotateKey(
      tx,
      world.ctx.keyring,
      fromShell,
      { clientId: shop.id, retireAfterHours: 2 },
      world.clock.now(),
    ),
  );
  if (rotation.is !== 'rotated') assert.fail();
  await untilForgotten();
  const ask = (key: string) =>
    get(world, `/?cmd=test&id=${shop.id}&in=json&sig=${signatureOf('test', '', key)}`).then(codeOf);
  assert.equal(await ask(shop.secret), 'ok');
  assert.equal(await ask(rotation.secret), 'ok');
  world.clock.forward('2 h');
  assert.equal(await ask(shop.secret), 1002);
  assert.equal(await ask(rotation.secret), 'ok');
  const nobody = await transaction(world.home.db, (tx) =>
    rotateKey(tx, world.ctx.keyring, fromShell, { clientId: 5 }, world.clock.now()),
  );
  assert.deepEqual(nobody, { is: 'unknown-client' });
});

test('bad input of an authenticated client is malformed and changes nothing', async () => {
  await using world = await worldOfOldClients();
  const ask = (data: string, format = 'json') =>
    get(
      world,
      `/?cmd=makeOrder&id=1&in=${format}&sig=${signatureOf('makeOrder', data, secret)}&data=${encodeURIComponent(data)}`,
    ).then(codeOf);
  for (const data of ['{', 'null', '5', '[1]', '['.repeat(5000), `${'{"a":'.repeat(20)}1${'}'.repeat(20)}`]) {
    assert.equal(await ask(data), 1000, data.slice(0, 20));
  }
  assert.equal(await ask('{"__proto__":{"product_id":1,"face":1}}'), 3601);
  assert.equal(await ask('{"product_id":"\\u0000","face":{"$gt":0}}'), 3601);
  assert.equal(await ask('product_id=1&product_id=2', 'pairs'), 1000);
  assert.equal(await ask('{}', 'xml'), 1000);
  assert.equal(codeOf(await get(world, `/?cmd=test&id=1&sig=${balanceSig}&data=%ff`)), 1000);
  assert.equal(codeOf(await get(world, `/?cmd=test&cmd=test&id=1`)), 1000);
  const { rows } = await world.home.db.query<{ count: number }>(`select count(*) from requests`);
  assert.equal(rows[0]?.count, 0);
});

test('an order that breaks a batch fails alone', async () => {
  await using world = await testWorld();
  const product = await addProduct(placeOf(world), { facesRoubles: [1000] });
  await addCodes(placeOf(world), product, 1000, freshCodes(30));
  const shop = await addCaller(world);
  await world.home.db.query(`alter table requests add constraint no_poison check (comment <> 'poison')`);
  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const comment = index === 7 ? 'poison' : 'fine';
      const data = JSON.stringify({ product_id: product.id, face: 1000, comment, delivery_type: 'link' });
      const response = await fetch(world.baseUrl + shop.path('makeOrder', data));
      return { status: response.status, envelope: (await response.json()) as Envelope };
    }),
  );
  assert.deepEqual(
    answers.map(({ status }) => status),
    answers.map((_, index) => (index === 7 ? 503 : 200)),
  );
  assert.deepEqual(answers[7]?.envelope.error?.code, 9000);
  assert.deepEqual(await shop.ok('getBalance'), { balance: 81_000 });
  await world.settle();
});
