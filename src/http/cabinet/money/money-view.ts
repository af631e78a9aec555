/** `/c/money`: balance, curve, statement and one day. */
import type { KindTotals, Movement, MovementKind, Statement } from '../../../ledger/statement.ts';
import type { BalanceWatch } from '../../../clients/money/balance-watch.ts';
import { formatSum } from '../../../clients/money/format-sum.ts';
import { monthBefore, monthName, monthOf, type Month } from '../../../clients/money/months.ts';
import { formatCount, formatFace, formatShortDate } from '../../../platform/text/formats.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { dayAfter, moscowDateTime } from '../../../platform/time/moscow-time.ts';
import { chartView, dayAndMonth } from '../../../web/charts/chart-view.ts';
import { fieldView, type FieldErrors } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { onwardView } from '../../../web/shell/list-view.ts';
import { factsView, linkView, tilesView } from '../../../web/shell/parts-view.ts';
import { rowsView, type Columns } from '../../../web/shell/rows-view.ts';
import { moneyLabels } from './labels.ts';

export interface MoneyData {
  /** Statement of the last days, for the curve. */
  recent: Statement;
  recentFrom: string;
  /** The month that is shown. */
  month: Month;
  statement: Statement;
  /** Whether the month is the present one. */
  isPresent: boolean;
  orderedThisMonth: number;
  watch: BalanceWatch | null;
  /** Something is left of certificates that were bought to be used in parts or exchanged. */
  hasOutstanding: boolean;
}

export interface MoneyLook {
  language: Language;
  mayMove: boolean;
  mayExport: boolean;
  /** What was typed, if it was wrong. */
  level?: string;
  errors?: FieldErrors;
}

export const curveDays = 30;

export function moneyView(data: MoneyData, look: MoneyLook): Html {
  const { language, mayMove, mayExport } = look;
  const labels = moneyLabels[language];
  const { balance } = data.recent;
  const sum = (kopecks: number): string => formatFace(kopecks, language);
  return html`<h1>${labels.title}</h1>
${balance.fundsKopecks + balance.creditKopecks < 0 && html`<p class="notice no" role="alert">${labels.shortfall}</p>`}
${tilesView([
  {
    name: labels.available,
    value: sum(balance.fundsKopecks + balance.creditKopecks),
    ...(balance.creditKopecks === 0
      ? {}
      : { note: labels.availableNote(sum(balance.fundsKopecks), sum(balance.creditKopecks)) }),
  },
  { name: labels.held, value: sum(balance.heldKopecks), note: labels.heldNote },
  { name: labels.monthMoved, value: sum(data.orderedThisMonth) },
])}
${(mayMove || mayExport) && html`<p class="actions">${mayMove && html`<a class="button main" href="${at('/c/money/top-up', language)}">${labels.topUp}</a> `}${mayExport && html`<a class="button" href="${at('/c/money/documents', language)}">${labels.documents}</a>`}</p>`}
${data.hasOutstanding && html`<p><a href="${at('/c/money/outstanding', language)}">${labels.outstanding}</a></p>`}
${curve(data, language)}
${statementView(data, language)}
${mayMove && warningView(data.watch, look)}`;
}

/** Null where nothing has ever moved. */
function curve({ recent, recentFrom }: MoneyData, language: Language): Html | null {
  const labels = moneyLabels[language];
  const days = Array.from({ length: curveDays }, (_empty, index) => dayAfter(recentFrom, index));
  const closings = new Map(recent.days.map(({ day, closingKopecks }) => [day, closingKopecks]));
  let closing = recent.openingKopecks;
  const values = days.map((day) => (closing = closings.get(day) ?? closing));
  if (values.every((value) => value === 0)) return null;
  const chart = chartView({
    title: labels.curve,
    labels: days.map(dayAndMonth),
    kind: 'lines',
    series: [{ name: labels.balance, values }],
    unfinished: true,
    isClose: true,
    format: (kopecks) => formatFace(Math.round(kopecks), language),
    language,
  });
  return html`<section class="card">${chart}</section>`;
}

const shortDay = (day: string, language: Language): string =>
  formatShortDate(new Date(`${day}T12:00:00+03:00`), language);

function statementView({ month, statement, isPresent }: MoneyData, language: Language): Html {
  const labels = moneyLabels[language];
  const [before, after] = [monthBefore(month), monthOf(month.to.slice(0, 7))];
  const link = (to: Month, name: string): Html =>
    html`<a class="button" href="${at(`/c/money?month=${to.name}`, language)}">${name}</a>`;
  return html`<section class="card" id="statement"><h2>${labels.statement(monthName(month, language))}</h2>
${totalsView(statement, isPresent, language)}
${statement.days.length === 0 ? html`<p>${labels.noMovements}</p>` : daysView(statement, language)}
<nav class="pager" aria-label="${labels.statement(monthName(month, language))}">${link(before, labels.earlier)}${!isPresent && after !== null && link(after, labels.later)}</nav></section>`;
}

