import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { pino } from 'pino';
import { rotateKey } from '../../../src/clients/rotate-key.ts';
import { setClient, type ClientPatch } from '../../../src/clients/set-client.ts';
import { signatureOf } from '../../../src/clients/signature.ts';
import { createServer, type ServerParts } from '../../../src/http/server.ts';
import { openDatabase, transaction } from '../../../src/platform/database/database.ts';
import { addCodes, addProduct, freshCodes } from '../../support/arrange.ts';
import { addCaller, placeOf, type Envelope } from '../../support/client-api-caller.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

const secret = 's3cr3t/Key';
const balanceSig = 'b93b6c60949a09b39c2ab0848ccd4b77dde218bff73510311718f4350c8b48f2';
/** Longer than a client is cached. */
const untilForgotten = () => new Promise((resolve) => setTimeout(resolve, 1100));

interface RawAnswer {
  status: number;
  head: string;
  body: string;
}

/** Sends exactly these bytes and reads one answer until the server closes or the Content-Length is reached. */
function send(world: TestWorld, ...parts: (string | Buffer)[]): Promise<RawAnswer> {
  const { hostname, port } = new URL(world.baseUrl);
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(Number(port), hostname, () => parts.forEach((part) => socket.write(part)));
    const finish = (): void => {
      clearTimeout(timer);
      socket.destroy();
      const final = text.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '');
      const [head = '', body = ''] = final.split('\r\n\r\n');
      resolve({ status: Number(head.split(' ')[1]), head: head.toLowerCase(), body });
    };
    const timer = setTimeout(() => reject(new Error(`No answer: ${text}`)), 5000);
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8');
      const length = /content-length: (\d+)/i.exec(text);
      const body = text.slice(text.lastIndexOf('\r\n\r\n') + 4);
      if (length !== null && Buffer.byteLength(body) >= Number(length[1])) finish();
    });
    socket.on('close', finish);
    socket.on('error', () => {});
  });
}

