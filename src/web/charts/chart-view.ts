/** A chart as SVG: its values are told on hover and touch, and by a table that is its twin. */
import { html, raw, type Content, type Html } from '../../platform/text/html.ts';
import { formatCount } from '../../platform/text/formats.ts';
import type { Language } from '../../platform/text/language.ts';
import { shellLabels } from '../shell/labels.ts';

/** What a colour says: that it is well, that somebody should know, that it went wrong; the others only tell series apart. */
export type Look = 'yes' | 'note' | 'no' | 'main' | 'second' | 'third';

export interface Series {
  name: string;
  /** One for each label; null where there is nothing to tell. */
  values: readonly (number | null)[];
  look?: Look;
}

/** What a value should not exceed. */
export interface Limit {
  value: number;
  look?: Look;
}

export interface Chart {
  title: string;
  /** What the figures come to, in words. */
  said?: Content;
  /** What the labels are; by default days. */
  labelName?: string;
  labels: readonly string[];
  /** Columns of several series stand on each other; lines cross. */
  kind: 'columns' | 'lines';
  /** Those that never occur are left out. */
  series: readonly Series[];
  /** The same of the time before, label by label: marks across columns. */
  before?: Series;
  /** Drawn once the values have come half way. */
  limits?: readonly Limit[];
  /** Whether the last label is not over yet, as today: it is drawn dashed. */
  unfinished: boolean;
  /** Lines only: the scale begins below the least value instead of at 0, for what is large and changes little, as a balance. */
  isClose?: boolean;
  /** The default is a count. */
  format?: (value: number, language: Language) => string;
  language: Language;
}

/** `31.12`, of a day as `YYYY-MM-DD`: three of them fit below a chart on a phone. */
export const dayAndMonth = (day: string): string => `${day.slice(8)}.${day.slice(5, 7)}`;

const [width, height] = [1000, 200];

const occurs = ({ values }: Series): boolean => values.some((value) => value !== null && value !== 0);

interface Scale {
  most: number;
  least: number;
}

/**
 * A chart drawn by the server, and the same numbers as a table. Names and scale are texts beside it, so that they
 * stay readable on a phone.
 */
export function chartView(whole: Chart): Html {
  const { title, labels, language, said, format = formatCount } = whole;
  const series = whole.series.filter(occurs);
  const chart = { ...whole, series };
  if (series.length === 0)
    return html`<figure class="chart"><figcaption>${title}</figcaption>${said}<p class="muted">${shellLabels[language].noValues}</p></figure>`;
  const scale = scaleOf(chart);
  const middle = labels[Math.floor((labels.length - 1) / 2)];
  return html`<figure class="chart"><figcaption>${title}</figcaption>${said}
${legend(whole, shownSeries(chart))}
<div class="plot"><p class="scale" aria-hidden="true"><span>${format(scale.most, language)}</span><span>${format(scale.least, language)}</span></p>
<div class="drawn"><svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="${title}">${raw(`<path class="grid" d="M0 .5H${width}M0 ${height / 2}H${width}M0 ${height - 0.5}H${width}"/>`)}
${chart.kind === 'columns' ? columns(chart, scale) : lines(chart, scale)}${limitLines(chart, scale)}</svg>
${valuesView(chart)}</div>
<p class="days" aria-hidden="true"><span>${labels[0]}</span>${labels.length > 2 && html`<span>${middle}</span>`}${labels.length > 1 && html`<span>${labels.at(-1)}</span>`}</p></div>
${twin(chart)}</figure>`;
}

/** Everything that has values, the time before last. */
const shownSeries = ({ series, before }: Chart): (Series & { isBefore?: true })[] => [
  ...series,
  ...(before !== undefined && occurs(before) ? [{ ...before, isBefore: true as const }] : []),
];

/** One series that stands alone is named by the title; the only one of several that occurs is named here. */
const legend = ({ series }: Chart, shown: ReturnType<typeof shownSeries>): Content =>
  (series.length > 1 || shown.length > 1) &&
  html`<ul class="legend">${shown.map(({ name, look = 'main', isBefore }) => html`<li class="${isBefore ? 'before' : look}">${name}</li>`)}</ul>`;

const roundSteps = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** To the next round number above all values, so that scales are easy to read. */
function scaleOf(chart: Chart): Scale {
  const { kind, labels, series, before, limits = [] } = chart;
  if (chart.isClose === true) return closeScale(series);
  const sums = labels.map((_label, index) => {
    const values = series.map(({ values: all }) => all[index] ?? 0);
    return kind === 'columns' ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values);
  });
  const highest = Math.max(1, ...sums, ...(before?.values.map((value) => value ?? 0) ?? []));
  const near = limits.map(({ value }) => value).filter((value) => value <= 2 * highest);
  const most = Math.max(highest, ...near);
  const power = 10 ** Math.floor(Math.log10(most));
  const step = roundSteps.find((one) => one * power >= most) ?? 10;
  const least = Math.min(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  return { most: step * power, least };
}

