/** `/sms/receipts/<token>`: receipts of SMS gateways. The token is in the gateway's settings file. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { keepTextReceipts } from '../../messaging/texts/keep-text-receipts.ts';
import { parseJson } from '../../platform/values/json.ts';
import {
  readGatewayReceipt,
  takesReceipts,
  type ReceivingGateway,
} from '../../platform/texter/gateway-receipt.ts';
import { isSameSecret } from '../../platform/secrets/constant-time.ts';
import { maxApiBytes } from '../../web/body-limits.ts';

type OfGateway = { Params: { token: string } };

export async function registerTextReceipts(
  app: FastifyInstance,
  ctx: Pick<Context, 'config' | 'db' | 'cells' | 'keyring' | 'clock'>,
): Promise<void> {
  const { config, clock } = ctx;
  const gateways = [config.sms.primary, config.sms.fallback].filter(takesReceipts);
  if (gateways.length === 0) return;

  async function take(
    request: FastifyRequest<OfGateway>,
    reply: FastifyReply,
    content: unknown,
  ): Promise<FastifyReply> {
    const gateway = gateways.find(({ receipts }) => isSameSecret(receipts.token, request.params.token));
    if (gateway === undefined) {
      reply.callNotFound();
      return reply;
    }
    const receipt = readGatewayReceipt(gateway, content);
    if (receipt !== null) await keepTextReceipts(ctx, [receipt], clock.now());
    return answer(reply, gateway);
  }

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const asText = { parseAs: 'string', bodyLimit: maxApiBytes.textReceipts } as const;
    scope.addContentTypeParser<string>('application/x-www-form-urlencoded', asText, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(body))),
    );
    scope.addContentTypeParser<string>('*', asText, (_request, body, done) => done(null, parseJson(body)));
    scope.get<OfGateway>('/sms/receipts/:token', { exposeHeadRoute: false }, (request, reply) =>
      take(request, reply, request.query),
    );
    scope.post<OfGateway>('/sms/receipts/:token', (request, reply) => take(request, reply, request.body));
  });
}

const answer = (reply: FastifyReply, { receipts }: ReceivingGateway): FastifyReply =>
  reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(receipts.answer);
