/** `POST /integration/v1/check` and `/redeem`. */
import type { FastifyReply } from 'fastify';
import { roublesFromKopecks } from '../../platform/values/money.ts';
import { moscowDateTime } from '../../platform/time/moscow-time.ts';
import { checkAnywhere } from '../../redemption/in-cells.ts';
import type { Redeemed } from '../../redemption/redeem-ask.ts';
import type { Till } from '../../redemption/till.ts';
import { answerHeaders, sendError, type ErrorAnswer } from './answers.ts';
import { parseBody, readFields, type RedeemFields } from './read-fields.ts';
import type { SupplierCall } from './supplier-call.ts';

/** Name of a till that does not give one. */
const namelessTill = 'API';

/** `POST /integration/v1/check {"code"}`: what a certificate is worth; changes nothing. */
export async function answerCheck(call: SupplierCall): Promise<FastifyReply> {
  const { ctx, reply, request } = call;
  const body = readBody(call, 'check');
  if (body.is === 'malformed') return sendError(reply, call.language, body.answer);
  const till = tillOf(call, null);
  const asking = { till, number: body.fields.code, address: request.ip };
  const now = ctx.clock.now();
  const judged = await call.guesses.judge(asking, now, () => checkAnywhere(ctx, asking, now));
  if (judged.is === 'refused') return tooMany(call, judged.waitSeconds);
  const checked = judged.verdict;
  if (checked.is === 'unknown') return sendError(reply, call.language, { error: 'not_found' });
  return send(reply, {
    code: body.fields.code,
    state: checked.state,
    face: roublesFromKopecks(checked.faceKopecks),
    expire_at: checked.expiresAt === null ? null : moscowDateTime(checked.expiresAt),
    ...(checked.leftKopecks !== null && { left: roublesFromKopecks(checked.leftKopecks) }),
  });
}

/** `POST /integration/v1/redeem {"code", "idempotency_key"?, "till"?, "amount"?}`: redeems a certificate, once, or a part of it. */
export async function answerRedeem(call: SupplierCall): Promise<FastifyReply> {
  const { ctx, reply, request } = call;
  const body = readBody(call, 'redeem');
  if (body.is === 'malformed') return sendError(reply, call.language, body.answer);
  const { code: number, idempotencyKey, till: tillName, amountKopecks } = body.fields;
  const till = tillOf(call, tillName);
  const asking = { till, number, address: request.ip };
  const ask = { till, number, idempotencyKey, ...(amountKopecks !== undefined && { amountKopecks }) };
  const judged = await call.guesses.judge(asking, ctx.clock.now(), () => call.redeem(ask));
  if (judged.is === 'refused') return tooMany(call, judged.waitSeconds);
  const redeemed = judged.verdict;
  if (redeemed.is !== 'redeemed') return sendError(reply, call.language, refusal(redeemed));
  return send(reply, {
    transaction: redeemed.transaction,
    redeemed_at: moscowDateTime(redeemed.redeemedAt),
    ...(redeemed.part !== null && {
      amount: roublesFromKopecks(redeemed.part.amountKopecks),
      left: roublesFromKopecks(redeemed.part.leftKopecks),
    }),
  });
}

function refusal(refused: Exclude<Redeemed, { is: 'redeemed' }>): ErrorAnswer {
  switch (refused.is) {
    case 'already-redeemed': {
      const more = { redeemed_at: moscowDateTime(refused.redeemedAt), till: refused.till };
      return { error: 'already_redeemed', more };
    }
    case 'unknown':
      return { error: 'not_found' };
    case 'other-code':
      return { error: 'idempotency_mismatch' };
    case 'other-amount':
      return { error: 'amount_mismatch' };
    case 'no-parts':
      return { error: 'no_parts' };
    case 'amount-needed':
      return { error: 'amount_needed', more: { left: roublesFromKopecks(refused.leftKopecks) } };
    case 'more-than-left':
      return { error: 'amount_too_large', more: { left: roublesFromKopecks(refused.leftKopecks) } };
    case 'too-many-parts':
      return { error: 'too_many_parts', more: { left: roublesFromKopecks(refused.leftKopecks) } };
    case 'undone':
      return { error: 'undone' };
    case 'inactive':
    case 'expired':
    case 'blocked':
    case 'choice':
      return { error: refused.is };
  }
}

interface Malformed {
  is: 'malformed';
  answer: ErrorAnswer;
}

const malformed = (detail: string): Malformed => ({
  is: 'malformed',
  answer: { error: 'malformed', detail },
});

function readBody(
  { request }: SupplierCall,
  operation: 'check' | 'redeem',
): { is: 'fields'; fields: RedeemFields } | Malformed {
  let value: unknown;
  try {
    value = parseBody(String(request.body));
  } catch {
    return malformed('JSON');
  }
  const reading = readFields(value, operation);
  if (reading.is === 'wrong-amount') return { is: 'malformed', answer: { error: 'amount_malformed' } };
  return reading.is === 'fields' ? reading : malformed(reading.names.join(', '));
}

const tillOf = ({ access }: SupplierCall, name: string | null): Till => ({
  supplierId: access.supplierId,
  principal: { is: 'program', side: 'supplier', partyId: access.supplierId },
  name: name === null || name.trim() === '' ? namelessTill : name.trim(),
  redeemsOwn: access.redeemsOwn,
});

const tooMany = ({ reply, language }: SupplierCall, retryAfterSeconds: number): FastifyReply =>
  sendError(reply, language, { error: 'too_many_requests', retryAfterSeconds });

const send = (reply: FastifyReply, body: object): FastifyReply =>
  reply.headers(answerHeaders).type('application/json; charset=utf-8').send(JSON.stringify(body));
