/** `/c/charts`: how much was ordered, how quickly it was issued, what failed, and what is liked. */
import { formatFace } from '../../../platform/text/formats.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { dayAfter, moscowDay } from '../../../platform/time/moscow-time.ts';
import { roublesFromKopecks } from '../../../platform/values/money.ts';
import { formatCount } from '../../../platform/text/formats.ts';
import {
  clientDays,
  failuresByCode,
  topProducts,
  type ClientDay,
  type FailureCount,
  type ProductSales,
} from '../../../reports/client-days.ts';
import { errorName } from '../../../orders/error-names.ts';
import { chartView, dayAndMonth, type Chart } from '../../../web/charts/chart-view.ts';
import { comparedView } from '../../../web/charts/compared.ts';
import { addressOf, at } from '../../../web/request-language.ts';
import { emptyView } from '../../../web/shell/list-view.ts';
import { rowsView, type Columns } from '../../../web/shell/rows-view.ts';
import type { CabinetCall, CabinetPages } from '../cabinet.ts';
import { chartsLabels } from './labels.ts';

const path = '/c/charts';
const periods = [7, 30, 90] as const;

interface Charts {
  period: number;
  days: ClientDay[];
  /** The same number of days before those. */
  before: ClientDay[];
  products: ProductSales[];
  failures: FailureCount[];
}

export function addCharts(pages: CabinetPages): void {
  pages.page<Charts>({ path, needs: 'orders.read', load, view });
}

async function load({ ctx, party, query, now }: CabinetCall): Promise<Charts> {
  const period = periods.find((days) => String(days) === query['days']) ?? 30;
  const until = moscowDay(now);
  const ask = { clientId: party.partyId, from: dayAfter(until, 1 - period), until };
  const [days, products, failures] = await Promise.all([
    clientDays(ctx.pageDb, { ...ask, from: dayAfter(until, 1 - 2 * period) }),
    topProducts(ctx.pageDb, ask),
    failuresByCode(ctx.pageDb, ask),
  ]);
  return { period, days: days.slice(period), before: days.slice(0, period), products, failures };
}

function view(charts: Charts, { language }: CabinetCall) {
  const labels = chartsLabels[language];
  const isEmpty = charts.products.length === 0 && charts.failures.length === 0;
  const tabs = periods.map(
    (days) =>
      html`<a href="${at(addressOf(path, { days: String(days) }), language)}"${days === charts.period && html` aria-current="page"`}>${labels.days(days)}</a>`,
  );
  return {
    title: labels.title,
    main: html`<h1>${labels.title}</h1>
<nav class="tabs" aria-label="${labels.period}">${tabs}</nav>
${isEmpty ? emptyView(labels.empty) : chartCards(charts, language)}
<p class="muted">${labels.note}</p>`,
  };
}

function chartCards({ period, days, before, products, failures }: Charts, language: Language): Html {
  const labels = chartsLabels[language];
  const names = days.map(({ day }) => dayAndMonth(day));
  const card = (chart: Pick<Chart, 'title' | 'series'> & Partial<Chart>): Html =>
    html`<section class="card">${chartView({ kind: 'columns', labels: names, unfinished: true, language, ...chart })}</section>`;
  const earlier = (of: (day: ClientDay) => number): Pick<Chart, 'before'> => ({
    before: { name: labels.before(period), values: before.map(of) },
  });
  // Today is the last of the days, and not over.
  const whole = period - 1;
  const compared = (of: (day: ClientDay) => number, format: (value: number) => string): Content => {
    const [now, then] = [sum(days.slice(0, whole), of), sum(before.slice(1), of)];
    return comparedView({ now, before: then, days: whole, format }, language);
  };
  const ofProducts: Columns<(typeof products)[number]> = [
    { name: labels.product, cell: ({ title }) => title },
    { name: labels.count, look: 'sum', cell: ({ orders }) => formatCount(orders, language) },
    { name: labels.sum, look: 'sum', cell: ({ sumKopecks }) => formatFace(sumKopecks, language) },
  ];
  const ofFailures: Columns<(typeof failures)[number]> = [
    { name: labels.code, cell: ({ errorCode }) => String(errorCode) },
    { name: labels.why, cell: ({ errorCode }) => errorName(errorCode, language) },
    { name: labels.count, look: 'sum', cell: ({ orders }) => formatCount(orders, language) },
  ];
  return html`${card({
    title: labels.orders,
    said: compared(issuedOf, (count) => labels.issuedShort(formatCount(count, language))),
    ...earlier(issuedOf),
    series: [
      { name: labels.issued, values: days.map(issuedOf), look: 'yes' },
      { name: labels.cancelled, values: days.map(({ cancelled }) => cancelled), look: 'second' },
      { name: labels.failed, values: days.map(({ failed }) => failed), look: 'no' },
    ],
  })}
${card({
  title: labels.sums,
  said: compared(sumOf, (roubles) => roublesText(roubles, language)),
  ...earlier(sumOf),
  series: [{ name: labels.sum, values: days.map(sumOf) }],
  format: roublesText,
})}
${card({
  title: labels.speed,
  said: quicklyView(days.slice(0, whole), before.slice(1), language),
  series: [
    { name: labels.within5s, values: days.map(({ within5s }) => within5s), look: 'yes' },
    {
      name: labels.within1h,
      values: days.map(({ within1min, within1h }) => within1min + within1h),
      look: 'note',
    },
    { name: labels.slower, values: days.map(({ slower }) => slower), look: 'no' },
  ],
})}
<section class="card"><h2>${labels.products}</h2>${rowsView({ caption: labels.products, columns: ofProducts, rows: products }, language)}</section>
${
  failures.length > 0 &&
  html`<section class="card"><h2>${labels.failures}</h2>${rowsView({ caption: labels.failures, columns: ofFailures, rows: failures }, language)}</section>`
}`;
}

/** The share that was issued at once; false where nothing was issued. */
function quicklyView(now: readonly ClientDay[], before: readonly ClientDay[], language: Language): Content {
  const share = shareAtOnce(now);
  if (share === null) return false;
  const format = (value: number): string =>
    chartsLabels[language].quickly(
      `${formatCount(Math.floor(value * 100), language)}${language === 'ru' ? '\u00a0' : ''}%`,
    );
  const compared = { now: share, before: shareAtOnce(before) ?? 0, days: now.length, isShare: true, format };
  return comparedView(compared, language);
}

function shareAtOnce(days: readonly ClientDay[]): number | null {
  const all = sum(
    days,
    ({ within5s, within1min, within1h, slower }) => within5s + within1min + within1h + slower,
  );
  return all === 0 ? null : sum(days, ({ within5s }) => within5s) / all;
}

const issuedOf = ({ issued }: ClientDay): number => issued;
const sumOf = ({ sumKopecks }: ClientDay): number => roublesFromKopecks(sumKopecks);

const sum = (days: readonly ClientDay[], of: (day: ClientDay) => number): number =>
  days.reduce((all, day) => all + of(day), 0);

const roublesText = (roubles: number, language: Language): string =>
  `${formatCount(Math.round(roubles), language)}\u00a0₽`;
