import { connect, type Socket } from 'node:net';

/**
 * One keep-alive connection with one request in flight, as cheap as possible: what the generator takes of the two
 * cores, the measured server lacks.
 */
export interface HttpConnection {
  /** Sends the bytes of a whole request; returns the bytes of the answer, which are valid until the next exchange. */
  exchange(request: Buffer): Promise<Buffer>;
  close(): void;
}

const headEnd = Buffer.from('\r\n\r\n');
const lastChunk = Buffer.from('\r\n0\r\n\r\n');
const lengthHeader = Buffer.from('\r\ncontent-length: ');
const zero = 0x30;
const nine = 0x39;
/** Most answers arrive in one piece of this size; the buffer is reused. */
const pieceBytes = 16_384;

export async function openConnection(port: number): Promise<HttpConnection> {
  let pending: { resolve(answer: Buffer): void; reject(problem: Error): void } | null = null;
  let received: Buffer | null = null;

  const take = (piece: Buffer): void => {
    const whole = received === null ? piece : Buffer.concat([received, piece]);
    const length = answerLength(whole);
    if (length === null || whole.length < length) {
      received = received === null ? Buffer.from(piece) : whole;
      return;
    }
    received = null;
    const waiter = pending;
    pending = null;
    waiter?.resolve(whole);
  };
  const fail = (): void => {
    pending?.reject(new Error('The connection was closed.'));
    pending = null;
  };
  const socket = await connected(port, take);
  socket.on('error', fail);
  socket.on('close', fail);

  return {
    exchange: (request) =>
      new Promise((resolve, reject) => {
        pending = { resolve, reject };
        socket.write(request);
      }),
    close: () => socket.destroy(),
  };
}

function connected(port: number, take: (piece: Buffer) => void): Promise<Socket> {
  const memory = Buffer.allocUnsafe(pieceBytes);
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: '127.0.0.1',
      port,
      noDelay: true,
      onread: {
        buffer: memory,
        callback: (length) => {
          take(memory.subarray(0, length));
          return true;
        },
      },
    });
    socket.once('connect', () => resolve(socket));
    socket.once('error', reject);
  });
}

/**
 * Length of the whole answer; null while it is incomplete. Answers have a Content-Length or end with an empty chunk.
 */
function answerLength(received: Buffer): number | null {
  const end = received.indexOf(headEnd);
  if (end === -1) return null;
  const length = namedLength(received, end);
  if (length !== null) return end + headEnd.length + length;
  if (!/transfer-encoding: ?chunked/i.test(received.toString('latin1', 0, end)))
    throw new Error('An answer without a length cannot be told from the next one.');
  return received.subarray(-lastChunk.length).equals(lastChunk) ? received.length : null;
}

/** Node writes header names as given; some servers capitalise this one. */
function namedLength(received: Buffer, end: number): number | null {
  const at = received.indexOf(lengthHeader);
  if (at === -1 || at > end) {
    const length = /content-length: ?(\d+)/i.exec(received.toString('latin1', 0, end))?.[1];
    return length === undefined ? null : Number(length);
  }
  let length = 0;
  for (let index = at + lengthHeader.length; ; index += 1) {
    const digit = received[index] ?? 0;
    if (digit < zero || digit > nine) return length;
    length = length * 10 + digit - zero;
  }
}
