/** Titles, headings and states of the files with a supplier's sales and redemptions. */
export const supplierListFiles = {
  sold: {
    ru: {
      title: 'Продано',
      headings: [
        'Продан (Москва)',
        'Заказ',
        'Сертификат',
        'Номинал, ₽',
        'Действует до',
        'Состояние',
        'Погашен',
      ],
    },
    en: {
      title: 'Sold',
      headings: [
        'Sold (Moscow)',
        'Order',
        'Certificate',
        'Face value, ₽',
        'Valid until',
        'State',
        'Redeemed',
      ],
    },
  },
  redeemed: {
    ru: {
      title: 'Погашено',
      headings: [
        'Погашен (Москва)',
        'Номер операции',
        'Сертификат',
        'Номинал, ₽',
        'Касса',
        'Магазин',
        'Отменено',
        'Причина',
      ],
    },
    en: {
      title: 'Redeemed',
      headings: [
        'Redeemed (Moscow)',
        'Transaction',
        'Certificate',
        'Face value, ₽',
        'Till',
        'Shop',
        'Undone',
        'Reason',
      ],
    },
  },
} as const;

export const codeStateNames = {
  ru: { active: 'действует', inactive: 'не активирован', redeemed: 'погашен', refunded: 'возвращён' },
  en: { active: 'valid', inactive: 'not activated', redeemed: 'redeemed', refunded: 'refunded' },
} as const;
