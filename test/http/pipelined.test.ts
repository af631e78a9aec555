import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { test } from 'node:test';
import { limitPipelined } from '../../src/http/pipelined.ts';
import { testWorld } from '../support/test-world.ts';

const requests = (path: string, count: number): string =>
  Array.from({ length: count }, (_, nth) => `GET ${path}${nth} HTTP/1.1\r\nhost: a\r\n\r\n`).join('');

const textOf = (socket: Socket): { text: string } => {
  const read = { text: '' };
  socket.setEncoding('latin1').on('data', (part: string) => (read.text += part));
  return read;
};
const answersIn = (text: string): number => text.split('HTTP/1.1 200').length - 1;

/** A server whose answers wait until they are let go. */
async function slowServer() {
  const waiting: { request: IncomingMessage; response: ServerResponse }[] = [];
  const server = createServer(
    limitPipelined((request, response) => void waiting.push({ request, response })),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const joined: Socket[] = [];
  return {
    waiting,
    join: () => {
      const socket = connect(port, '127.0.0.1');
      joined.push(socket);
      return socket;
    },
    answerAll: () => {
      for (const { request, response } of waiting.splice(0)) response.end(request.url);
    },
    async [Symbol.asyncDispose]() {
      for (const socket of joined) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

const turns = async (count: number): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await new Promise((done) => setImmediate(done));
};

const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await new Promise((done) => setTimeout(done, 5));
};

test('of what a connection sends without waiting, eight requests are answered at once, all of them in order', async () => {
  await using server = await slowServer();
  const socket = server.join();
  const read = textOf(socket);
  socket.write(requests('/', 100));
  await until(() => server.waiting.length === 8);
  await turns(20);
  assert.equal(server.waiting.length, 8);

  const other = server.join();
  other.write(requests('/other', 1));
  await until(() => server.waiting.length === 9);
  assert.equal(server.waiting.at(-1)?.request.url, '/other0', 'another connection does not wait for them');

  while (answersIn(read.text) < 100) {
    server.answerAll();
    await turns(1);
  }
  const bodies = [...read.text.matchAll(/\r\n\r\n\/(\d+)/g)].map(([, nth]) => Number(nth));
  assert.deepEqual(
    bodies,
    Array.from({ length: 100 }, (_, nth) => nth),
  );
});

test('who sends two thousand more without reading an answer is cut off, and leaves no place taken', async () => {
  await using server = await slowServer();
  for (let round = 0; round < 12; round += 1) {
    const socket = server.join();
    socket.on('error', () => {});
    textOf(socket);
    socket.write(requests('/', 2009));
    await once(socket, 'close');
    server.waiting.length = 0;
  }
  const other = server.join();
  const read = textOf(other);
  other.write(requests('/other', 20));
  while (answersIn(read.text) < 20) {
    server.answerAll();
    await turns(1);
  }
});

test('the platform answers all that one connection asks without waiting', async () => {
  await using world = await testWorld();
  const { port } = new URL(world.baseUrl);
  const socket = connect(Number(port), '127.0.0.1');
  const read = textOf(socket);
  socket.write(requests('/healthz?', 300));
  await until(() => answersIn(read.text) === 300);
  socket.destroy();
  await once(socket, 'close');
});
