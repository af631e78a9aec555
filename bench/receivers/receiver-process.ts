/** A process of its own that takes callbacks, quickly or never, and notes when each came. */
import { once } from 'node:events';
import { createServer as createHttpServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type Server } from 'node:net';
import { answerAsks } from '../world/tool-process.ts';
import type { Arrival, ReceiverAsks } from './receivers.ts';

let arrivals: Arrival[] = [];
/** Form bodies contain it as `data[id]`, percent-encoded. */
const requestIdMark = /data%5Bid%5D=(\d+)/;

answerAsks<ReceiverAsks>({
  async listen({ fast, hanging }) {
    const fastPorts = await Promise.all(
      Array.from({ length: fast }, () =>
        portOf(createHttpServer({ keepAliveTimeout: 60_000 }, acceptAtOnce)),
      ),
    );
    const hangingPorts = await Promise.all(
      Array.from({ length: hanging }, () =>
        portOf(createTcpServer((socket) => socket.on('error', () => {}).resume())),
      ),
    );
    return { fastPorts, hangingPorts };
  },
  async arrivals() {
    const came = arrivals;
    arrivals = [];
    return came;
  },
});

function acceptAtOnce(request: IncomingMessage, response: ServerResponse): void {
  let body = '';
  request.setEncoding('latin1');
  request.on('data', (chunk: string) => (body += chunk));
  request.on('end', () => {
    arrivals.push({
      requestId: Number(requestIdMark.exec(body)?.[1] ?? 0),
      atMs: performance.timeOrigin + performance.now(),
    });
    response.writeHead(200, { 'content-type': 'text/plain', 'content-length': 2 });
    response.end('OK');
  });
}

async function portOf(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port.');
  return address.port;
}
