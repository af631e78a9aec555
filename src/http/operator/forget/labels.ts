/** What `/o/forget` says. */
import type { Hindrance } from '../../../erasure/hindrance.ts';
import type { WrongErasure } from '../../../erasure/read-erasure.ts';
import type { Language } from '../../../platform/text/language.ts';

export interface ForgetLabels {
  title: string;
  lead: string;
  what: string;
  whatHint: string;
  client: string;
  clientHint: string;
  reason: string;
  reasonHint: string;
  count: string;
  counted: string;
  ofOrder: (requestId: number) => string;
  ofAddress: string;
  erasable: string;
  more: (count: string) => string;
  earlier: string;
  waits: Record<Hindrance, string>;
  waitsLead: string;
  nothing: string;
  forever: string;
  erase: string;
  back: string;
  asked: string;
  problems: Record<WrongErasure['is'], string>;
  list: string;
  none: string;
  columns: Record<
    'asked' | 'by' | 'of' | 'client' | 'orders' | 'codes' | 'rows' | 'state' | 'reason',
    string
  >;
  address: string;
  wholeClient: string;
  all: string;
  ended: string;
  running: string;
  again: string;
  days: string;
  daysLead: string;
  day: string;
}

const ru: ForgetLabels = {
  title: 'Забыть получателя',
  lead: 'Стирает почту, телефоны, имена, поздравления и комментарии везде, где они есть. Коды, деньги, время и состояния остаются.',
  what: 'Номер запроса, почта или телефон',
  whatHint: 'По номеру стирается получатель одного заказа, по почте или телефону — человек во всех заказах.',
  client: 'Номер клиента',
  clientHint: 'Если стереть нужно только у него; пусто — у всех.',
  reason: 'Основание',
  reasonHint: 'Например: «письмо № 7 от 2.11.2026». Хранится всегда, поэтому не называйте здесь человека.',
  count: 'Посчитать',
  counted: 'Что будет стёрто',
  ofOrder: (requestId) => `Получатель заказа ${requestId}`,
  ofAddress: 'Человек с этим адресом',
  erasable: 'Заказов можно стереть сейчас',
  more: (count) => `больше ${count}`,
  earlier: 'Об этом уже просили, раз',
  waits: {
    'on-its-way': 'ещё не выпущены',
    'not-sent': 'сертификат ещё не отправлен',
    'callback-owed': 'клиенту ещё не сообщено',
    busy: 'сейчас в работе',
  },
  waitsLead: 'Подождут',
  nothing: 'Заказов с этим адресом нет. Запрос всё равно будет записан.',
  forever: 'Стёртое нельзя вернуть. Что ждёт, сотрётся само, как только станет можно.',
  erase: 'Стереть навсегда',
  back: 'Не стирать',
  asked: 'Стирание началось.',
  problems: {
    'no-order': 'Такого запроса нет.',
    'no-client': 'Такого клиента нет.',
    'bad-address': 'Это не номер запроса, не почта и не телефон.',
    'no-reason': 'Напишите основание.',
    'reason-tells': 'В основании есть сам адрес, а оно хранится всегда: назовите письмо или дело.',
  },
  list: 'О чём просили',
  none: 'Ещё никто не просил.',
  columns: {
    asked: 'Когда',
    by: 'Кто',
    of: 'Что',
    client: 'Клиент',
    orders: 'Заказов',
    codes: 'Кодов',
    rows: 'Строк',
    state: 'Состояние',
    reason: 'Основание',
  },
  address: 'адрес',
  wholeClient: 'клиент целиком',
  all: 'все',
  ended: 'стёрто',
  running: 'стирается',
  again: 'снова',
  days: 'Стёрто по сроку',
  daysLead:
    'За последние 30 дней: сертификаты, которые закончились раньше срока хранения, оговорённого с клиентом.',
  day: 'День',
};

const en: ForgetLabels = {
  title: 'Forget a recipient',
  lead: 'Erases e-mails, phones, names, greetings and comments wherever they are. Codes, money, times and states stay.',
  what: 'Request number, e-mail or phone',
  whatHint: 'By a number the recipient of one order is erased, by an e-mail or phone a person in all orders.',
  client: 'Number of the client',
  clientHint: 'If it is to be erased with this one only; empty: with all.',
  reason: 'Reason',
  reasonHint: 'For example “letter 7 of 2.11.2026”. It is kept for good, so name no person here.',
  count: 'Count',
  counted: 'What will be erased',
  ofOrder: (requestId) => `The recipient of order ${requestId}`,
  ofAddress: 'The person with this address',
  erasable: 'Orders that can be erased now',
  more: (count) => `more than ${count}`,
  earlier: 'Times it was asked for before',
  waits: {
    'on-its-way': 'not issued yet',
    'not-sent': 'the certificate is not sent yet',
    'callback-owed': 'the client was not told yet',
    busy: 'being worked at',
  },
  waitsLead: 'Will wait',
  nothing: 'There is no order with this address. That it was asked for is kept all the same.',
  forever: 'What is erased cannot be brought back. What waits is erased by itself as soon as it can be.',
  erase: 'Erase for good',
  back: 'Do not erase',
  asked: 'It is being erased.',
  problems: {
    'no-order': 'There is no such request.',
    'no-client': 'There is no such client.',
    'bad-address': 'This is no request number, e-mail or phone.',
    'no-reason': 'Write the reason.',
    'reason-tells': 'The reason contains the address, and is kept for good: name the letter or case instead.',
  },
  list: 'What was asked for',
  none: 'Nobody has asked yet.',
  columns: {
    asked: 'When',
    by: 'Who',
    of: 'What',
    client: 'Client',
    orders: 'Orders',
    codes: 'Codes',
    rows: 'Rows',
    state: 'State',
    reason: 'Reason',
  },
  address: 'an address',
  wholeClient: 'the whole client',
  all: 'all',
  ended: 'erased',
  running: 'being erased',
  again: 'again',
  days: 'Erased in time',
  daysLead: 'In the last 30 days: certificates that ended longer ago than was agreed with their client.',
  day: 'Day',
};

export const forgetLabels: Record<Language, ForgetLabels> = { ru, en };
