/** `/receive`: a recipient types in the code from a text and is redirected to the gift page. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { linkedRequest } from '../../certificates/find-gift.ts';
import { noteGiftEvent } from '../../certificates/gift-events.ts';
import { createReceiptJudge } from '../../messaging/texts/judge-receipt.ts';
import { receiptCodeDigits } from '../../messaging/texts/receipt-codes.ts';
import { giftToken } from '../../certificates/gift-link.ts';
import { cellOf } from '../../platform/cells/cell-context.ts';
import { plainDigits, readPhone } from '../../platform/values/phone.ts';
import { answerFailuresBy } from '../../web/failures.ts';
import { acceptForms, formOf } from '../../web/forms.ts';
import { privatePageHeaders } from '../../web/page-headers.ts';
import { at, languageOf } from '../../web/request-language.ts';
import { sendPage } from '../../web/send-page.ts';
import { renderReceive, type ReceiveProblem } from './receive-view.ts';

/** A refusal takes the same time whether or not the phone has a code. */
const refusalMs = 300;
/** A phone with all that may stand around it in what was copied. */
const mostTyped = 60;

type ReceiveContext = Pick<Context, 'db' | 'cells' | 'clock' | 'keyring' | 'log' | 'metrics'>;

export async function registerReceive(app: FastifyInstance, ctx: ReceiveContext): Promise<void> {
  const judge = createReceiptJudge(ctx);

  async function receive(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const form = formOf(request);
    const typed = (form.get('phone') ?? '').slice(0, mostTyped);
    const [phone, code] = [readPhone(typed), readCode(form.get('code') ?? '')];
    if (phone === null || code === null) {
      const problem = { is: 'incomplete' as const, phone: phone === null, code: code === null };
      return sendForm(request, reply.code(422), problem, typed);
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
    const cell = cellOf(ctx, gift.clientId);
    noteGiftEvent(cell, { ...gift, kind: 'received' }, now);
    const token = giftToken(ctx.keyring, await linkedRequest(cell.db, gift));
    return reply.headers(privatePageHeaders()).redirect(at(`/g/${token}`, languageOf(request)), 303);
  }

  await app.register(async (scope) => {
    await acceptForms(scope, 'fields');
    answerFailuresBy(scope, ({ status, request, reply }) =>
      sendForm(request, reply, { is: status < 500 ? 'unreadable' : 'failed' }, ''),
    );
    scope.get('/receive', (request, reply) => sendForm(request, reply, null, ''));
    scope.post('/receive', (request, reply) => receive(request, reply));
  });
}

function readCode(text: string): string | null {
  const digits = plainDigits(text);
  return /^\d+$/.test(digits) && digits.length === receiptCodeDigits ? digits : null;
}

const sendForm = (
  request: FastifyRequest,
  reply: FastifyReply,
  problem: ReceiveProblem | null,
  phone: string,
): FastifyReply => sendPage(reply, renderReceive({ language: languageOf(request), problem, phone }));
