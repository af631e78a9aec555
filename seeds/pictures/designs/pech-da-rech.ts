/** The picture of the invented brand «Печь да Речь». */
import { background, lettering, path, rectangle, repeat, type Design } from '../design.ts';

const brick = '#a92a1d';
const mortar = '#b93a2a';
const cream = '#fff0d9';
const coal = '#211310';
const mustard = '#f0a92e';
const fire = '#f26a2a';

const bricks = repeat(10, (row) =>
  repeat(12, (column) =>
    rectangle(-60 + column * 126 + (row % 2) * 63, 4 + row * 62, 118, 54, `fill="${mortar}" rx="3"`),
  ),
);

/** The mouth of the oven is a speech bubble too: its tail hangs at the lower left. */
const oven =
  path('M120 330C120 170 226 70 366 70S612 170 612 330V520H246L120 590Z', `fill="${cream}"`) +
  path('M174 336C174 204 258 122 366 122S558 204 558 336V470H174Z', `fill="${coal}"`);

const flame =
  path(
    'M366 176C420 236 478 282 478 366C478 428 430 470 366 470S254 428 254 366C254 326 274 306 290 284C300 310 312 318 326 320C318 262 336 214 366 176Z',
    `fill="${fire}"`,
  ) +
  path(
    'M372 262C404 304 434 330 434 382C434 430 404 470 366 470S300 434 300 392C300 366 312 350 322 338C330 354 342 360 354 358C348 322 354 290 372 262Z',
    `fill="${mustard}"`,
  ) +
  path(
    'M368 354C386 378 402 394 402 422C402 450 386 470 366 470S332 452 332 426C332 398 354 384 368 354Z',
    `fill="${cream}"`,
  );

const logs =
  path('M226 470H506V496H226Z', `fill="${brick}"`) +
  repeat(7, (index) => rectangle(236 + index * 39, 476, 26, 14, `fill="${mustard}" rx="7"`));

export const pechDaRech: Design = {
  slug: 'pech-da-rech',
  art:
    background(brick) +
    bricks +
    oven +
    flame +
    logs +
    lettering('Печь', { x: 690, y: 226, size: 164, font: 'Dela', fill: cream }) +
    lettering('да', { x: 694, y: 350, size: 112, font: 'Dela', fill: mustard }) +
    path(
      'M874 312C920 296 960 328 1006 312S1092 296 1140 312S1220 326 1262 310',
      `fill="none" stroke="${mustard}" stroke-width="9" stroke-linecap="round"`,
    ) +
    lettering('речь', { x: 690, y: 488, size: 164, font: 'Dela', fill: cream }) +
    lettering('рестораны, где не молчат', {
      x: 700,
      y: 562,
      size: 31,
      font: 'Onest',
      weight: 500,
      fill: cream,
      fine: true,
    }),
};
