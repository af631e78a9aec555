/** What the list of a choice certificate says. */
import type { TargetKind } from '../../../catalog/exchange-list.ts';
import type { Language } from '../../../platform/text/language.ts';

const ru = {
  card: 'Обмен',
  cardLead:
    'Это сертификат на выбор: получатель обменивает его на сертификаты других продуктов, а остаток сохраняется. На кассе его не гасят.',
  toList: 'На что обменивается',
  title: 'На что обменивается сертификат',
  lead: 'Добавьте продукты по одному или сразу всю категорию либо бренд. Получатель видит только то, что сейчас продаётся; другие сертификаты на выбор не показываются никогда. Если убрать строку, обменянное раньше останется.',
  notChoice:
    'Сертификаты этого продукта ни на что не обмениваются. Чтобы это изменить, выберите у продукта «Где принимают: обменивается на другие сертификаты».',
  lines: 'Строк в списке',
  offered: 'Продуктов в продаже',
  empty: 'Список пуст. Пока он пуст, продукт не продаётся.',
  what: 'Что',
  kinds: { product: 'продукт', category: 'категория', brand: 'бренд' } satisfies Record<TargetKind, string>,
  onSale: 'Сейчас в продаже',
  nothing: 'ничего',
  remove: 'Убрать',
  removed: 'Убрано из списка.',
  addTitle: 'Добавить',
  add: 'Добавить в список',
  added: (count: string): string => `Добавлено: ${count}.`,
  known: 'Всё это в списке уже есть.',
  products: 'Номера продуктов',
  productsHint: 'Через пробел: 2001 2002.',
  category: 'Категория целиком',
  brand: 'Бренд целиком',
  none: 'не выбрано',
  problems: {
    empty: 'Назовите продукты или выберите категорию либо бренд.',
    ids: 'Номера продуктов — целые числа через пробел.',
    unfit: (ids: string): string => `Таких продуктов нет, или это сами сертификаты на выбор: ${ids}.`,
    gone: 'Этого уже нет: выберите заново.',
    'too-many': (most: string): string =>
      `Строк может быть не больше ${most}: выберите категории или бренды.`,
  },
};

export const exchangeLabels: Record<Language, typeof ru> = {
  ru,
  en: {
    card: 'Exchange',
    cardLead:
      'This is a choice certificate: its holder exchanges it for certificates of other products and keeps the rest. It is not redeemed at a till.',
    toList: 'What it is exchanged for',
    title: 'What the certificate is exchanged for',
    lead: 'Add products one by one, or a whole category or brand. Holders see only what is on sale now, and never other choice certificates. If you remove a line, what was exchanged before stays.',
    notChoice:
      'Certificates of this product are not exchanged for anything. To change that, choose “Accepted: exchanged for other certificates” among the fields of the product.',
    lines: 'Lines of the list',
    offered: 'Products on sale',
    empty: 'The list is empty. As long as it is, the product is not on sale.',
    what: 'What',
    kinds: { product: 'product', category: 'category', brand: 'brand' },
    onSale: 'On sale now',
    nothing: 'nothing',
    remove: 'Remove',
    removed: 'Removed from the list.',
    addTitle: 'Add',
    add: 'Add to the list',
    added: (count) => `Added: ${count}.`,
    known: 'All of this is on the list already.',
    products: 'Numbers of products',
    productsHint: 'With spaces: 2001 2002.',
    category: 'A whole category',
    brand: 'A whole brand',
    none: 'none',
    problems: {
      empty: 'Name products, or choose a category or a brand.',
      ids: 'Numbers of products are whole numbers with spaces between.',
      unfit: (ids) => `There are no such products, or they are choice certificates themselves: ${ids}.`,
      gone: 'This is gone: choose again.',
      'too-many': (most) => `There can be at most ${most} lines: choose categories or brands.`,
    },
  },
};