/** Between the round numbers next to all values. */
function closeScale(series: readonly Series[]): Scale {
  const values = series.flatMap((one) => one.values.filter((value) => value !== null));
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  const unit = 10 ** Math.floor(Math.log10(highest - lowest || Math.max(1, highest)));
  const least = Math.floor(lowest / unit) * unit;
  return { least, most: Math.max(Math.ceil(highest / unit) * unit, least + unit) };
}

const heightOf = (value: number, { most, least }: Scale): number =>
  rounded(height - ((value - least) / (most - least)) * height);

function columns({ labels, series, before, unfinished }: Chart, scale: Scale): Html[] {
  const step = width / labels.length;
  const bases = labels.map(() => height);
  const bars = series.flatMap(({ values, look = 'main' }) =>
    values.map((value, index) => {
      if (value === null || value === 0) return html``;
      const tall = (value / scale.most) * height;
      const top = (bases[index] ?? height) - tall;
      bases[index] = top;
      const dashed = unfinished && index === labels.length - 1 ? ' unfinished' : '';
      return html`<rect class="${look}${dashed}" x="${rounded(index * step + step * 0.12)}" y="${rounded(top)}" width="${rounded(step * 0.76)}" height="${rounded(tall)}"/>`;
    }),
  );
  const marks = (before?.values ?? []).map((value, index) =>
    value === null || value === 0
      ? ''
      : `M${rounded(index * step)} ${heightOf(value, scale)}h${rounded(step)}`,
  );
  return marks.some((mark) => mark !== '')
    ? [...bars, html`<path class="before" d="${marks.join('')}"/>`]
    : bars;
}

/** Points stand in the middle of their label, as columns do. */
function lines({ labels, series, unfinished }: Chart, scale: Scale): Html[] {
  const step = width / labels.length;
  const place = (value: number, index: number): string =>
    `${rounded((index + 0.5) * step)} ${heightOf(value, scale)}`;
  return series.map(({ values, look = 'main' }) => {
    const points = values.flatMap((value, index) => (value === null ? [] : [place(value, index)]));
    const isOpen = unfinished && values.at(-1) !== null && points.length > 1;
    const [solid, dashed] = isOpen ? [points.slice(0, -1), points.slice(-2)] : [points, []];
    // One alone would be no line.
    const drawn = solid.length === 1 && !isOpen ? `${solid[0]}h0` : solid.join('L');
    return html`<path class="${look}" d="M${drawn}"/>${isOpen && html`<path class="${look} unfinished" d="M${dashed.join('L')}"/>`}`;
  });
}

const limitLines = ({ limits = [] }: Chart, scale: Scale): Html[] =>
  limits
    .filter(({ value }) => value <= scale.most)
    .map(
      ({ value, look = 'no' }) =>
        html`<path class="limit ${look}" d="M0 ${heightOf(value, scale)}H${width}"/>`,
    );

const rounded = (value: number): number => Math.round(value * 10) / 10;

/** What each label has, seen while it is pointed at or touched; the table says the same to everybody else. */
function valuesView(chart: Chart): Html {
  const { labels, language, format = formatCount } = chart;
  const shown = shownSeries(chart);
  const textOf = (index: number): string => {
    const named = shown.flatMap(({ name, values }) => {
      const value = values[index] ?? null;
      return value === null ? [] : [`${name}\u00a0${format(value, language)}`];
    });
    return `${labels[index]}: ${named.length === 0 ? '–' : named.join(', ')}`;
  };
  return html`<ol class="values" aria-hidden="true">${labels.map((_label, index) => html`<li tabindex="-1"><span>${textOf(index)}</span></li>`)}</ol>`;
}

function twin(chart: Chart): Html {
  const { title, labels, labelName, unfinished, language, format = formatCount } = chart;
  const texts = shellLabels[language];
  const last = labels.length - 1;
  const shown = shownSeries(chart);
  const valueText = (value: number | null | undefined): Content =>
    value === null || value === undefined ? '–' : format(value, language);
  return html`<details><summary>${texts.asTable}</summary><table><caption class="quiet">${title}</caption>
<thead><tr><th scope="col">${labelName ?? texts.day}</th>${shown.map(({ name }) => html`<th scope="col" class="sum">${name}</th>`)}</tr></thead>
<tbody>${labels
    .map(
      (label, index) =>
        html`<tr><th scope="row">${label}${unfinished && index === last && ` (${texts.untilNow})`}</th>${shown.map(({ values }) => html`<td class="sum">${valueText(values[index])}</td>`)}</tr>`,
    )
    .toReversed()}</tbody></table></details>`;
}
