/** What `/c/api/log` says. */
import type { ErrorCode } from '../../../orders/error-table.ts';
import type { Language } from '../../../platform/text/language.ts';

const ru = {
  title: 'Запросы к API',
  lead: 'Последние запросы ваших программ и наши ответы. Это выборка: при большом потоке показаны не все; получатели, коды, ссылки и подписи скрыты.',
  errors: 'Ошибки за 30 дней',
  noErrors: 'За 30 дней ошибок не было.',
  error: 'Ошибка',
  operation: 'Операция',
  times: 'Раз',
  lastAt: 'Последний раз',
  whatToDo: 'Что сделать',
  whole: (calls: string) => `Всего запросов за 30 дней: ${calls}.`,
  calls: 'Последние запросы',
  which: 'Какие',
  whiches: { ok: 'удачные', error: 'с ошибкой', refused: 'неопознанные' },
  empty: 'Запросов ещё не было. Первый можно сделать так:',
  noneSuch: 'Таких запросов нет.',
  ok: 'принято',
  milliseconds: 'мс',
  ref: 'x-request-id',
  reasons: {
    'signature-refused': 'Подпись не подошла ни к одному действующему ключу (или клиент выключен).',
    'address-refused': 'Подпись верна, но адрес не входит в разрешённые сети.',
  },
  unknown: 'неизвестная',
  advice: {
    1000: 'Проверьте кодировку, JSON и размер запроса; в тексте ответа сказано, что не прочиталось.',
    1001: 'Проверьте имя операции: список даёт операция test.',
    1002: 'Проверьте id, ключ и то, что подписан ровно тот текст data, который отправлен; затем — разрешённые сети.',
    1003: 'Повторите через несколько секунд с тем же uuid; распределите поток ровнее.',
    1004: 'Повторите через секунду: сертификат ещё выпускается.',
    1005: 'С этим видом ключа, тестовым или боевым, эта операция не работает.',
    1102: 'Лимит бренда исчерпан: закажите позже или другой бренд.',
    1201: 'Проверьте номер запроса: у вас такого нет.',
    1207: 'Этот uuid уже занят другим заказом: для нового заказа нужен новый uuid.',
    1208: 'Ждите: заказ ждёт кодов или активации, придёт обратный вызов.',
    1209: 'Сертификата нет; причину скажет getStatus. Закажите заново, если нужно.',
    1210: 'Заказ не успел за ttl: закажите заново, ttl — больше.',
    1211: 'Повторную отправку пока делать нельзя: в тексте ответа сказано, когда можно.',
    1212: 'Заказ отменён до обработки: закажите заново, если нужно.',
    1301: 'Поставщик не выпустил сертификат: закажите заново позже.',
    3601: 'Исправьте названные поля; если назван только face, обновите getProducts.',
    5000: 'Пополните баланс, затем повторите.',
    9000: 'Повторите с тем же uuid: запрос не обработан.',
  } satisfies Record<ErrorCode, string>,
};

export type CallLabels = typeof ru;

const en: CallLabels = {
  title: 'API requests',
  lead: 'The last requests of your programs and our answers. It is a sample: when there are many, not all are shown; recipients, codes, links and signatures are hidden.',
  errors: 'Errors, last 30 days',
  noErrors: 'There were no errors in the last 30 days.',
  error: 'Error',
  operation: 'Operation',
  times: 'Times',
  lastAt: 'Last time',
  whatToDo: 'What to do',
  whole: (calls) => `Requests in the last 30 days: ${calls}.`,
  calls: 'Last requests',
  which: 'Which',
  whiches: { ok: 'successful', error: 'with an error', refused: 'not recognised' },
  empty: 'There were no requests yet. The first can be made like this:',
  noneSuch: 'There are no such requests.',
  ok: 'accepted',
  milliseconds: 'ms',
  ref: 'x-request-id',
  reasons: {
    'signature-refused': 'The signature fits no valid key (or the client is switched off).',
    'address-refused': 'The signature is right, but the address is in no allowed network.',
  },
  unknown: 'unknown',
  advice: {
    1000: 'Check encoding, JSON and size of the request; the answer says what could not be read.',
    1001: 'Check the name of the operation: test lists them all.',
    1002: 'Check id and key, and that exactly the text of data was signed that is sent; then the allowed networks.',
    1003: 'Repeat after some seconds with the same uuid; spread the load.',
    1004: 'Repeat after a second: the certificate is being issued.',
    1005: 'This operation does not work with this kind of key, test or live.',
    1102: 'The limit of the brand is used up: order later, or another brand.',
    1201: 'Check the number of the request: you have none like it.',
    1207: 'This uuid belongs to another order: a new order needs a new one.',
    1208: 'Wait: the order waits for codes or activation, a callback will come.',
    1209: 'There is no certificate; getStatus has the reason. Order again if needed.',
    1210: 'The order was not processed within its ttl: order again, with a longer one.',
    1211: 'It cannot be sent again now: the answer says when.',
    1212: 'The order was cancelled before it was processed: order again if needed.',
    1301: 'The supplier did not issue the certificate: order again later.',
    3601: 'Correct the named fields; if only face is named, refresh getProducts.',
    5000: 'Top up the balance, then repeat.',
    9000: 'Repeat with the same uuid: the request was not processed.',
  },
};

export const callLabels: Record<Language, CallLabels> = { ru, en };

/** What to do about an outcome; null for a code that a test order scripted. */
export const adviceOf = (outcome: string, { advice }: CallLabels): string | null =>
  Object.hasOwn(advice, outcome) ? advice[Number(outcome) as ErrorCode] : null;
