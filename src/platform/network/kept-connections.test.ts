import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { test } from 'node:test';
import type { HttpOutcome } from './http-call.ts';
import { createHttpClient, type HttpClient } from './http-client.ts';

const call = (http: HttpClient, url: string): Promise<HttpOutcome> =>
  http.send({
    purpose: 'callbacks',
    method: 'POST',
    url,
    headers: {},
    body: 'a=1',
    timeoutMs: 5000,
    maxBytes: 1000,
  });

/** Two addresses of one host; the first may be silent. */
const resolveShop = () => Promise.resolve(['127.0.0.2', '127.0.0.1']);

/** What a receiver writes on a connection for its nth request there; null: it closes. */
type Answers = (connection: number, request: number) => string | null;

/** A receiver of bytes: each request ends with its body. */
async function receiver(answers: Answers): Promise<{ server: Server; port: number; requests: () => number }> {
  let [connections, requests] = [0, 0];
  const server = createServer((socket: Socket) => {
    const [connection, count] = [(connections += 1), { requests: 0 }];
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      if (!chunk.toString().endsWith('a=1')) return;
      requests += 1;
      count.requests += 1;
      const answer = answers(connection, count.requests);
      if (answer === null) socket.resetAndDestroy();
      else socket.write(answer);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port, requests: () => requests };
}

const ok = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK';
const told = (outcome: HttpOutcome): string =>
  outcome.is === 'answered' ? `${outcome.status} ${outcome.head.toString()}` : outcome.problem;

async function withReceiver(
  answers: Answers,
  use: (url: string, http: HttpClient, requests: () => number) => Promise<void>,
) {
  const { server, port, requests } = await receiver(answers);
  const http = createHttpClient({ allowPrivateAddresses: true });
  try {
    await use(`http://127.0.0.1:${port}/`, http, requests);
  } finally {
    await http.close();
    server.close();
  }
}

for (const [name, interim] of [
  ['100 Continue', 'HTTP/1.1 100 Continue\r\n\r\n'],
  ['100 twice', 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 100 Continue\r\nServer: x\r\n\r\n'],
  ['103 Early Hints', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'],
] as const)
  test(`${name} before the answer is an interim answer`, () =>
    withReceiver(
      () => interim + ok,
      async (url, http) => {
        assert.equal(told(await call(http, url)), '200 OK');
        assert.equal(told(await call(http, url)), '200 OK', 'on the kept connection, too');
      },
    ));

test('a kept connection that the receiver has closed costs another connection, not the call', () =>
  withReceiver(
    (connection, request) => (connection === 1 && request === 2 ? null : ok),
    async (url, http, requests) => {
      assert.equal(told(await call(http, url)), '200 OK');
      assert.equal(told(await call(http, url)), '200 OK');
      assert.equal(requests(), 3, 'the second call was made once more');
    },
  ));

test('a new connection that is closed is not tried again', () =>
  withReceiver(
    () => null,
    async (url, http, requests) => {
      assert.equal(told(await call(http, url)), 'connection closed');
      assert.equal(requests(), 1);
    },
  ));

test('an answer that is no HTTP, one that is too long, and none', () => {
  const long = `HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n${'x'.repeat(5000)}`;
  const answers = ['SSH-2.0-x\r\n', long, ''];
  return withReceiver(
    () => answers.shift() ?? ok,
    async (url, http) => {
      assert.equal(told(await call(http, url)), 'not http');
      const cut = await call(http, url);
      assert.ok(cut.is === 'answered' && !cut.whole && cut.head.length === 1000);
      const none = await http.send({
        purpose: 'callbacks',
        method: 'POST',
        url,
        headers: {},
        body: 'a=1',
        timeoutMs: 1500,
        maxBytes: 10,
      });
      assert.equal(told(none), 'timeout');
    },
  );
});

/** A process that accepts no connection: once its backlog is full, further ones hang as at an address that nobody answers. */
async function silentHost(port: number): Promise<{ close(): void }> {
  const program = `require('node:net').createServer().listen({port:${port},host:'127.0.0.2',backlog:1},()=>{require('node:fs').writeSync(1,'ready');Atomics.wait(new Int32Array(new SharedArrayBuffer(4)),0,0,60000)})`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  const fillers = Array.from({ length: 8 }, () => connect({ port, host: '127.0.0.2' }).on('error', () => {}));
  await new Promise((resolve) => setTimeout(resolve, 200));
  return {
    close() {
      for (const socket of fillers) socket.destroy();
      child.kill('SIGKILL');
    },
  };
}

test('an address that does not answer delays the other one of the host, and no more', async () => {
  const { server, port } = await receiver(() => ok);
  const silent = await silentHost(port);
  const http = createHttpClient({ allowPrivateAddresses: true, resolve: resolveShop });
  try {
    assert.equal(told(await call(http, `http://shop.test:${port}/`)), '200 OK');
  } finally {
    await http.close();
    server.close();
    silent.close();
  }
});

test('a host whose addresses all refuse, and one that may not be called', async () => {
  const { server, port } = await receiver(() => ok);
  server.close();
  const http = createHttpClient({ allowPrivateAddresses: true, resolve: resolveShop });
  assert.equal(told(await call(http, `http://shop.test:${port}/`)), 'connection refused');
  await http.close();
  const guarded = createHttpClient({ allowPrivateAddresses: false, resolve: resolveShop });
  assert.equal(told(await call(guarded, `http://shop.test:${port}/`)), 'refused address');
  await guarded.close();
});
