/** The picture of the invented brand «Мотылёк». */
import { background, circle, lettering, path, rectangle, repeat, round, type Design } from '../design.ts';

const night = '#0e0c2c';
const dusk = '#1b1850';
const light = '#ffe9a8';
const wing = '#f6c65b';
const rose = '#e8567c';
const bone = '#fff7e0';

const stars = repeat(70, (index) => {
  const x = (index * 197) % 1360;
  const y = (index * 131 + ((index * index) % 37) * 9) % 620;
  return circle(
    x,
    y,
    1 + (index % 3) * 0.8,
    `fill="#fff" fill-opacity="${round(0.25 + (index % 4) * 0.12)}"`,
  );
});

type Curve = [number, number, number, number, number, number, number, number];

function along([x0, y0, x1, y1, x2, y2, x3, y3]: Curve, t: number): [number, number] {
  const [a, b, c, d] = [(1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t ** 3];
  return [a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3];
}

/** Film holes in the band between two edges of a wing. */
function perforation(outer: Curve, inner: Curve, places: number[]): string {
  return places
    .map((t) => {
      const [[ax, ay], [bx, by]] = [along(outer, t), along(inner, t)];
      const [x, y] = [round((ax + bx) / 2), round((ay + by) / 2)];
      const turn = round((Math.atan2(by - ay, bx - ax) * 180) / Math.PI + 90);
      return rectangle(x - 9, y - 6, 18, 12, `fill="${night}" rx="3" transform="rotate(${turn} ${x} ${y})"`);
    })
    .join('');
}

/** The right half of the moth; the left one is its mirror image. */
const half =
  path('M0 -40C40 -150 170 -230 300 -206C330 -130 290 -20 190 20C120 46 40 40 0 20Z', `fill="${wing}"`) +
  path('M0 20C60 30 150 40 196 96C214 160 150 216 96 196C40 176 8 110 0 60Z', `fill="${rose}"`) +
  path('M26 -40C70 -120 160 -176 262 -168C276 -110 244 -40 170 -10C110 12 54 8 26 -6Z', `fill="${dusk}"`) +
  circle(176, -92, 44, `fill="${light}"`) +
  circle(176, -92, 24, `fill="${rose}"`) +
  circle(176, -92, 10, `fill="${night}"`) +
  circle(104, 118, 34, `fill="${wing}"`) +
  circle(104, 118, 16, `fill="${night}"`) +
  perforation(
    [0, -40, 40, -150, 170, -230, 300, -206],
    [26, -40, 70, -120, 160, -176, 262, -168],
    [0.4, 0.52, 0.64, 0.76, 0.88],
  ) +
  perforation(
    [300, -206, 330, -130, 290, -20, 190, 20],
    [262, -168, 276, -110, 244, -40, 170, -10],
    [0.16, 0.34, 0.52, 0.7, 0.88],
  );

const moth =
  `<g transform="translate(1006 318)">` +
  half +
  `<g transform="scale(-1 1)">${half}</g>` +
  path(
    'M0 -62C16 -62 22 -42 20 -20C26 40 18 120 0 150C-18 120 -26 40 -20 -20C-22 -42 -16 -62 0 -62Z',
    `fill="${bone}"`,
  ) +
  repeat(5, (ring) => rectangle(-18 + ring, 4 + ring * 24, 36 - ring * 2, 8, `fill="${rose}" rx="4"`)) +
  path(
    'M-6 -62C-20 -104 -46 -120 -76 -116M6 -62C20 -104 46 -120 76 -116',
    `fill="none" stroke="${bone}" stroke-width="6" stroke-linecap="round"`,
  ) +
  '</g>';

const film = (y: number): string =>
  rectangle(0, y, 1360, 44, `fill="#07061a"`) +
  repeat(31, (index) => rectangle(10 + index * 44.6, y + 12, 24, 20, `fill="${dusk}" rx="4"`));

export const motylek: Design = {
  slug: 'motylek',
  art:
    `<defs><linearGradient id="beam" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="${light}" stop-opacity=".95"/><stop offset="1" stop-color="${light}" stop-opacity=".06"/></linearGradient></defs>` +
    background(night) +
    stars +
    path('M-10 300L1360 20V600L-10 322Z', 'fill="url(#beam)" fill-opacity=".34"') +
    path('M-10 306L1360 130V500L-10 316Z', 'fill="url(#beam)" fill-opacity=".4"') +
    moth +
    film(0) +
    film(576) +
    lettering('МОТЫЛЁК', {
      x: 92,
      y: 348,
      size: 84,
      font: 'Unbounded',
      weight: 900,
      fill: bone,
      tracking: 1,
    }) +
    lettering('кино до последнего зрителя', {
      x: 98,
      y: 404,
      size: 28,
      font: 'Unbounded',
      weight: 300,
      fill: light,
      fine: true,
    }),
};
