/** What both the client and the operator read about an order. */
import { formatFace, formatShortDate } from '../../platform/text/formats.ts';
import type { Content } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import type { OrderStory } from '../client-order.ts';
import { addressesView } from './addresses-view.ts';

const ru = {
  product: 'Продукт',
  face: 'Номинал',
  error: 'Почему не выпущен',
  number: 'Номер заказа',
  recipient: 'Получатель',
  erased: 'Данные получателя стёрты',
  address: 'Почта и телефон',
  expires: 'Действует до',
  serviceCode: 'Служебный код',
  uuid: 'uuid',
};

const labels: Record<Language, typeof ru> = {
  ru,
  en: {
    product: 'Product',
    face: 'Face value',
    error: 'Why it was not issued',
    number: 'Order number',
    recipient: 'Recipient',
    erased: 'Recipient erased',
    address: 'E-mail and phone',
    expires: 'Valid until',
    serviceCode: 'Service code',
    uuid: 'uuid',
  },
};

/** The keys are names, which each page puts into its order; null: not known. */
export function orderFacts(
  story: OrderStory,
  language: Language,
): Record<keyof typeof ru, readonly [string, Content | Date]> {
  const { order } = story;
  const { errorCode, errorText, orderId, expiresAt } = order;
  const names = labels[language];
  return {
    product: [names.product, order.title],
    face: [names.face, formatFace(order.faceKopecks, language)],
    error: [names.error, errorCode === null ? null : `${errorCode} · ${errorText ?? ''}`],
    number: [names.number, orderId === null ? null : String(orderId)],
    recipient: [names.recipient, order.recipientName],
    erased: [names.erased, order.erasedAt],
    address: [names.address, addressesView(story, language)],
    expires: [names.expires, expiresAt === null ? null : formatShortDate(expiresAt, language)],
    serviceCode: [names.serviceCode, order.serviceCode],
    uuid: [names.uuid, order.uuid],
  };
}
