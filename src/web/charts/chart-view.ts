/** A chart as SVG, with a table as its twin. */
import { html, raw, type Content, type Html } from '../../platform/text/html.ts';
import { formatCount } from '../../platform/text/formats.ts';
import type { Language } from '../../platform/text/language.ts';
import { shellLabels } from '../shell/labels.ts';

export interface Series {
  name: string;
  /** One for each label; null where there is nothing to tell. */
  values: readonly (number | null)[];
  look?: 'main' | 'second' | 'third';
}

export interface Chart {
  title: string;
  /** What the labels are; by default days. */
  labelName?: string;
  labels: readonly string[];
  /** Columns of several series stand on each other; lines cross. */
  kind: 'columns' | 'lines';
  series: readonly Series[];
  /** Whether the last label is not over yet, as today: it is drawn dashed. */
  unfinished: boolean;
  /** By default a count. */
  format?: (value: number, language: Language) => string;
  language: Language;
}

/** `31.12`, of a day as `YYYY-MM-DD`: three of them fit below a chart on a phone. */
export const dayAndMonth = (day: string): string => `${day.slice(8)}.${day.slice(5, 7)}`;

const [width, height] = [1000, 200];

/** A chart drawn by the server, and the same numbers as a table. Names and scale are texts beside it, so that they stay readable on a phone. */
export function chartView(chart: Chart): Html {
  const { title, labels, series, language, format = formatCount } = chart;
  if (series.every(({ values }) => values.every((value) => value === null || value === 0)))
    return html`<figure class="chart"><figcaption>${title}</figcaption><p class="muted">${shellLabels[language].noValues}</p></figure>`;
  const most = topOf(chart);
  const least = Math.min(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const middle = labels[Math.floor((labels.length - 1) / 2)];
  return html`<figure class="chart"><figcaption>${title}</figcaption>
${series.length > 1 && html`<ul class="legend">${series.map(({ name, look = 'main' }) => html`<li class="${look}">${name}</li>`)}</ul>`}
<div class="plot"><p class="scale" aria-hidden="true"><span>${format(most, language)}</span><span>${format(least, language)}</span></p>
<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="${title}">${raw(`<path class="grid" d="M0 .5H${width}M0 ${height / 2}H${width}M0 ${height - 0.5}H${width}"/>`)}
${chart.kind === 'columns' ? columns(chart, most) : lines(chart, most, least)}</svg>
<p class="days" aria-hidden="true"><span>${labels[0]}</span>${labels.length > 2 && html`<span>${middle}</span>`}${labels.length > 1 && html`<span>${labels.at(-1)}</span>`}</p></div>
${twin(chart)}</figure>`;
}

const roundSteps = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10];

/** The next round number above all values, so that scales are easy to read. */
function topOf({ kind, labels, series }: Chart): number {
  const sums = labels.map((_label, index) => {
    const values = series.map(({ values: all }) => all[index] ?? 0);
    return kind === 'columns' ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values);
  });
  const most = Math.max(1, ...sums);
  const power = 10 ** Math.floor(Math.log10(most));
  const step = roundSteps.find((one) => one * power >= most) ?? 10;
  return step * power;
}

function columns(
  { labels, series, unfinished, format = formatCount, language }: Chart,
  most: number,
): Html[] {
  const step = width / labels.length;
  const bases = labels.map(() => height);
  return series.flatMap(({ name, values, look = 'main' }) =>
    values.map((value, index) => {
      if (value === null || value === 0) return html``;
      const tall = (value / most) * height;
      const top = (bases[index] ?? height) - tall;
      bases[index] = top;
      const dashed = unfinished && index === labels.length - 1 ? ' unfinished' : '';
      return html`<rect class="${look}${dashed}" x="${rounded(index * step + step * 0.12)}" y="${rounded(top)}" width="${rounded(step * 0.76)}" height="${rounded(tall)}"><title>${labels[index]}: ${name}, ${format(value, language)}</title></rect>`;
    }),
  );
}

function lines({ labels, series, unfinished }: Chart, most: number, least: number): Html[] {
  const place = (value: number, index: number): string =>
    `${rounded(labels.length < 2 ? width / 2 : (index / (labels.length - 1)) * width)} ${rounded(height - ((value - least) / (most - least)) * height)}`;
  return series.map(({ values, look = 'main' }) => {
    const points = values.flatMap((value, index) => (value === null ? [] : [place(value, index)]));
    const [solid, dashed] = unfinished ? [points.slice(0, -1), points.slice(-2)] : [points, []];
    return html`${solid.length > 0 && html`<path class="${look}" d="M${solid.join('L')}"/>`}${dashed.length > 1 && html`<path class="${look} unfinished" d="M${dashed.join('L')}"/>`}`;
  });
}

const rounded = (value: number): string => String(Math.round(value * 10) / 10);

function twin({ title, labels, labelName, series, unfinished, language, format = formatCount }: Chart): Html {
  const texts = shellLabels[language];
  const last = labels.length - 1;
  const told = (value: number | null | undefined): Content =>
    value === null || value === undefined ? '–' : format(value, language);
  return html`<details><summary>${texts.asTable}</summary><table><caption class="quiet">${title}</caption>
<thead><tr><th scope="col">${labelName ?? texts.day}</th>${series.map(({ name }) => html`<th scope="col" class="sum">${name}</th>`)}</tr></thead>
<tbody>${labels
    .map(
      (label, index) =>
        html`<tr><th scope="row">${label}${unfinished && index === last && ` (${texts.untilNow})`}</th>${series.map(({ values }) => html`<td class="sum">${told(values[index])}</td>`)}</tr>`,
    )
    .toReversed()}</tbody></table></details>`;
}
