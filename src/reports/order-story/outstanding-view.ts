/** Tables of what is left of certificates that are used in parts or exchanged. */
import { monthName, monthOf } from '../../clients/money/months.ts';
import {
  leftOf,
  type Outstanding,
  type OutstandingSums,
} from '../../redemption/outstanding/read-outstanding.ts';
import { formatCount, formatFace, formatShortMoment } from '../../platform/text/formats.ts';
import { html, type Content, type Html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import { emptyView } from '../../web/shell/list-view.ts';
import { rowsView, type Columns } from '../../web/shell/rows-view.ts';
import { tilesView } from '../../web/shell/parts-view.ts';

const ru = {
  lead: 'Сертификаты на выбор и те, что тратят по частям, пока они действуют и на них что-то есть: сколько на них осталось и когда это сгорит.',
  counted: (moment: string) => `Посчитано ${moment}; пересчитывается само.`,
  notYet:
    'Таких сертификатов нет, или они ещё не посчитаны: это делается в фоне, через несколько минут после первых продаж.',
  nothing: 'Действующих сертификатов с остатком нет.',
  certificates: 'Сертификатов',
  face: 'Номинал',
  taken: 'Использовано',
  left: 'Осталось',
  byProduct: 'По продуктам',
  product: 'Продукт',
  byMonth: 'Когда сгорит',
  month: 'Месяц',
  never: 'без срока',
  byClient: 'По клиентам',
  client: 'Клиент',
};

const labels: Record<Language, typeof ru> = {
  ru,
  en: {
    lead: 'Choice certificates and those that are used in parts, while they are in force and something is left: how much it is, and when it lapses.',
    counted: (moment) => `Counted ${moment}; it is counted again by itself.`,
    notYet:
      'There are no such certificates, or they are not counted yet: that is done in the background, minutes after the first are sold.',
    nothing: 'There are no certificates in force with something left.',
    certificates: 'Certificates',
    face: 'Face value',
    taken: 'Used',
    left: 'Left',
    byProduct: 'By product',
    product: 'Product',
    byMonth: 'When it lapses',
    month: 'Month',
    never: 'never',
    byClient: 'By client',
    client: 'Client',
  },
};

/** `clientLink`: of the operator's people who may see clients. */
export function outstandingView(
  { countedAt, total, products, months, clients }: Outstanding,
  language: Language,
  clientLink: ((clientId: number, name: string) => Content) | null,
): Html {
  const text = labels[language];
  if (countedAt === null) return emptyView(text.notYet);
  const counted = html`<p class="lead">${text.lead}</p><p class="muted">${text.counted(formatShortMoment(countedAt, language))}</p>`;
  if (total.certificates === 0) return html`${counted}${emptyView(text.nothing)}`;
  const byMonth = months.map((one) => ({ ...one, name: nameOf(one.month, language) }));
  return html`${counted}
${tilesView([
  { name: text.certificates, value: formatCount(total.certificates, language) },
  { name: text.face, value: formatFace(total.faceKopecks, language) },
  { name: text.taken, value: formatFace(total.takenKopecks, language) },
  { name: text.left, value: formatFace(leftOf(total), language) },
])}
${sumsView(
  text.byProduct,
  text.product,
  products.map((one) => ({ ...one, name: one.title })),
  language,
)}
${sumsView(text.byMonth, text.month, byMonth, language)}
${
  clientLink !== null &&
  sumsView(
    text.byClient,
    text.client,
    clients.map((one) => ({ ...one, name: clientLink(one.clientId, one.name) })),
    language,
  )
}`;
}

function nameOf(month: string, language: Language): string {
  const known = monthOf(month);
  return known === null ? labels[language].never : monthName(known, language);
}

function sumsView(
  title: string,
  heading: string,
  rows: readonly (OutstandingSums & { name: Content })[],
  language: Language,
): Html {
  const text = labels[language];
  const sum = (kopecks: number) => formatFace(kopecks, language);
  const columns: Columns<(typeof rows)[number]> = [
    { name: heading, cell: (one) => one.name },
    { name: text.certificates, look: 'sum', cell: (one) => formatCount(one.certificates, language) },
    { name: text.face, look: 'sum', cell: (one) => sum(one.faceKopecks) },
    { name: text.taken, look: 'sum', cell: (one) => sum(one.takenKopecks) },
    { name: text.left, look: 'sum', cell: (one) => sum(leftOf(one)) },
  ];
  return html`<section class="card"><h2>${title}</h2>${rowsView({ caption: title, columns, rows }, language)}</section>`;
}
