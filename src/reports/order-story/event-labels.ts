/** Names of what happens to an order. */
import type { OrderDelivery, OrderEventName } from '../order-events.ts';
import type { CodeOpening, SupplierCall } from '../client-order.ts';
import type { Language } from '../../platform/text/language.ts';

const readers: Record<Language, Record<string, string>> = {
  ru: {
    'client-api': 'программой по API',
    'gift-page': 'на странице сертификата',
    pdf: 'для PDF',
    letter: 'для письма',
    wallet: 'для кошелька телефона',
    supplier: 'для активации у поставщика',
    cabinet: 'в кабинете',
  },
  en: {
    'client-api': 'by a program over the API',
    'gift-page': 'on the gift page',
    pdf: 'for a PDF',
    letter: 'for a letter',
    wallet: 'for a phone wallet',
    supplier: 'to activate it at the supplier',
    cabinet: 'in the cabinet',
  },
};

export const readerName = (reader: CodeOpening['reader'], language: Language): string =>
  readers[language][reader] ?? reader;

const ru = {
  events: {
    accepted: 'Принят',
    issued: 'Выпущен',
    failed: 'Не выпущен',
    cancelled: 'Отменён',
    refunded: 'Отозван, сумма возвращена',
    resend_asked: 'Запрошена повторная отправка',
    planned: 'Будет отправлено',
    waiting: 'Ждёт активации кода',
    sent: 'Отправлено',
    not_sent: 'Не отправлено',
    over_quota: 'Не отправлено: тестовых писем за день хватит',
    dropped: 'Отправлять не понадобилось',
    delivered: 'Доставлено',
    bounced: 'Не доставлено',
    unreported: 'Отчёта о доставке нет',
    opened: 'Страница открыта',
    revealed: 'Получатель показал код',
    pdf: 'Скачан PDF',
    wallet: 'Добавлен в кошелёк телефона',
    received: 'Получен по коду из СМС',
    redeemed: 'Погашен',
    redeemed_part: 'Погашена часть',
    redemption_undone: 'Погашение отменено',
    callback_accepted: 'Обратный вызов принят',
    callback_abandoned: 'Обратный вызов не принят, попытки закончились',
  } satisfies Record<OrderEventName, string>,
  resentElsewhere: 'Запрошена отправка на другой адрес',
  messages: {
    certificate: 'письмо с сертификатом',
    notice: 'СМС со ссылкой',
    receipt: 'код для получения',
    reminder: 'напоминание',
    confirmation: 'код для обмена',
  } satisfies Record<OrderDelivery['kind'], string>,
  askers: {
    order: 'по заказу',
    client: 'по просьбе вашей стороны',
    operator: 'по просьбе поддержки',
    recipient: 'по просьбе получателя',
  } satisfies Record<OrderDelivery['askedBy'], string>,
  calls: {
    issue: (attempt) => `Запрос поставщику, попытка ${attempt}`,
    activate: (attempt) => `Активация у поставщика, попытка ${attempt}`,
  } satisfies Record<SupplierCall['kind'], (attempt: number) => string>,
  outcomes: {
    done: 'получен ответ',
    refused: 'отказ',
    unclear: 'ответ неясен, код ещё может прийти',
    unreached: 'нет связи',
    wrong: 'ответ не подходит к заказу',
  } satisfies Record<SupplierCall['outcome'], string>,
  attempt: (attempt: number, status: number | null) =>
    `Обратный вызов, попытка ${attempt}: ${status === null ? 'нет ответа' : `HTTP ${status}`}`,
  opened: (reader: string, name: string | null) =>
    `Код прочитан ${reader}${name === null ? '' : ` (${name})`}`,
  attempts: (attempts: number) => `попыток: ${attempts}`,
  times: (times: number, last: string) => `раз: ${times}, последний ${last}`,
  held: (sum: string) => `${sum} зарезервировано`,
  placedBy: (name: string) => `заказ сделан в кабинете: ${name}`,
  byHolder: 'выбран получателем сертификата',
  byProgram: 'заказ пришёл по API',
  ofBulk: (bulkId: number, confirmedBy: string | null) =>
    `из массового заказа ${bulkId}${confirmedBy === null ? '' : `, подтвердил(а) ${confirmedBy}`}`,
  seconds: (milliseconds: number) => `${(milliseconds / 1000).toFixed(1).replace('.', ',')} с`,
};

export type EventLabels = typeof ru;

export const eventLabels: Record<Language, EventLabels> = {
  ru,
  en: {
    events: {
      accepted: 'Accepted',
      issued: 'Issued',
      failed: 'Failed',
      cancelled: 'Cancelled',
      refunded: 'Taken back, the sum returned',
      resend_asked: 'Resend requested',
      planned: 'Will be sent',
      waiting: 'Waits for the activation of the code',
      sent: 'Sent',
      not_sent: 'Not sent',
      over_quota: 'Not sent: enough test letters for a day',
      dropped: 'No longer needed',
      delivered: 'Delivered',
      bounced: 'Not delivered',
      unreported: 'No delivery report',
      opened: 'Page opened',
      revealed: 'The recipient showed the code',
      pdf: 'PDF downloaded',
      wallet: 'Added to a phone wallet',
      received: 'Received by the code of a text',
      redeemed: 'Redeemed',
      redeemed_part: 'Redeemed in part',
      redemption_undone: 'Redemption undone',
      callback_accepted: 'Callback accepted',
      callback_abandoned: 'Callback given up after its last attempt',
    },
    resentElsewhere: 'Resend to another address requested',
    messages: {
      certificate: 'letter with the certificate',
      notice: 'text with the link',
      receipt: 'code for receipt',
      reminder: 'reminder',
      confirmation: 'code for an exchange',
    },
    askers: {
      order: 'by the order',
      client: 'asked for by your side',
      operator: 'asked for by support',
      recipient: 'asked for by the recipient',
    },
    calls: {
      issue: (attempt) => `Supplier asked, attempt ${attempt}`,
      activate: (attempt) => `Activation at the supplier, attempt ${attempt}`,
    },
    outcomes: {
      done: 'answered',
      refused: 'refused',
      unclear: 'unclear answer, the code may still come',
      unreached: 'not reached',
      wrong: 'the answer does not match the order',
    },
    attempt: (attempt, status) =>
      `Callback, attempt ${attempt}: ${status === null ? 'no answer' : `HTTP ${status}`}`,
    opened: (reader, name) => `Code read ${reader}${name === null ? '' : ` (${name})`}`,
    attempts: (attempts) => `${attempts} attempts`,
    times: (times, last) => `${times} times, last ${last}`,
    held: (sum) => `${sum} held`,
    placedBy: (name) => `placed in the cabinet by ${name}`,
    byHolder: 'chosen by the holder of a choice certificate',
    byProgram: 'came over the API',
    ofBulk: (bulkId, confirmedBy) =>
      `of bulk order ${bulkId}${confirmedBy === null ? '' : `, confirmed by ${confirmedBy}`}`,
    seconds: (milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`,
  },
};
