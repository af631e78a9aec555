import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { startCallbackExample } from '../../sdk/callback-example.ts';
import { sdkNames } from '../../sdk/sdk-programs.ts';
import { secret, signed, type Sent } from '../../sdk/signed-callback.ts';
import { calls, type Call } from './samples.ts';
import { startShop, type Shop } from './shop-servers.ts';

const types = { form: 'application/x-www-form-urlencoded', json: 'application/json' };

function callbackOf(body: 'form' | 'json', comment = 'Ёлка & «звезда»'): Sent {
  const text =
    body === 'json'
      ? JSON.stringify({ status: 'ok', data: { id: 18, order_id: 7, comment } })
      : new URLSearchParams({
          status: 'ok',
          'data[id]': '18',
          'data[order_id]': '7',
          'data[comment]': comment,
        }).toString();
  return signed('a', types[body], text);
}

const post = (url: string, { headers, body }: Sent): Promise<Response> =>
  fetch(url, { method: 'POST', headers, body });

/** Sends half of the body, and is gone once the handler has begun. */
async function leaveInTheMiddle(shop: Shop, { headers, body }: Sent): Promise<null> {
  const { port, host, pathname } = new URL(shop.url);
  const lines = Object.entries({ ...headers, host, 'content-length': String(Buffer.byteLength(body)) });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  const call = shop.nextCall();
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(`POST ${pathname} HTTP/1.1\r\n${head}\r\n${body.slice(0, body.length / 2)}`);
  const { ended } = await call;
  socket.destroy();
  await ended;
  return null;
}

/** Far more than the handler reads, and than fits into what lies between the two. */
const tooMuch = (shop: Shop, { headers }: Sent): Promise<number> =>
  post(shop.url, { headers, body: `{${' '.repeat(16 * 1024 * 1024)}}` }).then(({ status }) => status);

async function statusOf(shop: Shop, { body, caller }: Call): Promise<number | null> {
  const callback = callbackOf(body);
  const unsigned = { ...callback, headers: { 'content-type': types[body] } };
  switch (caller) {
    case 'sends it':
      return (await post(shop.url, callback)).status;
    case 'is unsigned':
      return (await post(shop.url, unsigned)).status;
    case 'sends what the shop fails at':
      return (await post(shop.url, callbackOf(body, 'fails'))).status;
    case 'sends far too much':
      return tooMuch(shop, unsigned);
    case 'leaves in the middle':
      return leaveInTheMiddle(shop, callback);
  }
}

for (const { name, source, input, right } of calls)
  for (const server of input.servers)
    test(`${name}, on ${server} (${source})`, async () => {
      await using shop = await startShop(server, input.before);
      assert.equal(await statusOf(shop, input), right.status);
      assert.equal(shop.reported.length, right.reports.length, String(shop.reported));
      for (const [index, report] of right.reports.entries())
        assert.match(String(shop.reported[index]), report);
      // The shop lives, and answers the platform as before.
      const again = await post(shop.url, callbackOf(input.body));
      const works = right.status !== 500 || input.caller === 'sends what the shop fails at';
      assert.deepEqual([again.status, await again.text()], works ? [200, 'OK'] : [500, failure]);
    });

test('the example programs outlive callers that leave in the middle', async () => {
  for (const sdk of sdkNames) {
    await using example = await startCallbackExample(sdk, secret);
    const { port } = new URL(example.url);
    for (let left = 0; left < 20; left += 1) {
      const socket = connect(Number(port), '127.0.0.1');
      await once(socket, 'connect');
      socket.end(`POST /callbacks HTTP/1.1\r\nhost: shop\r\ncontent-length: 100\r\n\r\nstatus=ok`);
      await once(socket.resume(), 'close');
    }
    const answered = await post(example.url, callbackOf('form'));
    assert.deepEqual([answered.status, await answered.text()], [200, 'OK'], sdk);
    assert.equal(await example.nextLine(), 'request 18 issued as 7', sdk);
  }
});

const failure = 'The callback could not be handled.';
