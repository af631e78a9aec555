/** Upper bound for a page: the same HTTP server answers every request with the same bytes and headers at once. */
import fastify from 'fastify';
import { answerAsks, startTool, type Tool } from '../world/tool-process.ts';

interface BarePageTraits {
  headers: Record<string, string>;
  /** In base64. */
  body: string;
}

export interface BarePageAsks {
  listen: { ask: BarePageTraits; answer: number };
}

export type BarePage = Tool<BarePageAsks>;

export const startBarePage = (): BarePage => startTool<BarePageAsks>('bench/peers/bare-page.ts');

async function listen({ headers, body }: BarePageTraits): Promise<number> {
  const bytes = Buffer.from(body, 'base64');
  const server = fastify();
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, _body, done) => done(null, undefined));
  server.route({
    method: ['GET', 'POST'],
    url: '/g/:token',
    handler: (_request, reply) => reply.headers(headers).send(bytes),
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('The page has no port.');
  return address.port;
}

if (import.meta.main) answerAsks<BarePageAsks>({ listen });
