/** What `/c/catalogue` says. */
import type { Language } from '../../../platform/text/language.ts';

const ru = {
  title: 'Каталог',
  search: 'Название',
  empty: 'В каталоге пока нет продуктов.',
  none: 'Продуктов с таким названием нет.',
  faces: 'Номиналы в наличии',
  gone: 'Закончились',
  free: (least: string, most: string) => `любая сумма от ${least} до ${most}`,
  soldOut: 'сейчас заказать нельзя',
  validity: 'Действует',
  unlimited: 'без ограничения срока',
  until: (date: string) => `до ${date}`,
  days: (days: number) => `${days} дн. с выпуска`,
  support: 'Поддержка бренда',
  terms: 'Условия использования',
  order: 'Заказать',
  more: 'Подробнее',
  moreFaces: (count: string) => `и ещё ${count}`,
  changes: 'Изменения за 7 дней',
  kinds: { come: 'появились', gone: 'закончились' },
};

export type CatalogueLabels = typeof ru;

export const catalogueLabels: Record<Language, CatalogueLabels> = {
  ru,
  en: {
    title: 'Catalogue',
    search: 'Title',
    empty: 'There are no products yet.',
    none: 'No product has such a title.',
    faces: 'Face values in stock',
    gone: 'Sold out',
    free: (least, most) => `any sum from ${least} to ${most}`,
    soldOut: 'cannot be ordered now',
    validity: 'Valid',
    unlimited: 'without a limit',
    until: (date) => `until ${date}`,
    days: (days) => `${days} days from issue`,
    support: "The brand's support",
    terms: 'Terms of use',
    order: 'Order',
    more: 'Details',
    moreFaces: (count) => `and ${count} more`,
    changes: 'Changes, last 7 days',
    kinds: { come: 'in stock again', gone: 'sold out' },
  },
};
