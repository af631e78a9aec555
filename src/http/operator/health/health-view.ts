/** The health of the platform in charts, over an hour or a day. */
import { queueKinds } from '../../../reports/health/queues.ts';
import {
  issueLimit,
  shareWithin,
  unclearCalls,
  type Counted,
  type WorkerState,
} from '../../../reports/health/read-minutes.ts';
import { formatCount, formatFace } from '../../../platform/text/formats.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { moscowDateTime } from '../../../platform/time/moscow-time.ts';
import type { LeastStock } from '../../../reports/least-stock.ts';
import { lowDays } from '../../../reports/stock-days.ts';
import { chartView, type Chart, type Series } from '../../../web/charts/chart-view.ts';
import { addressOf, at } from '../../../web/request-language.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { rowsView, type Columns } from '../../../web/shell/rows-view.ts';
import type { OperatorCall } from '../operator.ts';
import { operatorLink } from '../operator-link.ts';
import { healthLabels, type HealthLabels } from './labels.ts';
import { judge, sharesOver, type Watched } from './limits.ts';
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
  const charts = chartsOf(health, labels, language);
  return {
    title: labels.title,
    isLive: true,
    main: html`<h1>${labels.title}</h1>
<nav class="tabs" aria-label="${labels.span}">${tab('hour')}${tab('day')}</nav>
<div id="live-verdict" data-live>${verdictView(charts, health, labels)}</div>
<p class="muted">${labels.live} <a href="${at(addressOf(path, { span: health.span }), language)}">${labels.refresh}</a></p>
<div class="halves">${charts.map(({ watched, ...chart }, index) => html`<section class="card" id="live-${String(index)}" data-live>${chartView({ ...chart, said: watchedView(watched, chart.labels, labels), language })}</section>`)}</div>
<section class="card" id="live-stock" data-live><h2>${labels.stock}</h2>${stockTable(health.stock, labels, call)}</section>
<section class="card" id="live-workers" data-live><h2>${labels.workers}</h2>${workersView(health.workers, labels, language)}</section>`,
  };
}

interface Drawn extends Omit<Chart, 'language'> {
  watched: Watched[];
}

/** What is beyond its limit just now, with the way to it. */
function verdictView(charts: readonly Drawn[], { stock, workers }: Health, labels: HealthLabels): Html {
  const links = [
    ...charts.flatMap(({ title, watched }, index) =>
      watched.some((one) => judge(one).is === 'now') ? [link(String(index), title)] : [],
    ),
    ...(stock.some(isLow) ? [link('stock', labels.stockLow)] : []),
    ...(workers.some(({ still, failing }) => still || failing) ? [link('workers', labels.workersStuck)] : []),
  ];
  if (links.length === 0) return html`<p class="notice yes">${labels.allWithin}</p>`;
  const listed = links.map((one, index) => html`${index > 0 && ', '}${one}`);
  return html`<p class="notice no">${labels.beyondNow} ${listed}.</p>`;
}

const link = (id: string, text: string): Html => html`<a href="#live-${id}">${text}</a>`;

const isLow = ({ daysLeft }: LeastStock): boolean => daysLeft < lowDays;

/** In a word whether everything is within its limit, and what is not. */
function watchedView(watched: readonly Watched[], times: readonly string[], labels: HealthLabels): Content {
  if (watched.length === 0) return false;
  const judged = watched.map((one) => ({ one, verdict: judge(one) }));
  const over = ({ name, limit, text }: Watched, value: number): string =>
    limit === 0 ? labels.some(name, text(value)) : labels.over(name, text(value), text(limit));
  const lines = judged.flatMap(({ one, verdict }) => {
    switch (verdict.is) {
      case 'within':
        return [];
      case 'now':
        return [
          html`<p class="said"><span class="state no">${labels.beyond}</span> ${over(one, verdict.value)}</p>`,
        ];
      case 'earlier':
        return [
          html`<p class="said"><span class="state note">${labels.wasBeyond}</span> ${over(one, verdict.value)}, ${labels.at(times[verdict.place] ?? '')}</p>`,
        ];
    }
  });
  if (lines.length > 0) return lines;
  const texts = watched.map(({ name, limit, text }) =>
    limit === 0 ? labels.none(name) : labels.limit(name, text(limit)),
  );
  return html`<p class="said"><span class="state yes">${labels.within}</span> ${texts.join(', ')}</p>`;
}

