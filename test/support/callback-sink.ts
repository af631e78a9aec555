import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedCallback {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface CallbackSink {
  url: string;
  received: ReceivedCallback[];
  /** The receiver's answer from now on; at first 200 and `OK`. */
  answer(status: number, body: string): void;
  /** Holds back answers from now on, until the returned function is called. */
  hold(): () => void;
  close(): Promise<void>;
}

/** A client's real callback receiver on the loopback. */
export async function callbackSink(): Promise<CallbackSink> {
  const received: ReceivedCallback[] = [];
  let answer = { status: 200, body: 'OK' };
  let held = Promise.resolve();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      received.push({
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      });
      void held.then(() => response.writeHead(answer.status).end(answer.body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/callback`,
    received,
    answer: (status, body) => {
      answer = { status, body };
    },
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return resolve;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
