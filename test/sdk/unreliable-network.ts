import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happens to a request: it passes, it passes and its answer is lost, or somebody else answers. */
export type Treatment = 'pass' | 'lose-answer' | { status: number; body: string };

export interface UnreliableNetwork extends AsyncDisposable {
  url: string;
  /** Bodies of the requests that came, in order. */
  bodies: string[];
}

/**
 * A way to a server on which the first requests are treated so; all further ones pass. Where many calls share the way,
 * a function names the list to which a body belongs.
 */
export async function unreliableNetwork(
  target: string,
  treatments: Treatment[] | ((body: string) => Treatment[]),
): Promise<UnreliableNetwork> {
  const bodies: string[] = [];
  const listFor = typeof treatments === 'function' ? treatments : () => treatments;
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
      const body = Buffer.concat(chunks).toString('utf8');
      bodies.push(body);
      const treatment = listFor(body).shift() ?? 'pass';
      if (typeof treatment === 'object') return response.writeHead(treatment.status).end(treatment.body);
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const answer = await fetch(`${target}${request.url}`, { method: 'POST', headers, body });
      const text = await answer.text();
      return treatment === 'lose-answer' ? response.destroy() : response.writeHead(answer.status).end(text);
    })().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