const get = (world: TestWorld, target: string, ...headers: string[]): Promise<RawAnswer> =>
  send(world, [`GET ${target} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n'));

function post(world: TestWorld, target: string, body: string | Buffer, ...headers: string[]) {
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  return send(world, [`POST ${target} HTTP/1.1`, 'Host: x', length, ...headers, '', ''].join('\r\n'), body);
}

const codeOf = ({ status, body }: RawAnswer): number | 'ok' => {
  assert.equal(status, 200, body);
  const { error } = JSON.parse(body) as Envelope;
  return error?.code ?? 'ok';
};

const longPath = (data: string): string =>
  `/?cmd=getStatus&id=1&in=json&sig=${signatureOf('getStatus', data, secret)}&data=${encodeURIComponent(data)}`;

async function worldOfOldClients(): Promise<TestWorld> {
  const world = await testWorld();
  for (const id of [1, 22, 15_211]) await addCaller(world, { id, secret });
  return world;
}

test('the requests of real clients work unchanged', async () => {
  await using world = await worldOfOldClients();
  const form = 'Content-Type: application/x-www-form-urlencoded';
  const balance = `cmd=getBalance&id=1&in=json&out=json`;
  const ok = await get(world, `/?${balance}&data=%7B%7D&sig=${balanceSig}`);
  assert.equal(ok.body, '{"status":"ok","data":{"balance":100000}}');
  assert.match(ok.head, /content-type: application\/json; charset=utf-8/);
  assert.match(ok.head, /x-request-id: [0-9a-f-]{36}/);
  assert.match(ok.head, /cache-control: no-store/);
  assert.equal(codeOf(await post(world, `/?${balance}&v=2`, `data=%7B%7D&sig=${balanceSig}`, form)), 'ok');
  assert.equal(codeOf(await post(world, `/?${balance}&sig=${balanceSig}`, 'data=%7B%7D', form)), 'ok');
  const status =
    '/?id=22&cmd=getStatus&in=json&out=json&sig=dcc109dfce0f7860d827e03f021d6506b5b7d25b68749b70d118294e314da24f&data=%7B%22id%22%3A3513450%7D';
  assert.equal(codeOf(await get(world, status)), 1201);
  const probe =
    '/?id=22&cmd=test&data=&sig=e7a5c1535a203d775b4460cfd58cb383f395cc774861cbfdb32217aa74621a9d&in=json&out=json';
  assert.equal(codeOf(await get(world, probe)), 'ok');
  const empty =
    '/?cmd=getBalance&id=22&data=%5B%5D&sig=ad92566b92708037309d339e9849181e5617077ea77a62b6aebe6426507a0f73&in=json';
  assert.equal(codeOf(await get(world, empty)), 'ok');
  const pairs =
    '/?id=15211&cmd=makeOrder&data=product_id=14073%26face=3000%26delivery_type=download&sig=48453451d123b1723ec111dc6f5afb5d6e0dbfc362e9147741376ef804c74dc8&out=json';
  assert.match((await get(world, pairs)).body, /fields filled incorrectly: product_id"/);
});

test('odd but legal HTTP works: empty lengths, expectations, missing spaces, missing types', async () => {
  await using world = await worldOfOldClients();
  const target = `/?cmd=getBalance&id=1&in=json&sig=${balanceSig}`;
  const body = 'data=%7B%7D';
  assert.equal(codeOf(await get(world, `${target}&data=%7B%7D`, 'Content-Length: 0')), 'ok');
  assert.equal(codeOf(await post(world, `${target}&data=%7B%7D`, '')), 'ok');
  assert.equal(codeOf(await post(world, target, body)), 'ok', 'no content type');
  assert.equal(
    codeOf(await post(world, target, body, 'Content-Type:application/x-www-form-urlencoded')),
    'ok',
  );
  const charset = 'content-type: Application/X-WWW-Form-urlencoded; charset=UTF-8';
  assert.equal(codeOf(await post(world, target, body, charset, 'Expect: 100-continue')), 'ok');
  assert.equal(codeOf(await post(world, target, body, 'Content-Type: application/json')), 1000);
  assert.equal(codeOf(await post(world, target, body, 'Content-Type: nonsense')), 1000);
  const chunked = 'POST ' + target + ' HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
  assert.equal(codeOf(await send(world, chunked, 'b\r\ndata=%7B%7D\r\n0\r\n\r\n')), 'ok');
});

test('a HEAD does nothing, other methods are malformed, other addresses are not there', async () => {
  await using world = await testWorld();
  const product = await addProduct(placeOf(world), { facesRoubles: [1000] });
  await addCodes(placeOf(world), product, 1000, freshCodes(1));
  const shop = await addCaller(world);
  const path = shop.path('makeOrder', JSON.stringify({ product_id: product.id, face: 1000 }));
  const head = await fetch(world.baseUrl + path, { method: 'HEAD' });
  assert.deepEqual([head.status, await head.text()], [200, '']);
  for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
    const response = await fetch(world.baseUrl + path, { method });
    assert.equal(((await response.json()) as Envelope).error?.code, 1000);
  }
  assert.equal((await fetch(`${world.baseUrl}/favicon.ico`)).status, 404);
  assert.deepEqual(await shop.ok('getBalance'), { balance: 100_000 });
});

test('long addresses work, longer ones and large bodies are answered', async () => {
  await using world = await worldOfOldClients();
  const data = JSON.stringify({ id: 5, filler: 'x'.repeat(59_000) });
  assert.equal(codeOf(await get(world, longPath(data))), 1201);
  assert.equal(codeOf(await get(world, longPath('x'.repeat(70_000)))), 1000);

  const target = '/?cmd=getBalance&id=1&in=json';
  assert.equal(codeOf(await post(world, target, `data=${'x'.repeat(1_000_000)}`)), 1000);
  assert.equal(codeOf(await post(world, target, `data=${'x'.repeat(65_536)}`)), 1000);
  const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
  const endless = `POST ${target} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`;
  assert.equal(codeOf(await send(world, endless, ...Array.from({ length: 200 }, () => chunk))), 1000);
  assert.equal(codeOf(await get(world, `${target}&data=%7B%7D&sig=${balanceSig}`)), 'ok');
});

test('what is no HTTP gets an envelope too', async () => {
  await using world = await testWorld();
  const broken = await send(world, 'hello\r\n\r\n');
  assert.equal(broken.status, 400);
  assert.equal((JSON.parse(broken.body) as Envelope).error?.code, 1000);
});

test('one answer for everyone who is not believed', async () => {
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
    { cmd: 'nonsense' },
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

test('a client that is switched off or calls from elsewhere is not believed', async () => {
  await using world = await worldOfOldClients();
  const set = (patch: ClientPatch) => transaction(world.ctx.db, (tx) => setClient(tx, 1, patch));
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

test('behind a trusted proxy the caller is whom the proxy names', async () => {
  await using world = await testWorld({ FACEVALUE_TRUSTED_PROXIES: '127.0.0.1' });
  await addCaller(world, { id: 1, secret, allowedNetworks: ['10.0.0.0/8'] });
  const ask = (...headers: string[]) =>
    get(world, `/?cmd=getBalance&id=1&in=json&data=%7B%7D&sig=${balanceSig}`, ...headers).then(codeOf);
  assert.equal(await ask('X-Forwarded-For: 10.1.1.1'), 'ok');
  assert.equal(await ask('X-Forwarded-For: 10.1.1.1, 8.8.8.8'), 1002, 'the nearest untrusted address counts');
  assert.equal(await ask(), 1002);
});

test('an untrusted proxy is warned about, but not at each request', async () => {
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

test('an old key works until it retires', async () => {
  await using world = await testWorld();
  const shop = await addCaller(world);
  const rotation = await transaction(world.ctx.db, (tx) =>
    rotateKey(tx, world.ctx.keyring, { clientId: shop.id, retireAfterHours: 2 }, world.clock.now()),
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
  const nobody = await transaction(world.ctx.db, (tx) =>
    rotateKey(tx, world.ctx.keyring, { clientId: 5 }, world.clock.now()),
  );
  assert.deepEqual(nobody, { is: 'unknown-client' });
});

test('bad input of a believed client is malformed and changes nothing', async () => {
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
  const { rows } = await world.ctx.db.query<{ count: number }>(`select count(*) from requests`);
  assert.equal(rows[0]?.count, 0);
});

test('an order that breaks a batch fails alone', async () => {
  await using world = await testWorld();
  const product = await addProduct(placeOf(world), { facesRoubles: [1000] });
  await addCodes(placeOf(world), product, 1000, freshCodes(30));
  const shop = await addCaller(world);
  await world.ctx.db.query(`alter table requests add constraint no_poison check (comment <> 'poison')`);
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

const noParts: ServerParts = {
  giftPages: {
    exists: () => Promise.resolve(false),
    find: () => Promise.resolve(null),
    reveal: () => Promise.resolve(null),
    pdf: () => Promise.reject(),
    resend: () => Promise.resolve(null),
  },
  makePdf: () => Promise.reject(new Error('No PDF here.')),
};

test('without a database nothing is decided: 503, an envelope, and not ready', async () => {
  await using world = await testWorld();
  const db = openDatabase('postgres://nobody@127.0.0.1:1/nothing', { connections: 2, name: 'test' });
  const server = await createServer({ ...world.ctx, db }, noParts);
  const answer = await server.inject(`/?cmd=test&id=1&sig=${balanceSig}`);
  assert.equal(answer.statusCode, 503);
  assert.equal(answer.json<Envelope>().error?.code, 9000);
  assert.equal((await server.inject('/readyz')).statusCode, 503);
  assert.equal((await server.inject('/healthz')).statusCode, 200);
  await server.close();
  await db.end();
});

test('a browser is shown the home page, if there is one', async () => {
  await using world = await testWorld();
  const server = await createServer(world.ctx, {
    ...noParts,
    homePage: (_request, reply) => reply.type('text/html').send('<h1>Welcome</h1>'),
  });
  const browser = { accept: 'text/html,application/xhtml+xml' };
  assert.equal((await server.inject({ url: '/', headers: browser })).body, '<h1>Welcome</h1>');
  const call = await server.inject({ url: `/?cmd=test&id=1&sig=${balanceSig}`, headers: browser });
  assert.equal(call.json<Envelope>().error?.code, 1002);
  assert.equal((await server.inject('/')).json<Envelope>().error?.code, 1001);
  await server.close();
});

test('health and metrics', async () => {
  await using world = await testWorld();
  const shop = await addCaller(world);
  await shop.ok('test');
  assert.equal((await fetch(`${world.baseUrl}/readyz`)).status, 200);
  const product = await addProduct(placeOf(world));
  await addCodes(placeOf(world), product, 500, freshCodes(3));
  const headers = { authorization: 'Bearer operator-token' };
  const text = await (await fetch(`${world.baseUrl}/metrics`, { headers })).text();
  assert.match(text, /facevalue_requests_total\{cmd="test",outcome="ok"\} 1/);
  assert.match(text, new RegExp(`facevalue_stock_free\\{product="${product.id}",face="500"\\} 3`));
  assert.match(text, /facevalue_queue_depth\{queue="callbacks"\} 0/);
  assert.match(text, /facevalue_oldest_due_seconds\{queue="requests"\} 0/);
});

test('the metrics want the token, wherever the caller is', async () => {
  await using world = await testWorld();
  const server = await createServer(world.ctx, noParts);
  const scrape = (authorization?: string) =>
    server
      .inject({ url: '/metrics', headers: authorization === undefined ? {} : { authorization } })
      .then(({ statusCode }) => statusCode);
  assert.deepEqual(
    [
      await scrape(),
      await scrape('Bearer wrong'),
      await scrape('Bearer '),
      await scrape('Bearer operator-token'),
    ],
    [401, 401, 401, 200],
  );
  await server.close();
  const withoutToken = { ...world.ctx, config: { ...world.ctx.config, operatorToken: '' } };
  const closed = await createServer(withoutToken, noParts);
  for (const authorization of ['', 'Bearer', 'Bearer ']) {
    assert.equal((await closed.inject({ url: '/metrics', headers: { authorization } })).statusCode, 401);
  }
  await closed.close();
});
