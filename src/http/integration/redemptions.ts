/** `POST /integration/v1/check` and `/redeem`. */
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { roublesFromKopecks } from '../../platform/values/money.ts';
import { moscowDateTime } from '../../platform/time/moscow-time.ts';
import { checkCode } from '../../redemption/check-code.ts';
import type { Redeemed } from '../../redemption/redeem-codes.ts';
import { maxNumberLength, maxTillName, type Till } from '../../redemption/till.ts';
import { answerHeaders, sendError, type ErrorAnswer } from './answers.ts';
import type { SupplierCall } from './supplier-call.ts';

/** Name of a till that does not give one. */
const namelessTill = 'API';

// PostgreSQL cannot store NUL; other control characters do not occur in numbers, names or keys.
const plain = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^\P{Cc}*$/u);
// A number of digits may come as a JSON number; beyond 2^53 it would already be rounded.
const code = z
  .union([plain(maxNumberLength).regex(/\S/), z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER)])
  .transform(String);
const checkBody = z.object({ code });
const redeemBody = z.object({
  code,
  idempotency_key: plain(100).min(1).nullish(),
  till: plain(maxTillName).nullish(),
});

/** `POST /integration/v1/check {"code"}`: what a certificate is worth; changes nothing. */
export async function answerCheck(call: SupplierCall): Promise<FastifyReply> {
  const { ctx, reply, request } = call;
  const body = readBody(call, checkBody);
  if (body.is === 'malformed') return sendError(reply, call.language, body.answer);
  const till = tillOf(call, null);
  const asking = { till, number: body.fields.code, address: request.ip };
  const now = ctx.clock.now();
  const judged = await call.guesses.judge(asking, now, () => checkCode(ctx.db, ctx.keyring, asking, now));
  if (judged.is === 'refused') return tooMany(call, judged.waitSeconds);
  const checked = judged.verdict;
  if (checked.is === 'unknown') return sendError(reply, call.language, { error: 'not_found' });
  return send(reply, {
    code: body.fields.code,
    state: checked.state,
    face: roublesFromKopecks(checked.faceKopecks),
    expire_at: checked.expiresAt === null ? null : moscowDateTime(checked.expiresAt),
  });
}

/** `POST /integration/v1/redeem {"code", "idempotency_key"?, "till"?}`: redeems a certificate, once. */
export async function answerRedeem(call: SupplierCall): Promise<FastifyReply> {
  const { ctx, reply, request } = call;
  const body = readBody(call, redeemBody);
  if (body.is === 'malformed') return sendError(reply, call.language, body.answer);
  const { code: number, idempotency_key: key, till: tillName } = body.fields;
  const till = tillOf(call, tillName ?? null);
  const asking = { till, number, address: request.ip };
  const ask = { till, number, idempotencyKey: key ?? null };
  const judged = await call.guesses.judge(asking, ctx.clock.now(), () => call.redeem(ask));
  if (judged.is === 'refused') return tooMany(call, judged.waitSeconds);
  const redeemed = judged.verdict;
  if (redeemed.is !== 'redeemed') return sendError(reply, call.language, refusal(redeemed));
  return send(reply, {
    transaction: redeemed.transaction,
    redeemed_at: moscowDateTime(redeemed.redeemedAt),
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
    case 'undone':
      return { error: 'undone' };
    case 'inactive':
    case 'expired':
    case 'blocked':
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

function readBody<Fields>(
  { request }: SupplierCall,
  form: z.ZodType<Fields>,
): { is: 'fields'; fields: Fields } | Malformed {
  let value: unknown;
  try {
    value = JSON.parse(String(request.body));
  } catch {
    return malformed('JSON');
  }
  const reading = form.safeParse(value);
  if (reading.success) return { is: 'fields', fields: reading.data };
  return malformed(
    [...new Set(reading.error.issues.map((issue) => issue.path.join('.') || 'body'))].join(', '),
  );
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
