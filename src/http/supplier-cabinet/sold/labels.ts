/** What `/s/sold` says. */
import type { Language } from '../../../platform/text/language.ts';
import type { SaleLine } from '../../../reports/list-supplier-sales.ts';

const ru = {
  title: 'Проданные сертификаты',
  lead: 'Каждый проданный сертификат с номером заказа и тем, что с ним стало.',
  from: 'С дня',
  until: 'По день',
  product: 'Сертификат',
  face: 'Номинал, ₽',
  sold: 'Продан',
  order: 'Заказ',
  certificate: 'Сертификат',
  faceColumn: 'Номинал',
  validUntil: 'Действует до',
  unlimited: 'без ограничения',
  state: 'Состояние',
  states: {
    active: 'действует',
    inactive: 'ждёт активации',
    redeemed: 'погашен',
    refunded: 'возвращён',
  } satisfies Record<SaleLine['state'], string>,
  empty: 'Продаж ещё не было.',
  noneSuch: 'Таких продаж нет.',
  lookedAt: 'Просмотрена часть списка. Дальше — по ссылке «Старше».',
};

export type SoldLabels = typeof ru;

export const soldLabels: Record<Language, SoldLabels> = {
  ru,
  en: {
    title: 'Sold certificates',
    lead: 'Every sold certificate with its order number, and what became of it.',
    from: 'From',
    until: 'Until',
    product: 'Certificate',
    face: 'Face value, ₽',
    sold: 'Sold',
    order: 'Order',
    certificate: 'Certificate',
    faceColumn: 'Face value',
    validUntil: 'Valid until',
    unlimited: 'unlimited',
    state: 'State',
    states: {
      active: 'valid',
      inactive: 'waits for activation',
      redeemed: 'redeemed',
      refunded: 'refunded',
    },
    empty: 'Nothing has been sold yet.',
    noneSuch: 'There are no such sales.',
    lookedAt: 'Only a part of the list was searched. Continue with “Older”.',
  },
};
