/** `/s`: how sales go, and what somebody has to do. */
import { findFactsOf } from '../../../acts/onboarding/begin-onboarding.ts';
import { actorIn, openStep, supplierSteps, type Turn } from '../../../acts/onboarding/supplier-steps.ts';
import { turnLabels } from '../../../acts/onboarding/turn-labels.ts';
import { monthName, monthOf } from '../../../clients/money/months.ts';
import { formatCount, formatFace } from '../../../platform/text/formats.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { dayAfter, moscowDay } from '../../../platform/time/moscow-time.ts';
import { supplierDays, type SupplierDayLine } from '../../../redemption/days/read-supplier-days.ts';
import { lowDays } from '../../../reports/stock-days.ts';
import { readSupplierTasks, type SupplierTasks } from '../../../reports/supplier-tasks.ts';
import { supplierStock, type FaceStock } from '../../../reports/supplier-stock.ts';
import { chartView, dayAndMonth } from '../../../web/charts/chart-view.ts';
import { comparedView } from '../../../web/charts/compared.ts';
import { at } from '../../../web/request-language.ts';
import { emptyView } from '../../../web/shell/list-view.ts';
import { tilesView } from '../../../web/shell/parts-view.ts';
import { supplierOf, type SupplierCall, type SupplierPages } from '../supplier-cabinet.ts';
import { overviewLabels, type OverviewLabels } from './labels.ts';
import { stockTable } from './stock-table.ts';

const chartDays = 30;

interface Overview {
  days: SupplierDayLine[];
  /** The same number of days before those. */
  before: SupplierDayLine[];
  stock: FaceStock[];
  tasks: SupplierTasks;
  /** The next step of its onboarding; null once it may sell. */
  turn: Turn | null;
}

export function addOverview(pages: SupplierPages): void {
  pages.page<Overview>({
    path: '/s',
    needs: 'stock.read',
    load,
    view: (data, { language }) => overviewView(data, language),
  });
}

async function load(call: SupplierCall): Promise<Overview> {
  const { ctx, now } = call;
  const supplierId = supplierOf(call);
  const until = moscowDay(now);
  const [all, stock, tasks, facts] = await Promise.all([
    supplierDays(ctx, { supplierId, from: dayAfter(until, 1 - 2 * chartDays), until }),
    supplierStock(ctx, supplierId, now),
    readSupplierTasks(ctx.pageDb, supplierId),
    findFactsOf(ctx.pageDb, supplierId),
  ]);
  const turn = facts === null ? null : (openStep(supplierSteps(facts))?.turn ?? null);
  return { days: all.slice(chartDays), before: all.slice(0, chartDays), stock, tasks, turn };
}

function overviewView(data: Overview, language: Language) {
  const labels = overviewLabels[language];
  const { days, stock } = data;
  const isEmpty = stock.length === 0 && days.every(({ sold, redeemed }) => sold + redeemed === 0);
  return {
    title: labels.title,
    main: html`<h1>${labels.title}</h1>
${tilesView(tilesOf(days, labels, language))}
${todoCard(data, labels, language)}
${isEmpty ? emptyView(labels.empty) : chartCard(data, labels, language)}
${stock.length > 0 && html`<section class="card"><h2>${labels.stock}</h2>${stockTable(stock, language)}<p><a class="button" href="${at('/s/codes', language)}">${labels.upload}</a></p></section>`}
<p class="muted">${labels.asOf}</p>`,
  };
}

function tilesOf(days: SupplierDayLine[], labels: OverviewLabels, language: Language) {
  const today = days.slice(-1);
  const tile = (name: string, of: SupplierDayLine[], what: 'sold' | 'redeemed') => ({
    name,
    value: formatCount(sum(of.map((day) => day[what])), language),
    note: labels.worth(formatFace(sum(of.map((day) => day[`${what}Kopecks`])), language)),
  });
  return [
    tile(labels.soldToday, today, 'sold'),
    tile(labels.redeemedToday, today, 'redeemed'),
    tile(labels.monthSold, days, 'sold'),
    tile(labels.monthRedeemed, days, 'redeemed'),
  ];
}

const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0);

function todoCard({ stock, tasks, turn }: Overview, labels: OverviewLabels, language: Language): Html {
  const link = (path: string, text: string): Html =>
    html`<li><a href="${at(path, language)}">${text}</a></li>`;
  const low = stock.filter(
    ({ switchedOn, left, daysLeft }) =>
      switchedOn && (left <= 0 || (daysLeft !== null && daysLeft < lowDays)),
  );
  const count = (of: number): string => formatCount(of, language);
  const todos: Content[] = [
    turn !== null && link('/s/start', labels.onboarding[actorIn(turn)](turnLabels[language].turns[turn])),
    ...low.map(({ title, faceKopecks, left, daysLeft }) => {
      const face = formatFace(faceKopecks, language);
      const days = count(Math.max(1, Math.floor(daysLeft ?? 0)));
      return link(
        '/s/codes',
        left <= 0 ? labels.gone(title, face) : labels.low(title, face, count(left), days),
      );
    }),
    tasks.letters > 0 && link('/s/activation', labels.letters(count(tasks.letters))),
    tasks.drafts > 0 && link('/s/codes', labels.drafts(count(tasks.drafts))),
    ...tasks.months.map((name) => {
      const month = monthOf(name);
      return month !== null && link(`/s/settlement/${name}`, labels.settlement(monthName(month, language)));
    }),
    tasks.isRed && link('/s/integration', labels.red),
  ].filter((todo) => todo !== false);
  return html`<section class="card"><h2>${labels.todo}</h2>${todos.length === 0 ? html`<p>${labels.allGood}</p>` : html`<ul>${todos}</ul>`}</section>`;
}

function chartCard({ days, before }: Overview, labels: OverviewLabels, language: Language): Html {
  // Today is the last of the days, and not over.
  const compared = (what: 'sold' | 'redeemed', text: (count: string) => string): Content =>
    comparedView(
      {
        now: sum(days.slice(0, -1).map((day) => day[what])),
        before: sum(before.slice(1).map((day) => day[what])),
        days: chartDays - 1,
        format: (count) => text(formatCount(count, language)),
      },
      language,
    );
  return html`<section class="card">${chartView({
    title: labels.chart,
    said: [compared('sold', labels.soldCount), compared('redeemed', labels.redeemedCount)],
    labels: days.map(({ day }) => dayAndMonth(day)),
    kind: 'lines',
    series: [
      { name: labels.sold, values: days.map(({ sold }) => sold) },
      { name: labels.redeemed, values: days.map(({ redeemed }) => redeemed), look: 'third' },
    ],
    unfinished: true,
    language,
  })}</section>`;
}
