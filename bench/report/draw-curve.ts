/** A curve as an SVG file that is readable on light and dark pages. */
import type { Axis, Curve } from './line.ts';

const width = 640;
const height = 360;
const plot = { left: 72, right: 616, top: 52, bottom: 292 };
const colours = ['#0b6e4f', '#b4480a', '#3d5a98', '#8a2b6b', '#6b6b00', '#00707a', '#a02020', '#555555'];
/** Names below the plot. */
/** Longer names are three in a row. */
const legend = { inRow: 4, inWideRow: 3, longestOfFour: 12, rowHeight: 16 };
const ticksWanted = 5;

export function drawCurve(curve: Curve): string {
  const x = scaleOf(curve.x, valuesOf(curve, 0), plot.left, plot.right);
  const y = scaleOf(curve.y, [0, ...valuesOf(curve, 1)], plot.bottom, plot.top);
  const parts = [
    `<rect width="100%" height="100%" fill="#fff"/>`,
    text(plot.left, 28, curve.title, 'font-size="16" font-weight="600"'),
    ...y.ticks.flatMap((tick) => [
      `<path d="M${plot.left} ${y.at(tick)}H${plot.right}" stroke="#ddd"/>`,
      text(plot.left - 8, y.at(tick) + 4, formatTick(tick), 'text-anchor="end"'),
    ]),
    ...x.ticks.map((tick) => text(x.at(tick), plot.bottom + 18, formatTick(tick), 'text-anchor="middle"')),
    `<path d="M${plot.left} ${plot.bottom}H${plot.right}" stroke="#222"/>`,
    text((plot.left + plot.right) / 2, plot.bottom + 36, curve.x.label, 'text-anchor="middle"'),
    text(16, plot.top - 10, curve.y.label, ''),
    ...curve.series.flatMap((series, index) => seriesOf(series.points, colours[index] ?? '#222', x.at, y.at)),
    ...curve.series.flatMap((_, index) => [legendMark(index, curve.series), legendName(index, curve.series)]),
  ];
  const tall = legendAt(curve.series.length - 1, curve.series).y + 20;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${tall}" width="${width}" height="${tall}" role="img" aria-label="${escape(curve.title)}" font-family="system-ui, sans-serif" font-size="12" fill="#222">\n${parts.join('\n')}\n</svg>\n`;
}

/** Names of many series take several rows. */
function legendAt(index: number, series: Curve['series']): { x: number; y: number } {
  const isWide =
    series.length <= legend.inWideRow || series.some(({ name }) => name.length > legend.longestOfFour);
  const inRow = isWide ? legend.inWideRow : legend.inRow;
  const step = (width - plot.left + 92) / inRow;
  return {
    x: plot.left + (index % inRow) * Math.floor(step / 20) * 20,
    y: height - 20 + Math.floor(index / inRow) * legend.rowHeight,
  };
}

function legendMark(index: number, series: Curve['series']): string {
  const { x, y } = legendAt(index, series);
  return `<rect x="${x}" y="${y}" width="14" height="4" fill="${colours[index] ?? '#222'}"/>`;
}

function legendName(index: number, series: Curve['series']): string {
  const { x, y } = legendAt(index, series);
  return text(x + 20, y + 6, series[index]?.name ?? '', '');
}

const valuesOf = (curve: Curve, place: 0 | 1): number[] =>
  curve.series.flatMap((series) => series.points.map((point) => point[place]));

interface Scale {
  at: (value: number) => number;
  ticks: number[];
}

function scaleOf(axis: Axis, values: number[], from: number, to: number): Scale {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const ticks = axis.logarithmic ? decades(least, most) : evenTicks(most);
  const measure = axis.logarithmic ? Math.log10 : (value: number): number => value;
  const [low, high] = [
    measure(Math.min(least, ticks[0] ?? least)),
    measure(Math.max(most, ticks.at(-1) ?? most)),
  ];
  const at = (value: number): number =>
    Number((from + ((measure(value) - low) / (high - low || 1)) * (to - from)).toFixed(1));
  return { at, ticks };
}

function decades(least: number, most: number): number[] {
  const [first, last] = [Math.floor(Math.log10(least)), Math.ceil(Math.log10(most))];
  return Array.from({ length: last - first + 1 }, (_, index) => 10 ** (first + index));
}

/** Round steps of 1, 2 or 5 from zero to above the highest value. */
function evenTicks(most: number): number[] {
  const rough = (most || 1) / ticksWanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough) ?? rough;
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, index) => index * step);
}

function seriesOf(
  points: [number, number][],
  colour: string,
  x: (value: number) => number,
  y: (value: number) => number,
): string[] {
  const path = points
    .map(([across, up], index) => `${index === 0 ? 'M' : 'L'}${x(across)} ${y(up)}`)
    .join('');
  return [
    `<path d="${path}" fill="none" stroke="${colour}" stroke-width="2"/>`,
    ...points.map(([across, up]) => `<circle cx="${x(across)}" cy="${y(up)}" r="3" fill="${colour}"/>`),
  ];
}

const text = (x: number, y: number, content: string, attributes: string): string =>
  `<text x="${x}" y="${y}" ${attributes}>${escape(content)}</text>`;

const formatTick = (value: number): string =>
  value >= 1_000_000
    ? `${value / 1_000_000}M`
    : value >= 1000
      ? `${value / 1000}k`
      : String(Number(value.toFixed(2)));

const escape = (content: string): string =>
  content.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
