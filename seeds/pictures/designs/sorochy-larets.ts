/** The picture of the invented brand «Сорочий ларец». */
import { background, circle, lettering, path, rectangle, repeat, onCircle, type Design } from '../design.ts';

const teal = '#0f5a63';
const wave = '#17707a';
const black = '#0d1a20';
const cream = '#fff3dd';
const gold = '#f4b740';
const coral = '#e8604c';
const wine = '#a8392f';
const lilac = '#b9a3f2';
const mint = '#6fd0ad';

/** Rings behind the bird, like the gleam that it has seen. */
const gleam = repeat(6, (index) =>
  circle(330, 330, 190 + index * 92, `fill="none" stroke="${wave}" stroke-width="34"`),
);

const bird =
  path('M300 236L84 362L58 300L292 182Z', `fill="${black}"`) +
  path('M282 222L98 322L86 298L276 202Z', `fill="${mint}"`) +
  path(
    'M268 214C276 130 352 92 424 112C492 130 506 214 452 262C404 304 320 302 288 268Z',
    `fill="${black}"`,
  ) +
  path(
    'M356 288C412 284 458 252 470 196C500 232 474 296 414 300C390 302 370 298 356 288Z',
    `fill="${cream}"`,
  ) +
  path('M276 216C304 168 372 160 418 186C404 236 344 266 284 256Z', `fill="${wave}"`) +
  path('M300 232C330 208 366 200 404 200C388 232 344 250 302 248Z', `fill="${cream}"`) +
  circle(452, 128, 56, `fill="${black}"`) +
  path('M494 104L572 136L496 152Z', `fill="#2b3a41"`) +
  circle(466, 116, 11, `fill="${cream}"`) +
  circle(469, 116, 5, `fill="${black}"`) +
  path('M380 296V418M414 298V418', `stroke="${gold}" stroke-width="9" stroke-linecap="round" fill="none"`);

/** A ring with a stone hangs from the beak. */
const ring =
  circle(566, 186, 34, `fill="none" stroke="${gold}" stroke-width="13"`) +
  path('M546 226H586L598 246L566 282L534 246Z', `fill="${coral}"`) +
  path('M546 226L566 246L586 226M534 246H598', `fill="none" stroke="${cream}" stroke-width="4"`);

/** What gleams in the casket: a ticket, a cup, a book, a leaf. */
const treasure =
  `<g transform="rotate(-14 250 380)">${rectangle(196, 330, 96, 110, `fill="${lilac}" rx="8"`)}${path('M214 356H274M214 378H274M214 400H252', `stroke="${teal}" stroke-width="8" stroke-linecap="round"`)}</g>` +
  circle(344, 404, 52, `fill="${gold}"`) +
  circle(344, 404, 34, `fill="none" stroke="${cream}" stroke-width="7"`) +
  `<g transform="rotate(10 444 380)">${rectangle(398, 332, 92, 108, `fill="${mint}" rx="8"`)}${rectangle(398, 332, 20, 108, `fill="${cream}"`)}</g>` +
  path('M500 430C486 366 520 326 580 322C586 386 558 426 500 430Z', `fill="${coral}"`) +
  path('M500 430L560 350', `stroke="${cream}" stroke-width="6" stroke-linecap="round"`);

const studs = repeat(9, (index) => circle(186 + index * 52, 446, 8, `fill="${cream}"`));

const casket =
  path('M140 416H648L628 556A30 30 0 0 1 598 582H190A30 30 0 0 1 160 556Z', `fill="${wine}"`) +
  rectangle(128, 416, 532, 58, `fill="${coral}" rx="12"`) +
  studs +
  rectangle(360, 430, 68, 96, `fill="${gold}" rx="14"`) +
  circle(394, 468, 13, `fill="${wine}"`) +
  path('M388 474H400L406 506H382Z', `fill="${wine}"`);

/** Sparks of four points. */
const spark = (x: number, y: number, size: number, fill: string): string => {
  const points = [0, 1, 2, 3].flatMap((quarter) => [
    onCircle(x, y, size, quarter * 90),
    onCircle(x, y, size * 0.28, quarter * 90 + 45),
  ]);
  return `<polygon points="${points.map(([px, py]) => `${px},${py}`).join(' ')}" fill="${fill}"/>`;
};

const sparks =
  spark(664, 306, 26, gold) +
  spark(636, 82, 18, cream) +
  spark(176, 120, 20, gold) +
  spark(1240, 118, 30, gold) +
  spark(1176, 78, 14, cream) +
  spark(92, 470, 16, cream);

export const sorochyLarets: Design = {
  slug: 'sorochy-larets',
  art:
    background(teal) +
    gleam +
    sparks +
    treasure +
    bird +
    ring +
    casket +
    lettering('Сорочий', { x: 716, y: 276, size: 136, font: 'Playfair', weight: 900, fill: cream }) +
    lettering('ларец', { x: 716, y: 420, size: 160, font: 'Playfair', weight: 900, fill: gold }) +
    lettering('подарок, который выбираете вы', {
      x: 724,
      y: 510,
      size: 32,
      font: 'Onest',
      weight: 500,
      fill: cream,
      fine: true,
    }),
};
