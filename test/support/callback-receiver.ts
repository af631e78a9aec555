import { createServer, type IncomingHttpHeaders } from 'node:http';

export interface ReceivedCall {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** A receiver's behaviour: answer with a status and bytes, or hang. */
export type Answer = { status?: number; body?: string | Buffer; afterMs?: number } | 'hang';

export interface Receiver extends AsyncDisposable {
  url: string;
  calls: ReceivedCall[];
  answer: (call: ReceivedCall) => Answer;
}

/** A real HTTP server on the loopback that answers `OK` by default. */
export async function startReceiver(): Promise<Receiver> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const call = { path: request.url ?? '', headers: request.headers, body };
      receiver.calls.push(call);
      const answer = receiver.answer(call);
      if (answer === 'hang') return;
      const reply = () => response.writeHead(answer.status ?? 200).end(answer.body ?? 'OK');
      if (answer.afterMs === undefined) reply();
      else setTimeout(reply, answer.afterMs);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port.');
  const receiver: Receiver = {
    url: `http://127.0.0.1:${address.port}/callback`,
    calls: [],
    answer: () => ({}),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
  return receiver;
}
