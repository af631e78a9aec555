import { connect, type Socket } from 'node:net';

/** One keep-alive connection that has one request in flight: the least a client can be, so that it costs least. */
export interface HttpConnection {
  /** Sends the bytes of a whole request; answers the bytes of the answer. */
  exchange(request: Buffer): Promise<Buffer>;
  close(): void;
}

const headEnd = Buffer.from('\r\n\r\n');
const lastChunk = Buffer.from('\r\n0\r\n\r\n');

export async function openConnection(port: number): Promise<HttpConnection> {
  const socket = await connected(port);
  let pending: { resolve(answer: Buffer): void; reject(problem: Error): void } | null = null;
  let received: Buffer = Buffer.alloc(0);

  const fail = (): void => {
    pending?.reject(new Error('The connection was closed.'));
    pending = null;
  };
  socket.on('error', fail);
  socket.on('close', fail);
  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const length = answerLength(received);
    if (length === null || received.length < length) return;
    const answer = received;
    received = Buffer.alloc(0);
    const waiter = pending;
    pending = null;
    waiter?.resolve(answer);
  });

  return {
    exchange: (request) =>
      new Promise((resolve, reject) => {
        pending = { resolve, reject };
        socket.write(request);
      }),
    close: () => socket.destroy(),
  };
}

function connected(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, noDelay: true });
    socket.once('connect', () => resolve(socket));
    socket.once('error', reject);
  });
}

/** Bytes of the whole answer; null while it is not complete. Answers name their length, or end with an empty chunk. */
function answerLength(received: Buffer): number | null {
  const end = received.indexOf(headEnd);
  if (end === -1) return null;
  const length = /content-length: ?(\d+)/i.exec(received.toString('latin1', 0, end))?.[1];
  if (length !== undefined) return end + headEnd.length + Number(length);
  if (!/transfer-encoding: ?chunked/i.test(received.toString('latin1', 0, end)))
    throw new Error('An answer without a length cannot be told from the next one.');
  return received.subarray(-lastChunk.length).equals(lastChunk) ? received.length : null;
}
