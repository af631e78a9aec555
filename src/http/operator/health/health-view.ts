/** The health of the platform in charts, over an hour or a day. */
import { shareWithin, type Counted, type WorkerState } from '../../../health/read-minutes.ts';
import { formatCount, formatFace } from '../../../platform/text/formats.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { moscowDateTime } from '../../../platform/time/moscow-time.ts';
import type { LeastStock } from '../../../reports/least-stock.ts';
import { chartView, type Chart, type Series } from '../../../web/charts/chart-view.ts';
import { addressOf, at } from '../../../web/request-language.ts';
import { tableView } from '../../../web/shell/list-view.ts';
import { momentView } from '../../../web/shell/parts-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import type { OperatorCall } from '../operator.ts';
import { operatorLink } from '../operator-link.ts';
import { healthLabels, type HealthLabels } from './labels.ts';
import { workerName } from './worker-names.ts';

const path = '/o/health';

export interface Health {
  span: 'hour' | 'day';
  from: Date;
  places: number;
  stepMs: number;
  counted: Counted[];
  workers: WorkerState[];
  stock: LeastStock[];
}

export function healthView(health: Health, call: OperatorCall): ShellPage {
  const { language } = call;
  const labels = healthLabels[language];
  const tab = (span: Health['span']): Html =>
    html`<a href="${at(addressOf(path, { span }), language)}"${span === health.span && html` aria-current="page"`}>${labels[span]}</a>`;
  return {
    title: labels.title,
    isLive: true,
    main: html`<h1>${labels.title}</h1>
<nav class="tabs" aria-label="${labels.span}">${tab('hour')}${tab('day')}</nav>
<p class="muted">${labels.live} <a href="${at(addressOf(path, { span: health.span }), language)}">${labels.refresh}</a></p>
${chartsOf(health, labels).map((chart, index) => html`<section class="card" id="live-${String(index)}" data-live>${chartView({ ...chart, language })}</section>`)}
<section class="card" id="live-stock" data-live><h2>${labels.stock}</h2>${stockTable(health.stock, labels, call)}</section>
<section class="card" id="live-workers" data-live><h2>${labels.workers}</h2>${workersView(health.workers, labels, language)}</section>`,
  };
}

type Drawn = Omit<Chart, 'language'>;

function chartsOf(health: Health, labels: HealthLabels): Drawn[] {
  const { places, span } = health;
  const times = Array.from({ length: places }, (_, place) =>
    moscowDateTime(new Date(health.from.getTime() + place * health.stepMs)).slice(11, 16),
  );
  const common = { labels: times, labelName: labels.time, unfinished: true } as const;
  const sums = (name: string, wanted: (label: string) => boolean): number[] => sumsOf(health, name, wanted);
  const one = (name: string, label: string): number[] => sums(name, (found) => found === label);
  const columns = (title: string, series: Series[]): Drawn => ({ ...common, title, kind: 'columns', series });
  const lines = (title: string, series: Series[]): Drawn => ({
    ...common,
    title,
    kind: 'lines',
    series,
    format: secondsText,
  });
  const step = span === 'hour' ? labels.perMinute : labels.perStep;
  return [
    columns(`${labels.orders} ${step}`, [
      { name: labels.accepted, values: one('orders', 'accepted') },
      { name: labels.refused, values: one('orders', 'refused'), look: 'third' },
    ]),
    lines(labels.issue, [
      { name: labels.median, values: sharesOf(health, 0.5) },
      { name: labels.slowest, values: sharesOf(health, 0.99), look: 'second' },
    ]),
    lines(labels.ages, [
      { name: labels.queues.requests, values: one('queue-age', 'requests') },
      { name: labels.queues.letters, values: one('queue-age', 'letters'), look: 'second' },
      { name: labels.queues.callbacks, values: one('queue-age', 'callbacks'), look: 'third' },
    ]),
    columns(labels.suppliers, [
      { name: labels.done, values: one('supplier-calls', 'done') },
      { name: labels.declined, values: one('supplier-calls', 'refused'), look: 'second' },
      {
        name: labels.failed,
        values: sums('supplier-calls', (label) => label !== 'done' && label !== 'refused'),
        look: 'third',
      },
    ]),
    columns(labels.callbacks, [
      { name: labels.taken, values: one('callbacks', 'accepted') },
      { name: labels.retried, values: one('callbacks', 'retried'), look: 'second' },
      { name: labels.abandoned, values: one('callbacks', 'abandoned'), look: 'third' },
    ]),
    columns(labels.letters, [
      { name: labels.sent, values: added(one('letters', 'sent'), one('texts', 'sent')) },
      {
        name: labels.letterRetried,
        values: added(one('letters', 'retried'), one('texts', 'retried')),
        look: 'second',
      },
      {
        name: labels.letterFailed,
        values: added(one('letters', 'failed'), one('texts', 'failed')),
        look: 'third',
      },
    ]),
  ];
}