const kinds = ['top_up', 'chargeback', 'hold', 'release', 'refund'] as const satisfies MovementKind[];
const incoming: readonly MovementKind[] = ['top_up', 'release', 'refund'];

/** Opening, what moved, closing: they add up. */
function totalsView(statement: Statement, isPresent: boolean, language: Language): Html {
  const labels = moneyLabels[language];
  const { totals, openingKopecks, closingKopecks } = statement;
  const signed = (kind: MovementKind, kopecks: number): string =>
    formatSum(incoming.includes(kind) ? kopecks : -kopecks, language);
  return factsView([
    [labels.opening, html`<b>${formatSum(openingKopecks, language)}</b>`],
    ...kinds.map((kind): [string, Content] | null => {
      const total = totals[kind];
      return total === undefined
        ? null
        : [
            labels.kinds[kind],
            html`${signed(kind, total.sumKopecks)} <span class="hint">${labels.count(formatCount(total.transfers, language))}</span>`,
          ];
    }),
    [isPresent ? labels.closingNow : labels.closing, html`<b>${formatSum(closingKopecks, language)}</b>`],
  ]);
}

function daysView({ days }: Statement, language: Language): Html {
  const labels = moneyLabels[language];
  const sum = (kopecks: number) => orNothing(kopecks, language);
  type Day = Statement['days'][number];
  const link = ({ day }: Day) => linkView(`/c/money/days/${day}`, shortDay(day, language), language);
  const received = ({ totals }: Day) => sum(of(totals, 'top_up') - of(totals, 'chargeback'));
  const returned = ({ totals }: Day) => sum(of(totals, 'release') + of(totals, 'refund'));
  const columns: Columns<Day> = [
    { name: labels.day, leads: true, cell: link },
    { name: labels.incoming, look: 'sum', cell: received },
    { name: labels.orders, look: 'sum', cell: ({ totals }) => sum(-of(totals, 'hold')) },
    { name: labels.returned, look: 'sum', cell: returned },
    { name: labels.dayClosing, look: 'sum', cell: (day) => formatSum(day.closingKopecks, language) },
  ];
  return rowsView({ caption: labels.days, columns, rows: days.toReversed() }, language);
}

const of = (totals: KindTotals, kind: MovementKind): number => totals[kind]?.sumKopecks ?? 0;

const orNothing = (kopecks: number, language: Language): string =>
  kopecks === 0 ? '' : formatSum(kopecks, language);

function warningView(watch: BalanceWatch | null, { language, level, errors = {} }: MoneyLook): Html {
  const labels = moneyLabels[language];
  return html`<section class="card" id="warning"><h2>${labels.warning}</h2><p>${labels.warningText}${watch === null && ` ${labels.warningOff}`}</p>
<form class="narrow" method="post" action="${at('/c/money/warning', language)}">${fieldView({
    name: 'level',
    label: labels.level,
    hint: labels.levelHint,
    value: level ?? (watch === null ? '' : String(watch.levelKopecks / 100)),
    error: errors['level'],
    attributes: html`inputmode="decimal" autocomplete="off" maxlength="20"`,
  })}<div><button class="button">${labels.save}</button></div></form></section>`;
}

export interface DayData {
  day: string;
  statement: Statement;
  movements: Movement[];
  /** Where the next page begins; null: there is none. */
  next: number | null;
}

export function dayView({ day, statement, movements, next }: DayData, language: Language): Html {
  const labels = moneyLabels[language];
  return html`<h1>${labels.lines(shortDay(day, language))}</h1>
<p><a href="${at(`/c/money?month=${day.slice(0, 7)}`, language)}">${labels.back}</a></p>
<section class="card">${totalsView(statement, false, language)}</section>
<section class="card">${movements.length === 0 ? html`<p>${labels.noMovements}</p>` : movementsView(movements, language)}
${next !== null && onwardView({ list: labels.lines(shortDay(day, language)), href: at(`/c/money/days/${day}?after=${next}`, language), to: 'further' }, language)}</section>`;
}

const basis = ({ reference, note }: Movement) => [reference, note].filter((part) => part !== '').join(': ');

function movementsView(movements: Movement[], language: Language): Html {
  const labels = moneyLabels[language];
  const link = ({ requestId }: Movement) =>
    requestId !== null && linkView(`/c/orders/${requestId}`, requestId, language);
  const columns: Columns<Movement> = [
    { name: labels.time, phone: 'start', cell: (one) => moscowDateTime(one.at).slice(11) },
    { name: labels.what, phone: 'end', cell: (one) => labels.oneKind[one.kind] },
    { name: labels.request, phone: 'start', leads: true, cell: link },
    { name: labels.basis, phone: 'line', cell: basis },
    { name: labels.amount, look: 'sum', phone: 'end', cell: (one) => formatSum(one.amountKopecks, language) },
  ];
  return rowsView({ caption: labels.days, columns, rows: movements }, language);
}
