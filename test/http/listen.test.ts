/** The port of a server: how quickly connections are taken in, and that none is lost when it closes. */
import assert from 'node:assert/strict';
import dns from 'node:dns/promises';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fastify from 'fastify';
import { listen } from '../../src/http/listen.ts';
import { StartProblem } from '../../src/platform/process/start-problem.ts';

const callers = 160;
const mostTurns = 500;
const onLinux = { skip: process.platform === 'linux' ? false : 'one socket takes in all connections here' };

const portOf = (app: { server: { address(): string | AddressInfo | null } }): number =>
  (app.server.address() as AddressInfo).port;

async function turnsUntil(isDone: () => boolean): Promise<void> {
  for (let turns = 0; !isDone() && turns < mostTurns * 10; turns += 1) await nextTurn();
}

test('a turn of the event loop takes in several connections', onLinux, async () => {
  const app = fastify();
  let taken = 0;
  app.server.on('connection', () => (taken += 1));
  await listen(app, '127.0.0.1', 0);
  const sockets = Array.from({ length: callers }, () => connect(portOf(app), '127.0.0.1'));
  try {
    let turns = 0;
    for (; taken < callers && turns < mostTurns; turns += 1) {
      await nextTurn();
      // As long as the callers are still on their way, a turn without a connection says nothing.
      if (taken === 0) turns = 0;
    }
    assert.equal(taken, callers);
    assert.ok(turns < callers / 3, `${turns} turns for ${callers} connections`);
  } finally {
    for (const socket of sockets) socket.destroy();
    await app.close();
  }
});

test('what is being answered when the server closes is answered, whichever socket it came by', async () => {
  const app = fastify();
  const waiting: (() => void)[] = [];
  app.get('/', (_request, reply) => {
    // Asked before the server closes, so Fastify does not say it.
    void reply.header('connection', 'close');
    return new Promise<string>((resolve) => waiting.push(() => resolve('done')));
  });
  await listen(app, '127.0.0.1', 0);
  const sockets: Socket[] = Array.from({ length: 48 }, () => connect(portOf(app), '127.0.0.1'));
  const answers = sockets.map(async (socket) => {
    let text = '';
    socket.on('data', (bytes: Buffer) => (text += bytes.toString('latin1')));
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    await once(socket, 'close');
    return text;
  });
  while (waiting.length < sockets.length) await nextTurn();
  const closed = app.close();
  await nextTurn();
  for (const answer of waiting) answer();
  for (const text of await Promise.all(answers)) assert.match(text, /^HTTP\/1\.1 200[^]*done$/);
  await closed;
});

test(
  'a server of localhost is called at each of its addresses, one that the machine has not aside',
  onLinux,
  async (t) => {
    const addresses = ['127.0.0.1', '203.0.113.1', '127.0.0.37'].map((address) => ({ address, family: 4 }));
    t.mock.method(dns, 'lookup', () => Promise.resolve(addresses));
    syncBuiltinESMExports();
    const app = fastify({ serverFactory: (handler) => createServer(handler) });
    app.get('/', () => 'here');
    try {
      await listen(app, 'localhost', 0);
      for (const host of ['127.0.0.1', '127.0.0.37']) {
        const answer = await fetch(`http://${host}:${portOf(app)}/`);
        assert.equal(await answer.text(), 'here', host);
      }
    } finally {
      await app.close();
      t.mock.restoreAll();
      syncBuiltinESMExports();
    }
  },
);

test('who never ends a request does not keep the server from closing', async (t) => {
  const app = fastify();
  let taken = 0;
  app.server.on('connection', () => (taken += 1));
  await listen(app, '127.0.0.1', 0);
  const sockets = Array.from({ length: 48 }, () => connect(portOf(app), '127.0.0.1'));
  for (const socket of sockets) {
    socket.on('error', () => {});
    socket.write('GET / HTTP/1.1\r\nhost:');
  }
  await turnsUntil(() => taken === sockets.length);
  await turnsUntil(() => false);
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let isClosed = false;
  const closing = app.close().then(() => (isClosed = true));
  try {
    await turnsUntil(() => isClosed);
    assert.equal(isClosed, false, 'they may still come to their end');
    t.mock.timers.tick(15_000);
    await turnsUntil(() => isClosed);
    assert.equal(isClosed, true);
  } finally {
    for (const socket of sockets) socket.destroy();
    await closing;
  }
});

test('a port that is held is not shared', async () => {
  const [first, second] = [fastify(), fastify()];
  await listen(first, '127.0.0.1', 0);
  try {
    await assert.rejects(() => listen(second, '127.0.0.1', portOf(first)), StartProblem);
  } finally {
    await first.close();
    await second.close();
  }
});
