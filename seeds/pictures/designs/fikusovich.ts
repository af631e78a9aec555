/** The picture of the invented brand «Фикусович». */
import { background, circle, lettering, path, rectangle, repeat, type Design } from '../design.ts';

const blush = '#f8cdbd';
const petal = '#fbe3d8';
const deep = '#12452d';
const green = '#2c7a4b';
const lime = '#93c47d';
const clay = '#d9623f';
const ink = '#1d2620';

/** A ficus leaf that grows up from its stalk at (0, 0). */
function leaf(x: number, y: number, turn: number, scale: number, fill: string, vein: string): string {
  return (
    `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})">` +
    path('M0 0C-74 -60 -84 -170 0 -262C84 -170 74 -60 0 0Z', `fill="${fill}"`) +
    path('M0 10V-240', `stroke="${vein}" stroke-width="5" stroke-linecap="round"`) +
    repeat(5, (index) =>
      path(
        `M0 ${-40 - index * 34}Q${-26} ${-58 - index * 34} ${-46 + index * 3} ${-76 - index * 34}M0 ${-40 - index * 34}Q26 ${-58 - index * 34} ${46 - index * 3} ${-76 - index * 34}`,
        `fill="none" stroke="${vein}" stroke-width="3" stroke-linecap="round"`,
      ),
    ) +
    '</g>'
  );
}

const crown =
  leaf(330, 330, -78, 0.82, deep, green) +
  leaf(410, 330, 78, 0.82, deep, green) +
  leaf(340, 330, -48, 1.06, green, lime) +
  leaf(400, 330, 48, 1.06, green, lime) +
  leaf(352, 330, -19, 1.12, lime, green) +
  leaf(388, 330, 20, 1.12, deep, lime) +
  leaf(370, 338, 0, 0.96, green, lime);

/** The pot is a gentleman: round glasses and a moustache of two leaves. */
const pot =
  path('M236 318H504L476 584H264Z', `fill="${clay}"`) +
  path('M220 292H520V352H220Z', 'fill="#e8825c"') +
  [314, 426].map((x) => circle(x, 420, 42, `fill="${petal}" stroke="${ink}" stroke-width="9"`)).join('') +
  path(
    'M356 416Q370 404 384 416M272 412L250 402M468 412L490 402',
    `fill="none" stroke="${ink}" stroke-width="8" stroke-linecap="round"`,
  ) +
  circle(320, 424, 12, `fill="${ink}"`) +
  circle(420, 424, 12, `fill="${ink}"`) +
  path(
    'M370 496C346 462 292 466 258 506C298 534 352 530 370 496ZM370 496C394 462 448 466 482 506C442 534 388 530 370 496Z',
    `fill="${deep}"`,
  ) +
  path(
    'M366 500C330 496 300 500 272 507M374 500C410 496 440 500 468 507',
    `fill="none" stroke="${lime}" stroke-width="3.5" stroke-linecap="round"`,
  );

export const fikusovich: Design = {
  slug: 'fikusovich',
  art:
    background(blush) +
    circle(370, 300, 286, `fill="${petal}"`) +
    rectangle(0, 580, 1360, 40, `fill="${deep}"`) +
    leaf(1350, 650, -30, 0.95, deep, green) +
    leaf(1398, 640, 2, 1.15, green, lime) +
    leaf(1290, 640, -66, 0.8, lime, green) +
    crown +
    pot +
    lettering('Фику', {
      x: 706,
      y: 270,
      size: 138,
      font: 'Unbounded',
      weight: 900,
      fill: deep,
      tracking: -4,
    }) +
    lettering('сович', {
      x: 706,
      y: 398,
      size: 138,
      font: 'Unbounded',
      weight: 900,
      fill: clay,
      tracking: -4,
    }) +
    lettering('комнатные растения', {
      x: 714,
      y: 464,
      size: 31,
      font: 'Unbounded',
      weight: 300,
      fill: deep,
      fine: true,
    }),
};
