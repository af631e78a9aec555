import type { CallbackState } from '../../../callbacks/list-callbacks.ts';
import type { Language } from '../../../platform/text/language.ts';

const ru = {
  title: 'Обратные вызовы',
  lead: 'Каждый заказ кончается вызовом вашего адреса. Непринятый повторяем через 1, 2, 5, 15, 30, 60 и 120 минут.',
  settings: 'Адрес и пробный вызов',
  which: 'Какие',
  whiches: { all: 'все', waiting: 'ждут повтора', failed: 'не приняты' },
  from: 'С',
  until: 'По',
  period:
    'Дни: у всех — когда сделан заказ, у ждущих — когда следующая попытка, у непринятых — когда мы перестали повторять.',
  byRequest: 'Номер запроса',
  request: 'Запрос',
  state: 'Состояние',
  states: { due: 'ждёт', accepted: 'принят', abandoned: 'не принят' } satisfies Record<CallbackState, string>,
  announced: 'Заказ кончился',
  attempts: 'Попыток',
  last: 'Последний ответ',
  next: 'Следующая попытка',
  none: 'ещё не было',
  noAnswer: 'нет ответа',
  empty: 'Здесь пока ничего нет. Вызов появится, как только кончится первый заказ, если задан адрес.',
  noneSuch: 'Таких нет.',
  older: 'Дальше →',
  replayAll: 'Отправить ещё раз все непринятые с',
  replayAllAct: 'Отправить все',
  replayAllHint: 'Московское время. До 5000 за раз, по порядку.',
  badMoment: 'Выберите день и время не раньше чем 90 дней назад.',
  replayedAll: (count: number, more: boolean) =>
    count === 0
      ? 'Непринятых с этого времени нет.'
      : more
        ? `Отправляем ещё раз ${count}. Осталось ещё: повторите.`
        : `Отправляем ещё раз: ${count}.`,
  one: (id: number) => `Вызов по запросу ${id}`,
  order: 'К заказу',
  replay: 'Отправить ещё раз',
  replayed: 'Отправим прямо сейчас, те же данные с тем же номером.',
  address: 'Адрес',
  format: 'Формат',
  messageId: 'webhook-id',
  ended: 'Кончено',
  body: 'Что отправляем',
  bodyLead: 'Ссылка на сертификат показана не целиком.',
  lost: 'Тело не открывается: ключ утрачен.',
  made: 'Попытки',
  attempt: 'Попытка',
  at: 'Когда',
  answered: 'Ответ',
  took: 'Время',
  ms: 'мс',
  notYet: 'Попыток ещё не было.',
  back: 'Все вызовы',
};

export type CallbackLabels = typeof ru;

const en: CallbackLabels = {
  title: 'Callbacks',
  lead: 'Every order ends with a call to your address. One that is not accepted is repeated after 1, 2, 5, 15, 30, 60 and 120 minutes.',
  settings: 'Address and test call',
  which: 'Which',
  whiches: { all: 'all', waiting: 'waiting for a repeat', failed: 'not accepted' },
  from: 'From',
  until: 'To',
  period:
    'The days: of all, when the order was placed; of waiting ones, when the next attempt is; of those not accepted, when we stopped repeating.',
  byRequest: 'Request number',
  request: 'Request',
  state: 'State',
  states: { due: 'waiting', accepted: 'accepted', abandoned: 'not accepted' },
  announced: 'The order ended',
  attempts: 'Attempts',
  last: 'Last answer',
  next: 'Next attempt',
  none: 'none yet',
  noAnswer: 'no answer',
  empty: 'Nothing here yet. A callback appears as soon as the first order ends, if an address is set.',
  noneSuch: 'There are none.',
  older: 'Further →',
  replayAll: 'Send again all not accepted since',
  replayAllAct: 'Send all',
  replayAllHint: 'Moscow time. Up to 5000 at once, in their order.',
  badMoment: 'Choose a day and time within the last 90 days.',
  replayedAll: (count, more) =>
    count === 0
      ? 'None were not accepted since then.'
      : more
        ? `Sending ${count} again. There are more: repeat.`
        : `Sending again: ${count}.`,
  one: (id) => `Callback of request ${id}`,
  order: 'To the order',
  replay: 'Send again',
  replayed: 'It is sent right now, the same data under the same number.',
  address: 'Address',
  format: 'Format',
  messageId: 'webhook-id',
  ended: 'Ended',
  body: 'What we send',
  bodyLead: 'The link of the certificate is not shown whole.',
  lost: 'The body cannot be opened: its key is lost.',
  made: 'Attempts',
  attempt: 'Attempt',
  at: 'When',
  answered: 'Answer',
  took: 'Time',
  ms: 'ms',
  notYet: 'There was no attempt yet.',
  back: 'All callbacks',
};

export const callbackLabels: Record<Language, CallbackLabels> = { ru, en };