function chartsOf(health: Health, labels: HealthLabels, language: Language): Drawn[] {
  const { places, span } = health;
  const times = Array.from({ length: places }, (_, place) =>
    moscowDateTime(new Date(health.from.getTime() + place * health.stepMs)).slice(11, 16),
  );
  const common = { labels: times, labelName: labels.time, unfinished: true } as const;
  const sums = (name: string, wanted: (label: string) => boolean): number[] => sumsOf(health, name, wanted);
  const one = (name: string, label: string): number[] => sums(name, (found) => found === label);
  const columns = (title: string, series: Series[], watched: Watched[] = []): Drawn => ({
    ...common,
    title,
    kind: 'columns',
    series,
    watched,
  });
  const lines = (title: string, series: Series[], watched: Watched[]): Drawn => ({
    ...common,
    title,
    kind: 'lines',
    series,
    watched,
    limits: watched.map(({ limit }, index) => ({ value: limit, look: series[index]?.look ?? 'no' })),
    format: secondsText,
  });
  const seconds = (value: number): string => labels.seconds(secondsText(value, language));
  const count = (value: number): string => formatCount(Math.round(value), language);
  const never = (name: string, values: number[]): Watched => ({ name, values, limit: 0, text: count });
  const step = span === 'hour' ? labels.perMinute : labels.perStep;
  const slowest = sharesOf(health, issueLimit.share);
  const ages = (['requests', 'letters', 'texts', 'callbacks'] as const).map((queue): Watched => ({
    name: labels.queues[queue],
    values: one('queue-age', queue),
    limit: queueKinds[queue].limitSeconds,
    text: seconds,
  }));
  const [done, declined] = [one('supplier-calls', 'done'), one('supplier-calls', 'refused')];
  const unclear = sums('supplier-calls', (label) => unclearCalls.outcomes.includes(label));
  const windowPlaces = Math.max(1, Math.round((unclearCalls.minutes * 60_000) / health.stepMs));
  const abandoned = one('callbacks', 'abandoned');
  const unsent = added(one('letters', 'failed'), one('texts', 'failed'));
  return [
    columns(`${labels.orders} ${step}`, [
      { name: labels.accepted, values: one('orders', 'accepted'), look: 'yes' },
      { name: labels.refused, values: one('orders', 'refused'), look: 'note' },
    ]),
    lines(
      labels.issue,
      [
        { name: labels.slowest, values: slowest },
        { name: labels.median, values: sharesOf(health, 0.5), look: 'third' },
      ],
      [{ name: labels.slowest, values: slowest, limit: issueLimit.seconds, text: seconds }],
    ),
    lines(
      labels.ages,
      ages.map(({ name, values }, index) => ({ name, values, look: ageLooks[index] ?? 'main' })),
      ages,
    ),
    columns(
      labels.suppliers,
      [
        { name: labels.done, values: done, look: 'yes' },
        { name: labels.declined, values: declined, look: 'note' },
        { name: labels.failed, values: unclear, look: 'no' },
      ],
      [
        {
          name: labels.unclearShare,
          values: sharesOver(unclear, added(added(done, declined), unclear), windowPlaces),
          limit: unclearCalls.limitShare,
          text: (share) => labels.percent(count(share * 100)),
        },
      ],
    ),
    columns(
      labels.callbacks,
      [
        { name: labels.taken, values: one('callbacks', 'accepted'), look: 'yes' },
        { name: labels.retried, values: one('callbacks', 'retried'), look: 'note' },
        { name: labels.abandoned, values: abandoned, look: 'no' },
      ],
      [never(labels.abandoned, abandoned)],
    ),
    columns(
      labels.letters,
      [
        { name: labels.sent, values: added(one('letters', 'sent'), one('texts', 'sent')), look: 'yes' },
        {
          name: labels.letterRetried,
          values: added(one('letters', 'retried'), one('texts', 'retried')),
          look: 'note',
        },
        { name: labels.letterFailed, values: unsent, look: 'no' },
      ],
      [never(labels.letterFailed, unsent)],
    ),
  ];
}

/** Looks of the lines for issuing, letters, texts and callbacks. */
const ageLooks = ['main', 'second', 'note', 'third'] as const;

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
    : rowsView({ caption: labels.stock, columns: stockColumns(labels, call), rows: stock }, call.language);

function stockColumns(labels: HealthLabels, call: OperatorCall): Columns<LeastStock> {
  const count = (value: number) => formatCount(value, call.language);
  const product = (one: LeastStock) => operatorLink(call, `/o/pools/${one.productId}`, one.title);
  const face = (one: LeastStock) => formatFace(one.faceKopecks, call.language);
  const days = (one: LeastStock) =>
    html`${isLow(one) && html`<span class="state no">${labels.orderNow}</span> `}${count(one.daysLeft)}`;
  return [
    { name: labels.product, phone: 'start', leads: true, cell: product },
    { name: labels.face, look: 'sum', phone: 'end', cell: face },
    { name: labels.free, look: 'sum', phone: 'half', cell: (one) => count(one.free) },
    { name: labels.days, look: 'sum', phone: 'half', cell: days },
  ];
}

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
  rowsView(
    {
      caption: labels.workers,
      columns: [
        { name: labels.worker, phone: 'start', cell: ({ worker }) => workerName(worker, language) },
        { name: labels.rounded, phone: 'line', cell: ({ roundedAt }) => roundedAt },
        { name: labels.state, phone: 'end', cell: (worker) => stateView(worker, labels) },
      ],
      rows: workers,
    },
    language,
  );

const stateView = ({ still, failing }: WorkerState, labels: HealthLabels): Html =>
  still || failing
    ? html`<span class="state no">${still ? labels.still : labels.failing}</span>`
    : html`<span class="state yes">${labels.turns}</span>`;
