import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { HttpOutcome } from './http-call.ts';
import { createHttpClient, type HttpClientOptions } from './http-client.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

async function withServer(handler: Handler, use: (port: number) => Promise<void>): Promise<void> {
  const server = createServer(handler);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  try {
    await use(address.port);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

async function send(
  url: string,
  options: HttpClientOptions = { allowPrivateAddresses: true },
  limits = { timeoutMs: 10_000, maxBytes: 1000 },
): Promise<HttpOutcome> {
  const client = createHttpClient(options);
  try {
    return await client.send({ method: 'POST', url, headers: {}, body: 'x', ...limits });
  } finally {
    await client.close();
  }
}

const drip: Handler = (request, response) => {
  if (request.url === '/silent') return;
  response.writeHead(200);
  const timer = setInterval(() => response.write('.'), 20);
  response.once('close', () => clearInterval(timer));
};

const endless: Handler = (_request, response) => {
  const more = () => {
    while (response.write('x'.repeat(10_000)));
  };
  response.on('drain', more);
  more();
};

const problemOf = (outcome: HttpOutcome): string => (outcome.is === 'failed' ? outcome.problem : 'none');

const sent = (outcome: HttpOutcome): boolean => outcome.is === 'failed' && outcome.sent;

const guarded = { allowPrivateAddresses: false };

test('literal private addresses are refused in any notation, before a connection', async () => {
  let called = false;
  await withServer(
    (_request, response) => {
      called = true;
      response.end();
    },
    async (port) => {
      const hosts = [
        '127.0.0.1',
        '127.1',
        '2130706433',
        '0x7f000001',
        '0177.0.0.1',
        '0x7f.1',
        '[::1]',
        '0.0.0.0',
      ];
      const wrapped = [
        '[::ffff:127.0.0.1]',
        '[::ffff:7f00:1]',
        '[64:ff9b::7f00:1]',
        '127.0.0.1.',
        '①②⑦.0.0.1',
      ];
      for (const host of [...hosts, ...wrapped]) {
        assert.equal(problemOf(await send(`http://${host}:${port}/`, guarded)), 'refused address', host);
      }
    },
  );
  assert.equal(called, false);
});

test('a host name is refused if any of its addresses is private', async () => {
  for (const found of [['127.0.0.1'], ['93.184.215.14', '10.0.0.1'], ['2606:4700::1111', '::1']]) {
    const outcome = await send('http://shop.example/', { ...guarded, resolve: () => Promise.resolve(found) });
    assert.equal(problemOf(outcome), 'refused address', found.join());
  }
});

test('a host name is resolved once per connection', async () => {
  const answers = [['127.0.0.1'], ['203.0.113.1']];
  let lookups = 0;
  const resolve = () => Promise.resolve(answers[lookups++] ?? []);
  await withServer(
    (_request, response) => response.end('OK'),
    async (port) => {
      const outcome = await send(`http://shop.example:${port}/`, { allowPrivateAddresses: true, resolve });
      assert.equal(outcome.is, 'answered');
    },
  );
  assert.equal(lookups, 1);
});

test('only plain http and https addresses without a user are called', async () => {
  for (const url of [
    'ftp://a.example/',
    'file:///etc/passwd',
    'http://user:word@a.example/',
    'a.example',
    '',
    'http://',
  ]) {
    assert.equal(problemOf(await send(url)), 'bad address', url);
  }
});

test('redirects are not followed', async () => {
  const paths: (string | undefined)[] = [];
  await withServer(
    (request, response) => {
      paths.push(request.url);
      response.writeHead(302, { location: '/elsewhere' }).end();
    },
    async (port) => {
      const outcome = await send(`http://127.0.0.1:${port}/first`);
      assert.equal(outcome.is === 'answered' && outcome.status, 302);
    },
  );
  assert.deepEqual(paths, ['/first']);
});

test('the time limit holds for a silent and for a slow server', async () => {
  await withServer(drip, async (port) => {
    for (const path of ['silent', 'drip']) {
      const outcome = await send(`http://127.0.0.1:${port}/${path}`, undefined, {
        timeoutMs: 400,
        maxBytes: 1000,
      });
      assert.equal(problemOf(outcome), 'timeout', path);
      assert.ok(outcome.durationMs < 10_000);
    }
  });
});

test('an endless answer is cut', async () => {
  await withServer(endless, async (port) => {
    const outcome = await send(`http://127.0.0.1:${port}/`);
    assert.ok(outcome.is === 'answered' && !outcome.whole && outcome.head.length === 1000);
  });
});

test('an answer of exactly the limit is whole', async () => {
  await withServer(
    (_request, response) => response.end('x'.repeat(1000)),
    async (port) => {
      const outcome = await send(`http://127.0.0.1:${port}/`);
      assert.ok(outcome.is === 'answered' && outcome.whole && outcome.head.length === 1000);
    },
  );
});

test('failures have names', async () => {
  assert.equal(problemOf(await send('http://127.0.0.1:1/')), 'connection refused');
  const nowhere = { ...guarded, resolve: () => Promise.resolve([]) };
  assert.equal(problemOf(await send('http://shop.example/', nowhere)), 'unknown host');
  await withServer(
    (request) => request.socket.destroy(),
    async (port) => {
      assert.equal(problemOf(await send(`http://127.0.0.1:${port}/`)), 'connection closed');
      assert.equal(problemOf(await send(`https://127.0.0.1:${port}/`)), 'tls');
    },
  );
});

test('a failure says whether the request may have been received', async () => {
  const brief = { timeoutMs: 400, maxBytes: 1000 };
  assert.equal(sent(await send('http://127.0.0.1:1/')), false, 'nobody listens');
  assert.equal(sent(await send('http://127.0.0.1/', guarded)), false, 'refused address');
  const slowNames = { ...guarded, resolve: () => delay(1500, ['203.0.113.1']) };
  assert.equal(sent(await send('http://shop.example/', slowNames, brief)), false, 'not connected in time');
  await withServer(
    (request) => {
      if (request.url === '/cut') request.socket.destroy();
    },
    async (port) => {
      assert.equal(sent(await send(`http://127.0.0.1:${port}/cut`)), true, 'cut after the call');
      assert.equal(sent(await send(`http://127.0.0.1:${port}/`, undefined, brief)), true, 'silent');
      assert.equal(sent(await send(`https://127.0.0.1:${port}/`)), false, 'no handshake');
    },
  );
});

test('an answer that is not HTTP is reported as such', async () => {
  const server = createTcpServer((socket) => socket.resume().end('220 mail.example ESMTP\r\n'));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  assert.ok(address !== null && typeof address !== 'string');
  try {
    assert.equal(problemOf(await send(`http://127.0.0.1:${address.port}/`)), 'not http');
  } finally {
    server.close();
  }
});

test('connections are reused', async () => {
  const sockets = new Set<unknown>();
  await withServer(
    (request, response) => {
      sockets.add(request.socket);
      response.end('OK');
    },
    async (port) => {
      const client = createHttpClient({ allowPrivateAddresses: true });
      for (let call = 0; call < 20; call++) {
        const url = `http://127.0.0.1:${port}/`;
        await client.send({ method: 'POST', url, headers: {}, body: 'x', timeoutMs: 10_000, maxBytes: 1000 });
      }
      await client.close();
    },
  );
  assert.ok(sockets.size <= 2, `${sockets.size} connections for 20 calls`);
});

test('private addresses are allowed per purpose', async () => {
  await withServer(
    (_request, response) => response.end('OK'),
    async (port) => {
      const client = createHttpClient({
        allowPrivateAddresses: { callbacks: true, pictures: false, suppliers: false, gateways: false },
        resolve: () => Promise.resolve(['127.0.0.1']),
      });
      const call = { method: 'GET', headers: {}, timeoutMs: 10_000, maxBytes: 100 } as const;
      for (const host of ['127.0.0.1', 'shop.example']) {
        const url = `http://${host}:${port}/`;
        assert.equal((await client.send({ ...call, url, purpose: 'callbacks' })).is, 'answered');
        for (const purpose of ['pictures', 'suppliers', 'gateways', undefined] as const) {
          const refused = await client.send({ ...call, url, ...(purpose === undefined ? {} : { purpose }) });
          assert.equal(problemOf(refused), 'refused address');
        }
      }
      await client.close();
    },
  );
});
