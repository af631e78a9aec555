/** What `/o/callbacks` says. */
import type { Language } from '../../../platform/text/language.ts';
import type { CallbackKind } from '../../../reports/callbacks-of-all.ts';

const ru = {
  lead: 'Вызовы адресов всех клиентов. Непринятый повторяется семь раз за четыре часа, потом его может повторить человек: те же данные с тем же номером.',
  which: 'Какие',
  kinds: {
    failed: 'не приняты',
    repeat: 'ждут повтора',
    first: 'ждут первой попытки',
    accepted: 'приняты',
  } satisfies Record<CallbackKind, string>,
  kindNotes: {
    accepted:
      'У всех клиентов показаны вызовы о выпущенных заказах, новые сверху; остальные — по номеру клиента.',
  } as Partial<Record<CallbackKind, string>>,
  moments: {
    failed: 'Попытки закончились',
    repeat: 'Следующая попытка',
    first: 'Заказ завершён',
    accepted: 'Принят',
  } satisfies Record<CallbackKind, string>,
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
  empty: {
    failed: 'Непринятых вызовов нет. Здесь появятся те, что приёмник не принял за восемь попыток.',
    repeat: 'Повтора не ждёт ни один вызов.',
    first: 'Очередь пуста: все вызовы сделаны.',
    accepted: 'Принятых вызовов пока нет: они появятся после первого заказа клиента, который задал адрес.',
  } satisfies Record<CallbackKind, string>,
};

export type CallbackLabels = typeof ru;

const en: CallbackLabels = {
  lead: 'Calls to the addresses of all clients. One that is not accepted is repeated seven times within four hours; then a person may: the same data under the same number.',
  which: 'Which',
  kinds: {
    failed: 'not accepted',
    repeat: 'waiting for a repeat',
    first: 'waiting for the first attempt',
    accepted: 'accepted',
  },
  kindNotes: {
    accepted:
      'Of all clients, the callbacks of issued orders are shown, newest first; others by the number of their client.',
  },
  moments: {
    failed: 'Given up',
    repeat: 'Next attempt',
    first: 'The order ended',
    accepted: 'Accepted',
  },
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
  empty: {
    failed:
      'All callbacks are accepted. Those that a receiver does not accept in eight attempts appear here.',
    repeat: 'No callback waits for a repeat.',
    first: 'The queue is empty: all calls were made.',
    accepted:
      'There are no accepted callbacks yet: they appear after the first order of a client that has set an address.',
  },
};

export const callbackLabels: Record<Language, CallbackLabels> = { ru, en };
