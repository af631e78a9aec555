/** What the pages of clients and of the operator both say of callbacks. */
import type { CallbackState } from '../../../callbacks/list-callbacks.ts';
import type { Language } from '../../../platform/text/language.ts';

const ru = {
  title: 'Обратные вызовы',
  noneSuch: 'Таких нет.',
  one: (id: number) => `Вызов по запросу ${id}`,
  state: 'Состояние',
  states: { due: 'ждёт', accepted: 'принят', abandoned: 'не принят' } satisfies Record<CallbackState, string>,
  address: 'Адрес',
  format: 'Формат',
  messageId: 'webhook-id',
  announced: 'Заказ завершён',
  next: 'Следующая попытка',
  ended: 'Завершено',
  settled: 'Решено не повторять',
  order: 'К заказу',
  made: 'Попытки',
  attempt: 'Попытка',
  at: 'Когда',
  took: 'Время',
  ms: 'мс',
  answered: 'Ответ',
  noAnswer: 'нет ответа',
  notYet: 'Попыток ещё не было.',
  attempts: 'Попыток',
  last: 'Последний ответ',
  replay: 'Отправить ещё раз',
  replayed: 'Отправим прямо сейчас, те же данные с тем же номером.',
  replayAll: 'Отправить ещё раз все непринятые с',
  replayAllHint: 'Московское время. До 5000 за раз, по порядку.',
  replayAllAct: 'Отправить все',
  badMoment: 'Выберите день и время не раньше чем 90 дней назад.',
  replayedAll: (count: number, more: boolean) =>
    count === 0
      ? 'Непринятых с этого времени нет.'
      : more
        ? `Отправляем ещё раз: ${count}. Это не все: повторите.`
        : `Отправляем ещё раз: ${count}.`,
};

type CallbackStoryLabels = typeof ru;

const en: CallbackStoryLabels = {
  title: 'Callbacks',
  noneSuch: 'There are none.',
  one: (id) => `Callback of request ${id}`,
  state: 'State',
  states: { due: 'waiting', accepted: 'accepted', abandoned: 'not accepted' },
  address: 'Address',
  format: 'Format',
  messageId: 'webhook-id',
  announced: 'The order ended',
  next: 'Next attempt',
  ended: 'Ended',
  settled: 'No repeat is needed',
  order: 'To the order',
  made: 'Attempts',
  attempt: 'Attempt',
  at: 'When',
  took: 'Time',
  ms: 'ms',
  answered: 'Answer',
  noAnswer: 'no answer',
  notYet: 'There was no attempt yet.',
  attempts: 'Attempts',
  last: 'Last answer',
  replay: 'Send again',
  replayed: 'It is sent right now, the same data under the same number.',
  replayAll: 'Send again all not accepted since',
  replayAllHint: 'Moscow time. Up to 5000 at once, in their order.',
  replayAllAct: 'Send all',
  badMoment: 'Choose a day and time within the last 90 days.',
  replayedAll: (count, more) =>
    count === 0
      ? 'None were not accepted since then.'
      : more
        ? `Sending ${count} again. There are more: repeat.`
        : `Sending again: ${count}.`,
};

export const callbackStoryLabels: Record<Language, CallbackStoryLabels> = { ru, en };
