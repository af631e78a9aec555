/** What letters about alerts say. */
import { quoted } from '../../../platform/text/typography.ts';
import type { Language } from '../../../platform/text/language.ts';

const ru = {
  stockSubject: (about: string, face: string) => `Заканчиваются коды: ${quoted(about, 'ru')}, ${face}`,
  endingSubject: (about: string, face: string) =>
    `Коды сняты с продажи, срок заканчивается: ${quoted(about, 'ru')}, ${face}`,
  limitSubject: (about: string) => `Заканчивается месячный лимит: ${quoted(about, 'ru')}`,
  pullSubject: (about: string) => `Программа поставщика не забирает продажи: ${quoted(about, 'ru')}`,
  stock: (left: number) => (left === 0 ? 'Кодов не осталось.' : `Осталось кодов: ${left}.`),
  ending: (left: number, day: string) => `Непроданных кодов: ${left}, они действуют до ${day}.`,
  orders: (left: number, of: number) => `Осталось заказов в этом месяце: ${left} из ${of}.`,
  sum: (left: string, of: string) => `Осталось в этом месяце: ${left} из ${of}.`,
  pull: (hours: number) => `Проданные сертификаты не забраны, самый ранний ждёт уже ${hours} ч.`,
  stockHint: 'Загрузите новые коды: когда они закончатся, номинал исчезнет из продажи.',
  endingHint:
    'До конца их срока меньше дней, чем задано для продукта: они больше не предлагаются и не продаются. Договоритесь с поставщиком о замене.',
  limitHint: 'Когда лимит закончится, заказы этого бренда будут отклоняться до конца месяца.',
  pullHint:
    'Пока программа поставщика не получит их из /integration/v1/used, они не активны и получатели не могут ими воспользоваться. Если программа спрашивает, посмотрите, нет ли пропусков между её интервалами: они видны в кабинете поставщика на странице «Интеграция», а запрос с gaps=yes вернёт и пропущенное.',
  supplier: 'Поставщик',
  product: 'Продукт',
  brand: 'Бренд',
  face: 'Номинал',
  at: 'Замечено (Москва)',
  once: 'Об этом сообщается один раз; снова — только если запас восстановится и опять закончится.',
  onceALot: 'Об этих кодах сообщается один раз.',
  oncePulled: 'Об этом сообщается один раз; снова — только если продажи будут забраны и опять начнут ждать.',
};

export type AlertLetterLabels = typeof ru;

export const alertLetterLabels: Record<Language, AlertLetterLabels> = {
  ru,
  en: {
    stockSubject: (about, face) => `Codes are running out: ${about}, ${face}`,
    endingSubject: (about, face) => `Codes were taken off sale, they expire soon: ${about}, ${face}`,
    limitSubject: (about) => `A monthly limit is running out: ${about}`,
    pullSubject: (about) => `The supplier’s program does not fetch its sales: ${about}`,
    stock: (left) => (left === 0 ? 'No codes are left.' : `Codes left: ${left}.`),
    ending: (left, day) => `Codes left unsold: ${left}, valid until ${day}.`,
    orders: (left, of) => `Orders left this month: ${left} of ${of}.`,
    sum: (left, of) => `Left this month: ${left} of ${of}.`,
    pull: (hours) => `Sold certificates were not fetched; the earliest has waited for ${hours} h.`,
    stockHint: 'Load new codes: without them this face value is no longer sold.',
    endingHint:
      'They expire sooner than the product allows: they are no longer offered or sold. Ask the supplier for others.',
    limitHint: 'Once the limit is used up, orders of this brand are refused until the month ends.',
    pullHint:
      'Until the supplier’s program gets them from /integration/v1/used they are inactive, and their recipients can’t use them. If the program asks, look for gaps between its intervals: the supplier’s cabinet shows them on the page “Integration”, and a request with gaps=yes returns what was missed too.',
    supplier: 'Supplier',
    product: 'Product',
    brand: 'Brand',
    face: 'Face value',
    at: 'Noticed (Moscow)',
    once: 'You are told once; again only after it has recovered and runs low again.',
    onceALot: 'You are told of these codes once.',
    oncePulled: 'You are told once; again only after the sales were fetched and others wait.',
  },
};
