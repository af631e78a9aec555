/** The picture of the invented brand «Мореглаз». */
import { background, circle, lettering, path, repeat, type Design } from '../design.ts';

const ink = '#0a1c46';
const cobalt = '#2a5cff';
const aqua = '#8ae6df';
const foam = '#f2fbfa';
const coral = '#ff6f59';

const lens = 182;
const left = { x: 448, y: 250 };
const right = { x: 912, y: 250 };

/** One row of swell across a lens, as a filled shape down to the rim. */
function swell(cx: number, y: number, amplitude: number, shift: number, fill: string): string {
  const step = 92;
  const start = cx - lens - step + shift;
  const waves = repeat(6, () => `q${step / 4} ${-amplitude} ${step / 2} 0t${step / 2} 0`);
  return path(`M${start} ${y}${waves}V${left.y + lens + 20}H${start}Z`, `fill="${fill}"`);
}

const sea =
  circle(left.x, left.y, lens, `fill="${foam}"`) +
  `<g clip-path="url(#left)">` +
  circle(left.x + 42, left.y - 34, 66, `fill="${coral}"`) +
  swell(left.x, left.y - 8, 26, 0, aqua) +
  swell(left.x, left.y + 44, 28, 40, cobalt) +
  swell(left.x, left.y + 98, 28, 14, ink) +
  '</g>';

const eye =
  circle(right.x, right.y, lens, `fill="${foam}"`) +
  `<g clip-path="url(#right)">` +
  repeat(5, (ring) =>
    circle(
      right.x,
      right.y,
      160 - ring * 14,
      `fill="none" stroke="${cobalt}" stroke-opacity="${0.18 + ring * 0.12}" stroke-width="5"`,
    ),
  ) +
  circle(right.x, right.y, 92, `fill="${cobalt}"`) +
  repeat(
    36,
    (ray) =>
      `<path d="M${right.x} ${right.y - 88}v26" stroke="${aqua}" stroke-width="3.4" stroke-linecap="round" transform="rotate(${ray * 10} ${right.x} ${right.y})"/>`,
  ) +
  circle(right.x, right.y, 46, `fill="${ink}"`) +
  circle(right.x + 28, right.y - 30, 17, `fill="${foam}"`) +
  '</g>';

const frame =
  [left, right]
    .map(({ x, y }) => circle(x, y, lens, `fill="none" stroke="${ink}" stroke-width="26"`))
    .join('') +
  path(
    `M${left.x + lens - 9} ${left.y - 56}C650 158 710 158 ${right.x - lens + 9} ${right.y - 56}`,
    `fill="none" stroke="${ink}" stroke-width="26"`,
  ) +
  path(
    `M${left.x - lens} ${left.y - 30}L100 158C60 144 30 150 -20 170M${right.x + lens} ${right.y - 30}L1260 158C1300 144 1330 150 1380 170`,
    `fill="none" stroke="${ink}" stroke-width="26" stroke-linecap="round" stroke-linejoin="round"`,
  );

export const moreglaz: Design = {
  slug: 'moreglaz',
  art:
    `<defs><clipPath id="left">${circle(left.x, left.y, lens, '')}</clipPath><clipPath id="right">${circle(right.x, right.y, lens, '')}</clipPath></defs>` +
    background(aqua) +
    repeat(7, (row) =>
      path(
        `M-40 ${470 + row * 26}${repeat(24, () => 'q15 -12 30 0t30 0')}`,
        `fill="none" stroke="${foam}" stroke-opacity="${0.25 + row * 0.05}" stroke-width="3"`,
      ),
    ) +
    sea +
    eye +
    frame +
    lettering('мореглаз', {
      x: 680,
      y: 562,
      size: 112,
      font: 'Comfortaa',
      weight: 700,
      fill: ink,
      anchor: 'middle',
      tracking: -3,
    }),
};
