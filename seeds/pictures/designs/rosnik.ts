/** The picture of the invented brand «Росник». */
import { background, lettering, path, polygon, repeat, round, type Design } from '../design.ts';

const emerald = '#0c322d';
const shade = '#0a2a26';
const gold = '#d9b876';
const pale = '#f3e6c8';

/** A drop standing on its round end, its tip at the top, centred at (x, y). */
const drop = (x: number, y: number, size: number, attributes: string): string =>
  path(
    `M${x} ${round(y - size)}C${round(x + size * 0.5)} ${round(y - size * 0.3)} ${round(x + size * 0.66)} ${round(y)} ${round(x + size * 0.66)} ${round(y + size * 0.3)}` +
      `A${round(size * 0.66)} ${round(size * 0.66)} 0 0 1 ${round(x - size * 0.66)} ${round(y + size * 0.3)}C${round(x - size * 0.66)} ${y} ${round(x - size * 0.5)} ${round(y - size * 0.3)} ${x} ${round(y - size)}Z`,
    attributes,
  );

const lattice = repeat(9, (row) =>
  repeat(18, (column) =>
    drop(
      column * 84 + (row % 2) * 42 - 20,
      row * 76 + 6,
      20,
      `fill="none" stroke="${gold}" stroke-opacity=".2" stroke-width="1.6"`,
    ),
  ),
);

const cut: [number, number][] = [
  [0, -232],
  [70, -112],
  [124, -10],
  [138, 82],
  [96, 168],
  [0, 206],
  [-96, 168],
  [-138, 82],
  [-124, -10],
  [-70, -112],
];
const table: [number, number][] = [
  [0, -92],
  [38, -38],
  [66, 30],
  [50, 96],
  [0, 120],
  [-50, 96],
  [-66, 30],
  [-38, -38],
];
const tints = [
  '#eef8f3',
  '#cfe9dd',
  '#9fd3c1',
  '#5fae98',
  '#2f8571',
  '#237462',
  '#56a48f',
  '#8ccab6',
  '#bfe2d4',
  '#e6f3ea',
];
/** Which corner of the table each outer edge leans on. */
const leans = [0, 1, 2, 3, 4, 4, 5, 6, 7, 0];

const gem =
  cut
    .map((corner, index) => {
      const next = cut[(index + 1) % cut.length] ?? corner;
      const lean = table[leans[index] ?? 0] ?? corner;
      const lean2 = table[leans[(index + 1) % leans.length] ?? 0] ?? corner;
      return (
        polygon([corner, next, lean], `fill="${tints[index]}"`) +
        polygon([next, lean, lean2], `fill="${tints[(index + 4) % tints.length]}" fill-opacity=".9"`)
      );
    })
    .join('') +
  polygon(table, 'fill="#a9dccb"') +
  polygon(
    [
      [0, -92],
      [38, -38],
      [-50, 96],
      [-66, 30],
      [-38, -38],
    ],
    'fill="#d6f0e5"',
  ) +
  polygon(cut, `fill="none" stroke="${pale}" stroke-width="2.4" stroke-linejoin="round"`);

const pendant =
  path(
    'M220 -20C250 120 310 96 339 118C368 96 428 120 458 -20',
    `fill="none" stroke="${gold}" stroke-width="3" stroke-dasharray="1 7" stroke-linecap="round"`,
  ) +
  `<circle cx="339" cy="122" r="13" fill="none" stroke="${gold}" stroke-width="5"/>` +
  `<g transform="translate(339 362) scale(.98)">${gem}</g>`;

export const rosnik: Design = {
  slug: 'rosnik',
  art:
    background(emerald) +
    lattice +
    path('M560 0H1360V620H560Z', `fill="${shade}"`) +
    path('M560 0V620', `stroke="${gold}" stroke-width="2"`) +
    `<g transform="translate(-58 0)">${pendant}</g>` +
    lettering('РОСНИК', {
      x: 968,
      y: 330,
      size: 142,
      font: 'Cormorant',
      weight: 500,
      fill: pale,
      anchor: 'middle',
      tracking: 14,
    }) +
    path('M858 384H926M994 384H1062', `stroke="${gold}" stroke-width="2"`) +
    drop(960, 384, 16, `fill="${gold}"`) +
    lettering('ЮВЕЛИРНЫЙ ДОМ', {
      x: 966,
      y: 450,
      size: 27,
      font: 'Tenor',
      fill: gold,
      anchor: 'middle',
      tracking: 12,
      fine: true,
    }),
};
