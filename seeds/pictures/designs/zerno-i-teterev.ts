/** The picture of the invented brand «Зерно и Тетерев». */
import { background, circle, lettering, onCircle, path, repeat, round, type Design } from '../design.ts';

const rye = '#f3d3a0';
const crust = '#3a1f14';
const berry = '#c63f2b';
const crumb = '#fbecd0';
const honey = '#e39b34';

/** An ear of wheat that grows up from (0, 0). */
function ear(length: number, fill: string): string {
  const grains = 6;
  return (
    path(`M0 0V${-length}`, `stroke="${fill}" stroke-width="6" stroke-linecap="round"`) +
    repeat(grains, (index) => {
      const y = round(-length + 10 + index * 25);
      return (
        path(
          `M0 ${y + 22}C-26 ${y + 12} -28 ${y - 10} -20 ${y - 24}C-4 ${y - 12} 0 ${y + 2} 0 ${y + 22}Z`,
          `fill="${fill}"`,
        ) +
        path(
          `M0 ${y + 22}C26 ${y + 12} 28 ${y - 10} 20 ${y - 24}C4 ${y - 12} 0 ${y + 2} 0 ${y + 22}Z`,
          `fill="${fill}"`,
        )
      );
    }) +
    path(
      `M0 ${-length + 4}C-12 ${-length - 12} -8 ${-length - 30} 0 ${-length - 42}C8 ${-length - 30} 12 ${-length - 12} 0 ${-length + 4}Z`,
      `fill="${fill}"`,
    )
  );
}

const hub = { x: 392, y: 402 };

const tail = repeat(6, (index) => {
  const angle = -84 + index * 21;
  return `<g transform="translate(${hub.x} ${hub.y}) rotate(${angle})">${ear(268, index % 2 === 0 ? crust : berry)}</g>`;
});

const rays = repeat(13, (index) => {
  const [x1, y1] = onCircle(hub.x, hub.y, 322, -96 + index * 16);
  return circle(x1, y1, index % 2 === 0 ? 7 : 4, `fill="${honey}"`);
});

/** The black cock: a body of two arcs, a bent neck, a red brow. */
const bird =
  path(
    'M262 520C262 416 330 352 420 352C436 352 450 350 462 338C478 322 470 292 484 268C496 246 522 236 546 244C566 250 578 264 582 280L612 292L582 304C580 360 566 400 566 432C566 494 516 540 446 540H282C268 540 262 532 262 520Z',
    `fill="${crust}"`,
  ) +
  path(
    'M300 520C300 460 348 424 404 424C452 424 488 452 496 492C456 512 404 524 346 524C318 524 300 526 300 520Z',
    `fill="${berry}"`,
  ) +
  path(
    'M326 512C328 480 356 456 396 454M350 516C356 494 376 478 408 476M380 516C388 504 402 498 424 498',
    `fill="none" stroke="${crumb}" stroke-width="7" stroke-linecap="round"`,
  ) +
  path('M518 262C528 250 548 248 560 258C550 270 532 274 518 262Z', `fill="${berry}"`) +
  circle(543, 279, 8, `fill="${crumb}"`) +
  path(
    'M392 540V572M448 540V572M372 574H412M428 574H468',
    `stroke="${crust}" stroke-width="9" stroke-linecap="round"`,
  );

export const zernoITeterev: Design = {
  slug: 'zerno-i-teterev',
  art:
    background(rye) +
    circle(hub.x, hub.y - 60, 250, `fill="${crumb}"`) +
    path('M0 574H1360V620H0Z', `fill="${crust}"`) +
    repeat(46, (index) => path(`M${index * 30} 620l15 -30l15 30z`, `fill="${honey}" fill-opacity=".55"`)) +
    rays +
    tail +
    bird +
    lettering('Зерно', {
      x: 752,
      y: 212,
      size: 140,
      font: 'Playfair',
      weight: 900,
      fill: crust,
      tracking: -2,
    }) +
    lettering('и', { x: 756, y: 318, size: 100, font: 'Playfair', weight: 900, fill: berry }) +
    path('M836 292H1222', `stroke="${berry}" stroke-width="6"`) +
    circle(1238, 292, 10, `fill="${berry}"`) +
    lettering('Тетерев', {
      x: 752,
      y: 446,
      size: 140,
      font: 'Playfair',
      weight: 900,
      fill: crust,
      tracking: -2,
    }) +
    lettering('ПЕКАРНИ И КОФЕЙНИ', {
      x: 760,
      y: 516,
      size: 27,
      font: 'Manrope',
      weight: 800,
      fill: crust,
      tracking: 7,
      fine: true,
    }),
};
