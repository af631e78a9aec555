import assert from 'node:assert/strict';
import { connect } from 'node:net';
import type { ServerParts } from '../../../src/http/server.ts';
import { addCaller, type Envelope } from '../../support/client-api-caller.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

export const secret = 's3cr3t/Key';

export const balanceSig = 'b93b6c60949a09b39c2ab0848ccd4b77dde218bff73510311718f4350c8b48f2';

interface RawAnswer {
  status: number;
  head: string;
  body: string;
}

/** Longer than a busy machine takes to answer. */
const patienceMs = 60_000;

/** Sends exactly these bytes and reads one answer until the server closes or the Content-Length is reached. */
export function send(world: TestWorld, ...parts: (string | Buffer)[]): Promise<RawAnswer> {
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
    const timer = setTimeout(() => reject(new Error(`No answer: ${text}`)), patienceMs);
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

export const get = (world: TestWorld, target: string, ...headers: string[]): Promise<RawAnswer> =>
  send(world, [`GET ${target} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n'));

export const codeOf = ({ status, body }: RawAnswer): number | 'ok' => {
  assert.equal(status, 200, body);
  const { error } = JSON.parse(body) as Envelope;
  return error?.code ?? 'ok';
};

export async function worldOfOldClients(): Promise<TestWorld> {
  const world = await testWorld();
  for (const id of [1, 22, 15_211]) await addCaller(world, { id, secret });
  return world;
}

export const noParts: ServerParts = {
  makePaper: () => Promise.reject(new Error('no PDF here')),
  giftPages: {
    exists: () => Promise.resolve(false),
    find: () => Promise.resolve(null),
    reveal: () => Promise.resolve(null),
    pdf: () => Promise.reject(),
    resend: () => Promise.resolve(null),
  },
  makePdf: () => Promise.reject(new Error('No PDF here.')),
};
