import type { Language } from '../../platform/text/language.ts';
import type { SupplierExchangeCall } from '../supplier-calls.ts';

/** Who reads: the supplier itself, or the operator about a supplier. */
export type Reader = 'supplier' | 'operator';

const ru = {
  ours: { supplier: 'Наши запросы к вам', operator: 'Наши запросы к поставщику' } satisfies Record<
    Reader,
    string
  >,
  oursLead: {
    supplier: 'Последние обращения к вашему API. Коды и секреты скрыты.',
    operator: 'Последние обращения к API поставщика. Коды и секреты скрыты.',
  },
  noneOfOurs: 'Мы ещё ни о чём не спрашивали этот API.',
  theirs: { supplier: 'Ваши запросы к нам', operator: 'Запросы поставщика к нам' } satisfies Record<
    Reader,
    string
  >,
  theirsLead: {
    supplier:
      'Что спрашивали ваши программы и что мы ответили. Посчитаны все запросы, показаны не все; коды скрыты.',
    operator:
      'Что спрашивали программы поставщика и что мы ответили. Посчитаны все запросы, показаны не все; коды скрыты.',
  },
  noneOfTheirs: 'За последнее время запросов не было.',
  request: (id: number) => `Запрос № ${id}`,
  kinds: { issue: 'выпуск', activate: 'активация' },
  kind: 'О чём',
  when: 'Когда',
  face: 'Номинал',
  outcome: 'Итог',
  outcomes: {
    done: 'выполнен',
    refused: 'отказ',
    unclear: 'неясно',
    unreached: 'нет связи',
    wrong: 'неверный ответ',
  } satisfies Record<SupplierExchangeCall['outcome'], string>,
  waiting: 'ещё не задан',
  took: 'Длился',
  answer: 'Ответ',
  noAnswer: 'нет ответа',
  attempt: (n: number) => `Попытка ${n}`,
  milliseconds: 'мс',
  counted: 'За 30 дней',
  operation: 'Операция',
  times: 'Раз',
  lastAt: 'Последний раз',
  ref: 'x-request-id',
  ok: 'выполнен',
  /** What answers of the integration API mean; one that is not here is shown by its code. */
  codes: {
    malformed: 'составлен неверно',
    interval_missing: 'нет границы интервала',
    interval_malformed: 'граница интервала записана неверно',
    interval_empty: 'пустой интервал',
    interval_future: 'интервал в будущем',
    interval_too_long: 'слишком длинный интервал',
    unauthorized: 'адрес вне разрешённых сетей',
    not_found: 'сертификат не найден',
    already_redeemed: 'уже погашен',
    inactive: 'ещё не активирован',
    expired: 'срок истёк',
    blocked: 'заблокирован',
    idempotency_mismatch: 'ключ занят другим сертификатом',
    amount_malformed: 'сумма записана неверно',
    amount_too_large: 'осталось меньше',
    too_many_parts: 'слишком много частей, гасится весь остаток',
    amount_needed: 'часть потрачена, нужна сумма',
    amount_mismatch: 'ключ занят другой суммой',
    choice: 'сертификат на выбор, обменивается по ссылке',
    no_parts: 'гасится только целиком',
    undone: 'погашение отменено',
    too_many_requests: 'слишком часто',
    internal: 'внутренняя ошибка',
    broken_off: 'ответ не дочитан',
  } as Record<string, string>,
};

export type LogLabels = typeof ru;

export const logLabels: Record<Language, LogLabels> = {
  ru,
  en: {
    ours: { supplier: 'Our calls to you', operator: 'Our calls to the supplier' },
    oursLead: {
      supplier: 'The last calls to your API. Codes and secrets are masked.',
      operator: 'The last calls to the supplier’s API. Codes and secrets are masked.',
    },
    noneOfOurs: 'We have asked this API nothing yet.',
    theirs: { supplier: 'Your calls to us', operator: 'The supplier’s calls to us' },
    theirsLead: {
      supplier:
        'What your programs asked and what we answered. All calls are counted, not all are shown; codes are masked.',
      operator:
        'What the supplier’s programs asked and what we answered. All calls are counted, not all are shown; codes are masked.',
    },
    noneOfTheirs: 'There were no calls lately.',
    request: (id) => `Request ${id}`,
    kinds: { issue: 'issue', activate: 'activation' },
    kind: 'What for',
    when: 'When',
    face: 'Face value',
    outcome: 'Outcome',
    outcomes: {
      done: 'done',
      refused: 'refused',
      unclear: 'unclear',
      unreached: 'not reached',
      wrong: 'wrong answer',
    },
    waiting: 'not asked yet',
    took: 'Duration',
    answer: 'Answer',
    noAnswer: 'no answer',
    attempt: (n) => `Attempt ${n}`,
    milliseconds: 'ms',
    counted: 'Last 30 days',
    operation: 'Operation',
    times: 'Times',
    lastAt: 'Last',
    ref: 'x-request-id',
    ok: 'done',
    codes: {
      malformed: 'malformed',
      interval_missing: 'a bound is missing',
      interval_malformed: 'a bound is malformed',
      interval_empty: 'empty interval',
      interval_future: 'interval in the future',
      interval_too_long: 'interval too long',
      unauthorized: 'address outside the networks agreed',
      not_found: 'certificate not found',
      already_redeemed: 'redeemed already',
      inactive: 'not active yet',
      expired: 'expired',
      blocked: 'blocked',
      idempotency_mismatch: 'key used for another certificate',
      amount_malformed: 'malformed amount',
      amount_too_large: 'less is left',
      too_many_parts: 'too many parts, only the whole rest',
      amount_needed: 'part used, amount needed',
      amount_mismatch: 'key used with another amount',
      choice: 'a choice certificate, exchanged by its link',
      no_parts: 'redeemed whole only',
      undone: 'redemption undone',
      too_many_requests: 'too often',
      internal: 'internal error',
      broken_off: 'answer not read to its end',
    },
  },
};
