/** What the story of the demo's order says. */
import type { RequestState } from '../../src/orders/states.ts';
import type { Language } from '../../src/platform/text/language.ts';
import type { OrderDelivery, OrderEventName } from '../../src/reports/order-events.ts';

export interface StoryLabels {
  titleOf(request: number): string;
  states: Record<RequestState, string>;
  events: Record<OrderEventName, string>;
  kinds: Record<OrderDelivery['kind'], string>;
  times(count: number): string;
  product: string;
  sum: string;
  order: string;
  client: string;
  callbackDue(attempts: number): string;
  gift: string;
  back: string;
  missing: string;
  refused(why: string): string;
  latest: string;
  none: string;
}

const ru: StoryLabels = {
  titleOf: (request) => `Заказ ${request}`,
  states: {
    queued: 'ждёт выпуска',
    obtaining: 'запрошен у поставщика',
    delayed: 'ждёт кодов',
    issued: 'выпущен',
    failed: 'не удался',
    cancelled: 'отменён',
  },
  events: {
    accepted: 'Принят: подпись верна, сумма удержана',
    issued: 'Сертификат выпущен, сумма списана',
    failed: 'Не удался, сумма вернулась',
    cancelled: 'Отменён по сроку, сумма вернулась',
    refunded: 'Сертификат отменён, сумма вернулась',
    resend_asked: 'Запрошена повторная отправка',
    planned: 'Будет отправлено',
    waiting: 'Ждёт активации кода',
    sent: 'Отправлено',
    not_sent: 'Отправить не удалось',
    over_quota: 'Не отправлено: исчерпан лимит тестовых писем',
    dropped: 'Отправлять больше не нужно',
    delivered: 'Доставлено',
    bounced: 'Вернулось',
    unreported: 'О доставке ничего не известно',
    opened: 'Получатель открыл страницу подарка',
    revealed: 'Получатель открыл номер',
    pdf: 'Получатель скачал PDF',
    wallet: 'Получатель добавил в кошелёк',
    received: 'Получатель ввёл код из SMS',
    redeemed: 'Сертификатом расплатились',
    redemption_undone: 'погашение отменено',
    callback_accepted: 'Клиенту сообщили, вызов принят',
    callback_abandoned: 'Клиент не принял вызов',
  },
  kinds: {
    certificate: 'сертификат',
    notice: 'уведомление',
    receipt: 'код получения',
    reminder: 'напоминание',
  },
  times: (count) => `раз: ${count}`,
  product: 'Товар',
  sum: 'Сумма',
  order: 'Номер заказа',
  client: 'Клиент',
  callbackDue: (attempts) => `Вызов клиенту ещё не принят, попыток: ${attempts}`,
  gift: 'Открыть страницу подарка',
  back: 'На главную учебного мира',
  missing: 'Такого заказа нет',
  refused: (why) => `Платформа отказала: ${why}`,
  latest: 'Последние заказы',
  none: 'Заказов пока нет. Сделайте первый: платформа примет его по подписи, выпустит сертификат, отправит письмо и сообщит клиенту.',
};

const en: StoryLabels = {
  titleOf: (request) => `Order ${request}`,
  states: {
    queued: 'waits to be issued',
    obtaining: 'its supplier was asked',
    delayed: 'waits for codes',
    issued: 'issued',
    failed: 'failed',
    cancelled: 'cancelled',
  },
  events: {
    accepted: 'Accepted: the signature is right, the sum is held',
    issued: 'Certificate issued, the sum is taken',
    failed: 'Failed, the sum went back',
    cancelled: 'Cancelled at its deadline, the sum went back',
    refunded: 'Certificate taken back, the sum went back',
    resend_asked: 'Asked to be sent again',
    planned: 'Will be sent',
    waiting: 'Waits until the code is active',
    sent: 'Sent',
    not_sent: 'Could not be sent',
    over_quota: 'Not sent: the limit of test letters',
    dropped: 'No longer needs to be sent',
    delivered: 'Delivered',
    bounced: 'Came back',
    unreported: 'Nothing is known of its delivery',
    opened: 'The recipient opened the gift page',
    revealed: 'The recipient opened the number',
    pdf: 'The recipient took the PDF',
    wallet: 'The recipient put it in a wallet',
    received: 'The recipient typed in the code of the SMS',
    redeemed: 'Somebody paid with it',
    redemption_undone: 'redemption undone',
    callback_accepted: 'The client was told and accepted the callback',
    callback_abandoned: 'The client never accepted the callback',
  },
  kinds: { certificate: 'certificate', notice: 'notice', receipt: 'receiving code', reminder: 'reminder' },
  times: (count) => `${count} times`,
  product: 'Product',
  sum: 'Sum',
  order: 'Order number',
  client: 'Client',
  callbackDue: (attempts) => `The client’s callback is not accepted yet, attempts: ${attempts}`,
  gift: 'Open the gift page',
  back: 'Home of the demo world',
  missing: 'There is no such order',
  refused: (why) => `The platform refused: ${why}`,
  latest: 'Latest orders',
  none: 'No orders yet. Place the first: the platform takes it by its signature, issues the certificate, sends a letter and tells the client.',
};

export const storyLabels: Record<Language, StoryLabels> = { ru, en };
