import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signatureOf } from '../../../src/clients/client-directory.ts';
import { addCodes, addProduct, freshCodes } from '../../support/arrange.ts';
import { addCaller, placeOf, type Envelope } from '../../support/client-api-caller.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';
import { secret, balanceSig, send, get, codeOf, worldOfOldClients } from './raw-requests.ts';

function post(world: TestWorld, target: string, body: string | Buffer, ...headers: string[]) {
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  return send(world, [`POST ${target} HTTP/1.1`, 'Host: x', length, ...headers, '', ''].join('\r\n'), body);
}

const longPath = (data: string): string =>
  `/?cmd=getStatus&id=1&in=json&sig=${signatureOf('getStatus', data, secret)}&data=${encodeURIComponent(data)}`;

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
  assert.equal(codeOf(await post(world, target, body, 'Content-Type: unknown')), 1000);
  const chunked = 'POST ' + target + ' HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n';
  assert.equal(codeOf(await send(world, chunked, 'b\r\ndata=%7B%7D\r\n0\r\n\r\n')), 'ok');
});

test('a HEAD does nothing, other methods are malformed, other addresses are not found', async () => {
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

test('a request that is not HTTP gets an envelope too', async () => {
  await using world = await testWorld();
  const broken = await send(world, 'hello\r\n\r\n');
  assert.equal(broken.status, 400);
  assert.equal((JSON.parse(broken.body) as Envelope).error?.code, 1000);
});