/** One value for each place of the picture. */
function sumsOf({ counted, places }: Health, name: string, wanted: (label: string) => boolean): number[] {
  const values = Array.from({ length: places }, () => 0);
  for (const { place, amount } of counted.filter((one) => one.name === name && wanted(one.label)))
    values[place] = (values[place] ?? 0) + amount;
  return values;
}

const added = (one: number[], other: number[]): number[] =>
  one.map((value, index) => value + (other[index] ?? 0));

function sharesOf({ counted, places }: Health, share: number): (number | null)[] {
  const times = counted.filter(({ name }) => name === 'issue-time');
  return Array.from({ length: places }, (_, place) =>
    shareWithin(
      times.filter((one) => one.place === place),
      share,
    ),
  );
}

/** Issue times are often parts of a second. */
const secondsText = (value: number, language: Language): string =>
  new Intl.NumberFormat(language, { maximumFractionDigits: value < 10 ? 2 : 0 }).format(value);

const stockTable = (stock: readonly LeastStock[], labels: HealthLabels, call: OperatorCall): Html =>
  stock.length === 0
    ? html`<p>${labels.noStock}</p>`
    : tableView({
        caption: labels.stock,
        leads: 0,
        phone: ['start', 'end', 'half', 'half'],
        columns: [
          { name: labels.product },
          { name: labels.face, look: 'sum' },
          { name: labels.free, look: 'sum' },
          { name: labels.days, look: 'sum' },
        ],
        rows: stock.map(({ productId, title, faceKopecks, free, daysLeft }) => [
          operatorLink(call, `/o/pools/${productId}`, title),
          formatFace(faceKopecks, call.language),
          formatCount(free, call.language),
          formatCount(daysLeft, call.language),
        ]),
      });

/** Those that need somebody are seen at once, the others on request. */
function workersView(workers: readonly WorkerState[], labels: HealthLabels, language: Language): Content {
  if (workers.length === 0) return html`<p>${labels.noWorkers}</p>`;
  const running = workers.filter(({ still, failing }) => !still && !failing);
  const stuck = workers
    .filter(({ still, failing }) => still || failing)
    .toSorted((one, other) => Number(other.still) - Number(one.still));
  return html`${stuck.length > 0 && workerTable(stuck, labels, language)}
${running.length > 0 && html`<details><summary>${labels.running(formatCount(running.length, language))}</summary>${workerTable(running, labels, language)}</details>`}`;
}

const workerTable = (workers: readonly WorkerState[], labels: HealthLabels, language: Language): Html =>
  tableView({
    caption: labels.workers,
    phone: ['start', 'line', 'end'],
    columns: [{ name: labels.worker }, { name: labels.rounded }, { name: labels.state }],
    rows: workers.map((worker) => [
      workerName(worker.worker, language),
      momentView(worker.roundedAt, language),
      stateView(worker, labels),
    ]),
  });

const stateView = ({ still, failing }: WorkerState, labels: HealthLabels): Html =>
  still || failing
    ? html`<span class="state no">${still ? labels.still : labels.failing}</span>`
    : html`<span class="state yes">${labels.turns}</span>`;
