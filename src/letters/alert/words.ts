import { quoted } from '../../platform/web/typography.ts';
import type { Language } from '../../platform/web/language.ts';

export interface AlertLetterWords {
  stockSubject: (about: string, face: string) => string;
  limitSubject: (about: string) => string;
  stock: (left: number) => string;
  orders: (left: number, of: number) => string;
  sum: (left: string, of: string) => string;
  stockHint: string;
  limitHint: string;
  supplier: string;
  product: string;
  brand: string;
  face: string;
  at: string;
  once: string;
}

export const alertLetterWords: Record<Language, AlertLetterWords> = {
  ru: {
    stockSubject: (about, face) => `Заканчиваются коды: ${quoted(about, 'ru')}, ${face}`,
    limitSubject: (about) => `Заканчивается месячный лимит: ${quoted(about, 'ru')}`,
    stock: (left) => (left === 0 ? 'Кодов не осталось.' : `Осталось кодов: ${left}.`),
    orders: (left, of) => `Осталось заказов в этом месяце: ${left} из ${of}.`,
    sum: (left, of) => `Осталось в этом месяце: ${left} из ${of}.`,
    stockHint: 'Загрузите новые коды: когда они закончатся, номинал исчезнет из продажи.',
    limitHint: 'Когда лимит закончится, заказы этого бренда будут отклоняться до конца месяца.',
    supplier: 'Поставщик',
    product: 'Продукт',
    brand: 'Бренд',
    face: 'Номинал',
    at: 'Замечено (Москва)',
    once: 'Об этом сообщается один раз; снова — только если запас восстановится и опять закончится.',
  },
  en: {
    stockSubject: (about, face) => `Codes are running out: ${about}, ${face}`,
    limitSubject: (about) => `A monthly limit is running out: ${about}`,
    stock: (left) => (left === 0 ? 'No codes are left.' : `Codes left: ${left}.`),
    orders: (left, of) => `Orders left this month: ${left} of ${of}.`,
    sum: (left, of) => `Left this month: ${left} of ${of}.`,
    stockHint: 'Load new codes: without any the face goes out of sale.',
    limitHint: 'Once the limit is used up, orders of this brand are refused until the month ends.',
    supplier: 'Supplier',
    product: 'Product',
    brand: 'Brand',
    face: 'Face value',
    at: 'Noticed (Moscow)',
    once: 'This is told once; again only after it has recovered and runs out anew.',
  },
};
