/** The picture of the invented brand «Слоникум». */
import { background, circle, lettering, path, rectangle, repeat, type Design } from '../design.ts';

const sun = '#ffcb3d';
const blue = '#2a66e8';
const navy = '#17307a';
const pink = '#ff7fb0';
const red = '#f04e3e';
const white = '#fffaf0';
const mint = '#43c59e';

/** The elephant stands of building bricks: an arch for the body, a disc for the ear, quarter rings for the trunk. */
const elephant =
  path('M150 540V330A190 190 0 0 1 340 140H420V540H350V420A52 52 0 0 0 246 420V540Z', `fill="${blue}"`) +
  rectangle(246, 470, 104, 70, `fill="${red}"`) +
  path('M246 470A52 52 0 0 1 350 470Z', `fill="${white}"`) +
  path(
    'M420 120H520A120 120 0 0 1 640 240V400A50 50 0 0 0 740 400V372H812V400A122 122 0 0 1 568 400V356H420Z',
    `fill="${navy}"`,
  ) +
  circle(430, 252, 112, `fill="${pink}"`) +
  circle(430, 252, 62, `fill="${white}"`) +
  circle(430, 252, 26, `fill="${red}"`) +
  circle(566, 220, 21, `fill="${white}"`) +
  circle(571, 220, 10, `fill="${navy}"`) +
  path('M420 540H490V356H420Z', `fill="${mint}"`) +
  path('M568 356H624C624 400 596 424 560 424V364Z', `fill="${white}"`) +
  path(
    'M150 330C120 340 104 372 112 408',
    `fill="none" stroke="${navy}" stroke-width="14" stroke-linecap="round"`,
  ) +
  circle(113, 414, 15, `fill="${red}"`);

/** Studs on top, as on a toy brick. */
const studs =
  rectangle(436, 96, 40, 26, `fill="${navy}" rx="6"`) + rectangle(496, 96, 40, 26, `fill="${navy}" rx="6"`);

const ball =
  circle(776, 300, 62, `fill="${red}"`) +
  path('M714 300A62 62 0 0 1 838 300Z', `fill="${white}"`) +
  path('M732 257C770 276 790 318 786 361M714 300H838', `fill="none" stroke="${navy}" stroke-width="6"`) +
  circle(776, 300, 62, `fill="none" stroke="${navy}" stroke-width="6"`);

const confetti: [number, number, string][] = [
  [930, 92, red],
  [1040, 150, blue],
  [1180, 76, white],
  [1290, 150, pink],
  [880, 190, mint],
  [1250, 470, blue],
  [1120, 500, red],
  [960, 470, white],
  [1320, 380, red],
  [60, 110, white],
  [70, 240, red],
  [250, 80, mint],
];

export const slonikum: Design = {
  slug: 'slonikum',
  art:
    background(sun) +
    repeat(9, (index) =>
      circle(1360, 0, 120 + index * 92, 'fill="none" stroke="#ffd968" stroke-width="40"'),
    ) +
    rectangle(0, 540, 1360, 80, `fill="${mint}"`) +
    repeat(34, (index) => rectangle(index * 40 + 8, 526, 24, 16, `fill="${mint}" rx="4"`)) +
    confetti
      .map(([x, y, fill], index) =>
        index % 2 === 0
          ? rectangle(x, y, 26, 26, `fill="${fill}" transform="rotate(${index * 17} ${x} ${y})"`)
          : circle(x, y, 14, `fill="${fill}"`),
      )
      .join('') +
    elephant +
    studs +
    ball +
    lettering('Слони', {
      x: 890,
      y: 322,
      size: 132,
      font: 'Shantell',
      weight: 800,
      fill: navy,
      tracking: -2,
    }) +
    lettering('кум!', { x: 890, y: 432, size: 132, font: 'Shantell', weight: 800, fill: red, tracking: -2 }) +
    lettering('игрушки, которые учат', {
      x: 896,
      y: 588,
      size: 30,
      font: 'Rubik',
      weight: 500,
      fill: navy,
      fine: true,
    }),
};
