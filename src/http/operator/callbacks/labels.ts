import type { CallbackState } from '../../../callbacks/list-callbacks.ts';
import type { Language } from '../../../platform/text/language.ts';

const ru = {
  title: 'Обратные вызовы',
  lead: 'Вызовы, которые приёмник не принял за восемь попыток. Повторяются те же данные с тем же номером.',
  client: 'Номер клиента',
  request: 'Номер запроса',
  dead: 'Приёмники, которые не отвечают',
  deadLead: 'Последний вызов не принят, и с тех пор ни один.',
  who: 'Клиент',
  address: 'Адрес',
  since: 'С каких пор',
  givenUp: 'Не принято',
  more: (count: string) => `больше ${count}`,
  action: 'Действие',
  replayAll: 'Отправить все',
  replayedAll: (count: number, more: boolean) =>
    count === 0
      ? 'Непринятых с этого времени нет.'
      : more
        ? `Отправляем ещё раз ${count}. Осталось ещё: повторите.`
        : `Отправляем ещё раз: ${count}.`,
  number: 'Запрос',
  ended: 'Попытки кончились',
  attempts: 'Попыток',
  last: 'Последний ответ',
  noAnswer: 'нет ответа',
  empty: 'Все вызовы приняты.',
  noneSuch: 'Таких нет.',
  older: 'Дальше →',
  one: (id: number) => `Вызов по запросу ${id}`,
  order: 'К заказу',
  state: 'Состояние',
  states: { due: 'ждёт', accepted: 'принят', abandoned: 'не принят' } satisfies Record<CallbackState, string>,
  format: 'Вид данных',
  messageId: 'webhook-id',
  announced: 'Заказ завершён',
  next: 'Следующая попытка',
  replay: 'Отправить ещё раз',
  replayed: 'Отправим прямо сейчас, те же данные с тем же номером.',
  made: 'Попытки',
  attempt: 'Попытка',
  at: 'Когда',
  took: 'Время',
  answered: 'Ответ',
  ms: 'мс',
  notYet: 'Попыток ещё не было.',
  sinceAll: 'Отправить ещё раз все непринятые с',
  sinceHint: 'Московское время. До 5000 за раз, по порядку.',
  badMoment: 'Выберите день и время не раньше чем 90 дней назад.',
};

export type CallbackLabels = typeof ru;

const en: CallbackLabels = {
  title: 'Callbacks',
  lead: 'Callbacks that the receiver did not accept in eight attempts. A repeat has the same data under the same number.',
  client: 'Number of the client',
  request: 'Number of the request',
  dead: 'Receivers that do not answer',
  deadLead: 'The last call was not accepted, and none since.',
  who: 'Client',
  address: 'Address',
  since: 'Since',
  givenUp: 'Not accepted',
  more: (count) => `more than ${count}`,
  action: 'Action',
  replayAll: 'Send all',
  replayedAll: (count, more) =>
    count === 0
      ? 'None were not accepted since then.'
      : more
        ? `Sending ${count} again. There are more: repeat.`
        : `Sending again: ${count}.`,
  number: 'Request',
  ended: 'Given up',
  attempts: 'Attempts',
  last: 'Last answer',
  noAnswer: 'no answer',
  empty: 'All callbacks are accepted.',
  noneSuch: 'There are none.',
  older: 'Further →',
  one: (id) => `Callback of request ${id}`,
  order: 'To the order',
  state: 'State',
  states: { due: 'waiting', accepted: 'accepted', abandoned: 'not accepted' },
  format: 'Form of the data',
  messageId: 'webhook-id',
  announced: 'The order ended',
  next: 'Next attempt',
  replay: 'Send again',
  replayed: 'It is sent right now, the same data under the same number.',
  made: 'Attempts',
  attempt: 'Attempt',
  at: 'When',
  took: 'Time',
  answered: 'Answer',
  ms: 'ms',
  notYet: 'There was no attempt yet.',
  sinceAll: 'Send again all not accepted since',
  sinceHint: 'Moscow time. Up to 5000 at once, in their order.',
  badMoment: 'Choose a day and time within the last 90 days.',
};

export const callbackLabels: Record<Language, CallbackLabels> = { ru, en };
