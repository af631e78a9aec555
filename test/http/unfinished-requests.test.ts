/** Requests that never come to their end hold neither connections nor memory. */
import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createServer } from '../../src/http/server.ts';
import { createGiftPages } from '../../src/http/gift-page/gift-pages.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

const patienceMs = 90_000;
const noPdf = () => Promise.reject(new Error('This test makes no PDF.'));

/** A server of its own, whose connections can be counted. */
async function listening(world: TestWorld) {
  const parts = { giftPages: createGiftPages(world.ctx, { make: noPdf }), makePdf: noPdf, makePaper: noPdf };
  const server = await createServer(world.ctx, parts);
  const { port } = new URL(await server.listen({ host: '127.0.0.1', port: 0 }));
  const count = () =>
    new Promise<number>((resolve, reject) => {
      server.server.getConnections((problem, held) => (problem === null ? resolve(held) : reject(problem)));
    });
  return { server, port: Number(port), count };
}

/** A caller who never closes its side. */
function begin(port: number, text: string): { socket: Socket; answer: () => string } {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let answer = '';
  socket.on('error', () => {});
  socket.on('data', (bytes: Buffer) => (answer += bytes.toString('latin1')));
  socket.write(text);
  return { socket, answer: () => answer };
}

const head = (bytes: number): string =>
  `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: ${bytes}\r\n\r\n`;

test('connections whose requests took too long are closed, though their callers never close them', async () => {
  await using world = await testWorld();
  const { server, port, count } = await listening(world);
  const callers = ['POST / HTTP/1.1\r\nhost: x\r\n', `${head(100)}data=`, 'no http\r\n\r\n'].flatMap((text) =>
    Array.from({ length: 10 }, () => begin(port, text)),
  );
  try {
    const deadline = performance.now() + patienceMs;
    while (callers.some(({ answer }) => !answer().startsWith('HTTP/1.1 4')) || (await count()) > 0) {
      assert.ok(performance.now() < deadline, `${await count()} of ${callers.length} are still held`);
      await sleep(100);
    }
  } finally {
    for (const { socket } of callers) socket.destroy();
    await server.close();
  }
});

test('long requests that are begun and not ended take a limited memory, and usual ones go on', async () => {
  await using world = await testWorld();
  const { server, port } = await listening(world);
  const bytes = 60_000;
  const callers = Array.from({ length: 400 }, () => begin(port, head(bytes) + 'x'.repeat(bytes - 1)));
  const refused = () => callers.filter(({ answer }) => answer().startsWith('HTTP/1.1 503')).length;
  const address = `http://127.0.0.1:${port}/`;
  const post = (body: string) => fetch(address, { method: 'POST', body });
  try {
    const deadline = performance.now() + patienceMs;
    while (refused() < 200) {
      assert.ok(performance.now() < deadline, `only ${refused()} were refused`);
      await sleep(50);
    }
    assert.notEqual((await post('data=short')).status, 503);
    assert.equal((await post('x'.repeat(bytes))).status, 503);
    for (const { socket } of callers) socket.destroy();
    while ((await post('x'.repeat(bytes))).status === 503) {
      assert.ok(performance.now() < deadline, 'what was reserved is not given back');
      await sleep(50);
    }
  } finally {
    for (const { socket } of callers) socket.destroy();
    await server.close();
  }
});
