import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { noteGiftEvent } from '../../certificates/gift-events.ts';
import { createReceiptJudge } from '../../messaging/texts/judge-receipt.ts';
import { receiptCodeDigits } from '../../messaging/texts/receipt-codes.ts';
import { giftToken } from '../../messaging/texts/receiving-link.ts';
import { answerFailuresBy } from '../../web/failures.ts';
import { chooseLanguage, type Language } from '../../platform/text/language.ts';
import { privatePageHeaders } from '../../web/page-headers.ts';
import { receiveStyle, renderReceive, type ReceiveProblem } from './receive-view.ts';

const maxBodyBytes = 1024;
/** A refusal takes as long for a phone that has a code as for one that has none. */
const refusalMs = 300;

interface ReceiveRoute {
  Querystring: { lang?: unknown };
}

type ReceiveRequest = FastifyRequest<ReceiveRoute>;
type ReceiveContext = Pick<Context, 'db' | 'clock' | 'keyring' | 'log' | 'metrics'>;

/** `/receive`: whoever was sent a code by text message types it in and is led to the gift page. */
export async function registerReceive(app: FastifyInstance, ctx: ReceiveContext): Promise<void> {
  const judge = createReceiptJudge(ctx);

  async function receive(request: ReceiveRequest, reply: FastifyReply): Promise<FastifyReply> {
    const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
    const typed = (form.get('phone') ?? '').slice(0, 30);
    const [phone, code] = [readPhone(typed), readCode(form.get('code') ?? '')];
    if (phone === null || code === null) {
      const problem = { is: 'incomplete' as const, phone: phone === null, code: code === null };
      return sendForm(request, reply.code(400), problem, typed);
    }
    const now = ctx.clock.now();
    const refusedAt = performance.now() + refusalMs;
    const judged = await judge({ phone, code, address: request.ip }, now);
    if (judged.is === 'refused') {
      const problem = { is: 'too-many' as const, minutes: Math.ceil(judged.waitSeconds / 60) };
      return sendForm(request, reply.code(429).header('retry-after', judged.waitSeconds), problem, typed);
    }
    if (judged.verdict.is === 'wrong') {
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, refusedAt - performance.now())));
      return sendForm(request, reply.code(422), { is: 'refused' }, typed);
    }
    const { gift } = judged.verdict;
    noteGiftEvent(ctx, { ...gift, kind: 'received' }, now);
    const token = giftToken(ctx.keyring, gift.clientId, gift.requestId);
    return reply.headers(privatePageHeaders()).redirect(`/g/${token}?lang=${languageOf(request)}`, 303);
  }

  await app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser<string>(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: maxBodyBytes },
      (_request, body, parsed) => parsed(null, body),
    );
    answerFailuresBy(scope, ({ status, request, reply }) =>
      sendForm(request as ReceiveRequest, reply, { is: status < 500 ? 'unreadable' : 'failed' }, ''),
    );
    scope.get<ReceiveRoute>('/receive', (request, reply) => sendForm(request, reply, null, ''));
    scope.post<ReceiveRoute>('/receive', (request, reply) => receive(request, reply));
    done();
  });
}

/** People write `8 (912) …`, `+7 912 …` or the ten digits alone; null when it is no such number. */
function readPhone(text: string): string | null {
  const digits = text.replaceAll(/[\s()+.-]/g, '');
  if (!/^\d{10,11}$/.test(digits)) return null;
  if (digits.length === 10) return `7${digits}`;
  return /^[78]/.test(digits) ? `7${digits.slice(1)}` : null;
}

function readCode(text: string): string | null {
  const digits = text.replaceAll(/[\s-]/g, '');
  return /^\d+$/.test(digits) && digits.length === receiptCodeDigits ? digits : null;
}

function sendForm(
  request: ReceiveRequest,
  reply: FastifyReply,
  problem: ReceiveProblem | null,
  phone: string,
): FastifyReply {
  return reply
    .headers(privatePageHeaders({ styles: [receiveStyle] }))
    .header('content-type', 'text/html; charset=utf-8')
    .send(renderReceive({ language: languageOf(request), problem, phone }));
}

const languageOf = (request: ReceiveRequest): Language =>
  chooseLanguage(request.query.lang, request.headers['accept-language']);
