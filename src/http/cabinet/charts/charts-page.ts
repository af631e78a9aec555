/** `/c/charts`: how much was ordered, how quickly it was issued, what failed, and what is liked. */
import { formatFace } from '../../../platform/text/formats.ts';
import { html, type Html } from '../../../platform/text/html.ts';
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
import { addressOf, at } from '../../../web/request-language.ts';
import { emptyView, tableView } from '../../../web/shell/list-view.ts';
import type { CabinetCall, CabinetPages } from '../cabinet.ts';
import { chartsLabels } from './labels.ts';

const path = '/c/charts';
const periods = [7, 30, 90] as const;

interface Charts {
  period: number;
  days: ClientDay[];
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
    clientDays(ctx.pageDb, ask),
    topProducts(ctx.pageDb, ask),
    failuresByCode(ctx.pageDb, ask),
  ]);
  return { period, days, products, failures };
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

function chartCards({ days, products, failures }: Charts, language: Language): Html {
  const labels = chartsLabels[language];
  const names = days.map(({ day }) => dayAndMonth(day));
  const card = (chart: Pick<Chart, 'title' | 'series'> & Partial<Chart>): Html =>
    html`<section class="card">${chartView({ kind: 'columns', labels: names, unfinished: true, language, ...chart })}</section>`;
  return html`${card({
    title: labels.orders,
    series: [
      { name: labels.issued, values: days.map(({ issued }) => issued) },
      { name: labels.cancelled, values: days.map(({ cancelled }) => cancelled), look: 'second' },
      { name: labels.failed, values: days.map(({ failed }) => failed), look: 'third' },
    ],
  })}
${card({
  title: labels.sums,
  series: [{ name: labels.sum, values: days.map(({ sumKopecks }) => roublesFromKopecks(sumKopecks)) }],
  format: (roubles) => `${formatCount(Math.round(roubles), language)}\u00a0₽`,
})}
${card({
  title: labels.speed,
  series: [
    { name: labels.within5s, values: days.map(({ within5s }) => within5s) },
    {
      name: labels.within1h,
      values: days.map(({ within1min, within1h }) => within1min + within1h),
      look: 'second',
    },
    { name: labels.slower, values: days.map(({ slower }) => slower), look: 'third' },
  ],
})}
<section class="card"><h2>${labels.products}</h2>${tableView({
    caption: labels.products,
    columns: [
      { name: labels.product },
      { name: labels.count, look: 'sum' },
      { name: labels.sum, look: 'sum' },
    ],
    rows: products.map(({ title, orders, sumKopecks }) => [
      title,
      formatCount(orders, language),
      formatFace(sumKopecks, language),
    ]),
  })}</section>
${
  failures.length > 0 &&
  html`<section class="card"><h2>${labels.failures}</h2>${tableView({
    caption: labels.failures,
    columns: [{ name: labels.code }, { name: labels.why }, { name: labels.count, look: 'sum' }],
    rows: failures.map(({ errorCode, orders }) => [
      String(errorCode),
      errorName(errorCode, language),
      formatCount(orders, language),
    ]),
  })}</section>`
}`;
}
