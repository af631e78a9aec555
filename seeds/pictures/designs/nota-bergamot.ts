/** The picture of the invented brand «Нота Бергамот». */
import { background, circle, lettering, onCircle, path, repeat, round, type Design } from '../design.ts';

const milk = '#f5f1e2';
const olive = '#2d3a1e';
const peel = '#8aa63c';
const pulp = '#dfe58f';
const gold = '#bf9a4a';

/** A slice of bergamot: rind, pith and segments. */
function slice(cx: number, cy: number, radius: number, segments: number, turn: number): string {
  const inner = radius * 0.84;
  const gap = 3.2;
  const wedges = repeat(segments, (index) => {
    const width = 360 / segments;
    const from = turn + index * width + gap;
    const to = turn + (index + 1) * width - gap;
    const [ax, ay] = onCircle(cx, cy, inner, from);
    const [bx, by] = onCircle(cx, cy, inner, to);
    const [mx, my] = onCircle(cx, cy, radius * 0.11, (from + to) / 2);
    const pips = repeat(3, (pip) => {
      const [px, py] = onCircle(
        cx,
        cy,
        radius * (0.42 + pip * 0.13),
        (from + to) / 2 + (pip % 2 === 0 ? 2.4 : -3),
      );
      return `<ellipse cx="${px}" cy="${py}" rx="${round(radius * 0.012)}" ry="${round(radius * 0.034)}" fill="#fbfbe6" transform="rotate(${round((from + to) / 2)} ${px} ${py})"/>`;
    });
    return (
      path(
        `M${mx} ${my}L${ax} ${ay}A${round(inner)} ${round(inner)} 0 0 1 ${bx} ${by}Z`,
        `fill="${pulp}" stroke="${pulp}" stroke-width="${round(radius * 0.03)}" stroke-linejoin="round"`,
      ) + pips
    );
  });
  return circle(cx, cy, radius, `fill="${peel}"`) + circle(cx, cy, radius * 0.925, `fill="#fbf9ea"`) + wedges;
}

const stave = repeat(5, (line) =>
  path(
    `M-20 ${300 + line * 40}C220 ${250 + line * 40} 420 ${400 + line * 36} 700 ${330 + line * 30}S1100 ${150 + line * 44} 1380 ${220 + line * 40}`,
    `fill="none" stroke="${gold}" stroke-width="1.8" stroke-opacity=".75"`,
  ),
);

const leaf = (x: number, y: number, turn: number, size: number): string =>
  `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${size})">` +
  path('M0 0C40 -60 120 -70 190 -20C130 40 50 50 0 0Z', `fill="${olive}"`) +
  path('M0 0C60 -20 120 -26 190 -20', `fill="none" stroke="${peel}" stroke-width="3"`) +
  '</g>';

const blossom = (x: number, y: number, radius: number): string =>
  repeat(
    5,
    (petal) =>
      `<ellipse cx="${x}" cy="${round(y - radius * 0.62)}" rx="${round(radius * 0.3)}" ry="${round(radius * 0.52)}" fill="#fffdf4" stroke="#e4dcb8" stroke-width="2" transform="rotate(${petal * 72} ${x} ${y})"/>`,
  ) + circle(x, y, radius * 0.2, `fill="${gold}"`);

export const notaBergamot: Design = {
  slug: 'nota-bergamot',
  art:
    background(milk) +
    stave +
    leaf(896, 502, 150, 1.15) +
    leaf(960, 130, -148, 0.95) +
    leaf(930, 96, -96, 0.6) +
    slice(1164, 312, 286, 10, 8) +
    blossom(906, 488, 56) +
    lettering('Нота', {
      x: 92,
      y: 246,
      size: 190,
      font: 'Cormorant',
      weight: 300,
      fill: olive,
      tracking: -4,
    }) +
    lettering('Бергамот', {
      x: 92,
      y: 412,
      size: 164,
      font: 'Cormorant',
      weight: 300,
      fill: olive,
      tracking: -4,
    }) +
    path('M100 522H196', `stroke="${gold}" stroke-width="3"`) +
    lettering('ПАРФЮМЕРИЯ И УХОД', {
      x: 220,
      y: 532,
      size: 26,
      font: 'Tenor',
      fill: olive,
      tracking: 7,
      fine: true,
    }),
};
