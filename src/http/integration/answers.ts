/** Errors of the integration API, by HTTP status and text. */
import type { FastifyReply } from 'fastify';
import type { Language } from '../../platform/text/language.ts';

/** Every error of the integration API: HTTP status and text. Programs use the code, people the text. */
const errors = {
  malformed: {
    status: 400,
    ru: 'запрос составлен неверно: {detail}',
    en: 'the request is malformed: {detail}',
  },
  interval_missing: { status: 400, ru: 'не указан параметр {detail}', en: 'parameter {detail} is missing' },
  interval_malformed: {
    status: 400,
    ru: 'параметр {detail} должен иметь вид YYYY-MM-DD hh:mm:ss, время московское',
    en: 'parameter {detail} must look like YYYY-MM-DD hh:mm:ss, Moscow time',
  },
  interval_empty: { status: 400, ru: 'from должен быть раньше to', en: 'from must lie before to' },
  interval_future: {
    status: 400,
    ru: 'to не может лежать в будущем; сейчас у нас {detail}',
    en: 'to must not lie in the future; our time is {detail}',
  },
  interval_too_long: {
    status: 400,
    ru: 'интервал длиннее {detail} дней',
    en: 'the interval is longer than {detail} days',
  },
  unauthorized: { status: 401, ru: 'доступ не подтверждён', en: 'access is not confirmed' },
  not_found: { status: 404, ru: 'сертификат не найден', en: 'certificate not found' },
  already_redeemed: { status: 409, ru: 'сертификат уже погашен', en: 'certificate already redeemed' },
  inactive: { status: 409, ru: 'сертификат ещё не активирован', en: 'certificate is not active yet' },
  expired: { status: 409, ru: 'срок действия сертификата истёк', en: 'certificate has expired' },
  blocked: { status: 409, ru: 'сертификат заблокирован', en: 'certificate is blocked' },
  choice: {
    status: 409,
    ru: 'это сертификат на выбор: получатель обменивает его на другие по ссылке, на кассе его не гасят',
    en: 'this is a choice certificate: its holder exchanges it for others by its link, and it is not redeemed at a till',
  },
  idempotency_mismatch: {
    status: 409,
    ru: 'этот idempotency_key уже использован для другого сертификата',
    en: 'this idempotency_key was used for another certificate',
  },
  amount_malformed: {
    status: 400,
    ru: 'amount — это сумма в рублях, больше нуля и не точнее копейки, записанная числом: 150 или 150.50',
    en: 'amount must be a sum in roubles, above zero and in whole kopecks, written as a number: 150 or 150.50',
  },
  no_parts: {
    status: 409,
    ru: 'этот сертификат погашается только целиком; повторите запрос без amount',
    en: 'this certificate is only redeemed whole; repeat the request without amount',
  },
  amount_too_large: {
    status: 409,
    ru: 'на сертификате осталось меньше; остаток указан в left',
    en: 'less than that is left on the certificate; left says how much',
  },
  too_many_parts: {
    status: 409,
    ru: 'этот сертификат тратили слишком много раз; погасить можно только весь остаток, он указан в left',
    en: 'this certificate was used too many times; only all that is left of it can be redeemed, left says how much',
  },
  amount_needed: {
    status: 409,
    ru: 'часть этого сертификата уже потрачена; остаток указан в left, повторите запрос с amount',
    en: 'a part of this certificate is used; left says how much is left, repeat the request with amount',
  },
  amount_mismatch: {
    status: 409,
    ru: 'этот idempotency_key уже использован с другой суммой',
    en: 'this idempotency_key was used with another amount',
  },
  undone: {
    status: 409,
    ru: 'погашение с этим idempotency_key отменено; для нового погашения нужен новый ключ',
    en: 'the redemption with this idempotency_key was undone; use a new key to redeem again',
  },
  too_many_requests: { status: 429, ru: 'слишком много запросов', en: 'too many requests' },
  internal: {
    status: 503,
    ru: 'внутренняя ошибка, повторите запрос',
    en: 'internal error, repeat the request',
  },
} as const;

export type PullError = keyof typeof errors;

export interface ErrorAnswer {
  error: PullError;
  /** Inserted into the text where it has a placeholder. */
  detail?: string;
  /** Further fields of the error. */
  more?: Record<string, string | number>;
  retryAfterSeconds?: number;
}

export function sendError(reply: FastifyReply, language: Language, answer: ErrorAnswer): FastifyReply {
  const { status, [language]: labels } = errors[answer.error];
  if (answer.retryAfterSeconds !== undefined) reply.header('retry-after', String(answer.retryAfterSeconds));
  if (answer.error === 'unauthorized') {
    reply.header('www-authenticate', [
      'Bearer realm="facevalue"',
      'Basic realm="facevalue", charset="UTF-8"',
    ]);
  }
  const text = labels.replace('{detail}', answer.detail ?? '');
  return reply
    .code(status)
    .headers(answerHeaders)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ error: { code: answer.error, text, ...answer.more } }));
}

export const answerHeaders = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };
