/**
 * Upper bound for the integration API: the same HTTP server checks the same kind of token, parses the same body and
 * answers the same text at once.
 */
import { timingSafeEqual } from 'node:crypto';
import fastify from 'fastify';
import { systemClock } from '../../src/platform/time/clock.ts';
import { tokenHash } from '../../src/platform/secrets/keyring.ts';
import { moscowDateTime } from '../../src/platform/time/moscow-time.ts';
import { answerAsks, startTool, type Tool } from '../world/tool-process.ts';

export interface BareRedeemAsks {
  listen: { ask: { token: string }; answer: number };
}

export type BareRedeem = Tool<BareRedeemAsks>;

export const startBareRedeem = (): BareRedeem => startTool<BareRedeemAsks>('bench/peers/bare-redeem.ts');

async function listen({ token }: { token: string }): Promise<number> {
  const expected = tokenHash(token);
  const server = fastify();
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  server.post('/integration/v1/redeem', async (request, reply) => {
    const [, given = ''] = (request.headers.authorization ?? '').split(' ');
    const { code } = JSON.parse(String(request.body)) as { code?: unknown };
    if (typeof code !== 'string' || !timingSafeEqual(tokenHash(given), expected))
      return reply.code(401).send();
    const answer = { transaction: '0123456789AB', redeemed_at: moscowDateTime(systemClock.now()) };
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer));
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  const address = server.server.address();
  if (address === null || typeof address === 'string') throw new Error('The endpoint has no port.');
  return address.port;
}

if (import.meta.main) answerAsks<BareRedeemAsks>({ listen });
