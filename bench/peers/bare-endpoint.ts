/**
 * Upper bound for the client API: the same HTTP server parses the same calls, checks the same signature, and answers at
 * once. The difference is the cost of acceptance.
 */
import { once } from 'node:events';
import fastify, { type FastifyRequest } from 'fastify';
import { isSigned } from '../../src/clients/client-directory.ts';
import { envelope, ok } from '../../src/http/client-api/answer.ts';
import { readBody, readCall, readData } from '../../src/http/client-api/read-call.ts';
import type { Signer } from '../load/signed-requests.ts';
import { answerAsks, startTool, type Tool } from '../world/tool-process.ts';

export interface BareAsks {
  listen: { ask: { clients: Signer[] }; answer: number };
}

export type BareEndpoint = Tool<BareAsks>;

export const startBareEndpoint = (): BareEndpoint => startTool<BareAsks>('bench/peers/bare-endpoint.ts');

const maxHeaderBytes = 65_536;
const secrets = new Map<string, string[]>();
let lastId = 3_500_000;

async function answer(request: FastifyRequest): Promise<string> {
  const body = request.method === 'POST' ? await readBody(request.raw) : null;
  const reading = readCall(request.raw.url ?? '', body?.is === 'bytes' ? body.bytes : null);
  if (reading.is === 'malformed') return envelope({ is: 'error', error: reading.error });
  const { call } = reading;
  const data = readData(call.in, call.data);
  if (data.is === 'malformed' || !isSigned(call, secrets.get(call.id) ?? [])) return '{"status":"error"}';
  lastId += 1;
  return envelope(ok({ id: lastId }));
}

async function listen({ clients }: { clients: Signer[] }): Promise<number> {
  for (const { id, secret } of clients) secrets.set(String(id), [secret]);
  const server = fastify({ http: { maxHeaderSize: maxHeaderBytes } });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  server.route({
    method: ['GET', 'POST'],
    url: '/',
    handler: async (request, reply) => {
      void reply.type('application/json; charset=utf-8');
      return answer(request);
    },
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('The endpoint has no port.');
  return address.port;
}

if (import.meta.main) {
  answerAsks<BareAsks>({ listen });
  await once(process, 'disconnect');
}
