/** What `/o/callbacks` says. */
import type { Language } from '../../../platform/text/language.ts';

const ru = {
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
  number: 'Запрос',
  ended: 'Попытки кончились',
  empty: 'Все вызовы приняты.',
};

export type CallbackLabels = typeof ru;

const en: CallbackLabels = {
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
  number: 'Request',
  ended: 'Given up',
  empty: 'All callbacks are accepted.',
};

export const callbackLabels: Record<Language, CallbackLabels> = { ru, en };
