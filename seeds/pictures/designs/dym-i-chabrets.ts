/** The picture of the invented brand «Дым и чабрец». */
import { background, circle, lettering, path, repeat, round, type Design } from '../design.ts';

const soot = '#271518';
const smoke = '#ecdcc6';
const thyme = '#b58ab8';
const herb = '#7f9a6b';
const ember = '#d9673a';

/** Parallel threads of smoke: they rise from the bowl, sway and part. */
const threads = repeat(17, (index) => {
  const spread = index - 8;
  const start = 1010 + spread * 13;
  const d =
    `M${start} 452C${start - 60 + spread * 4} 372 ${start + 110 + spread * 6} 320 ${start + 16 + spread * 11} 236` +
    `S${start - 120 + spread * 18} 96 ${start + 40 + spread * 30} -20`;
  return path(
    d,
    `fill="none" stroke="${smoke}" stroke-width="${round(5.4 - Math.abs(spread) * 0.34)}" stroke-opacity="${round(0.95 - Math.abs(spread) * 0.07)}" stroke-linecap="round"`,
  );
});

const bowl =
  path('M786 448H1234C1234 548 1144 600 1066 604V620H954V604C876 600 786 548 786 448Z', `fill="${ember}"`) +
  path('M786 448H1234C1233 462 1231 475 1227 487H793C789 475 787 462 786 448Z', 'fill="#f0a36b"') +
  repeat(9, (index) =>
    path(`M${826 + index * 42} 526l17 -17l17 17l-17 17z`, `fill="${soot}" fill-opacity=".8"`),
  );

/** A sprig of thyme, from its root at (0, 0) upwards. */
function sprig(x: number, y: number, turn: number, scale: number): string {
  const leaves = repeat(7, (index) => {
    const at = -30 - index * 30;
    const size = 26 - index * 2;
    return (
      path(
        `M0 ${at}C${-size * 0.4} ${at - size} ${-size * 1.5} ${at - size * 0.9} ${-size * 1.7} ${at - size * 0.5}C${-size * 1.3} ${at + 2} ${-size * 0.5} ${at + 4} 0 ${at}Z`,
        `fill="${herb}"`,
      ) +
      path(
        `M0 ${at}C${size * 0.4} ${at - size} ${size * 1.5} ${at - size * 0.9} ${size * 1.7} ${at - size * 0.5}C${size * 1.3} ${at + 2} ${size * 0.5} ${at + 4} 0 ${at}Z`,
        `fill="#93ad7d"`,
      )
    );
  });
  const flowers = [
    [0, -262, 13],
    [-17, -246, 11],
    [17, -246, 11],
    [-10, -228, 10],
    [11, -226, 10],
    [0, -244, 9],
  ]
    .map(([cx = 0, cy = 0, radius = 0], index) =>
      circle(cx, cy, radius, `fill="${index % 2 === 0 ? thyme : '#d3b0d4'}"`),
    )
    .join('');
  return `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${scale})">${path('M0 0V-236', `stroke="${herb}" stroke-width="5" stroke-linecap="round"`)}${leaves}${flowers}</g>`;
}

export const dymIChabrets: Design = {
  slug: 'dym-i-chabrets',
  art:
    background(soot) +
    circle(1010, 300, 262, 'fill="#38211f"') +
    circle(1010, 300, 206, 'fill="#442725"') +
    threads +
    sprig(800, 470, -26, 0.92) +
    sprig(852, 462, -8, 0.66) +
    sprig(1224, 470, 27, 0.92) +
    sprig(1172, 462, 9, 0.66) +
    bowl +
    lettering('дым', { x: 88, y: 268, size: 186, font: 'Tenor', fill: smoke, tracking: 2 }) +
    lettering('и чабрец', { x: 92, y: 400, size: 122, font: 'Tenor', fill: smoke, tracking: 1 }) +
    circle(106, 478, 9, `fill="${ember}"`) +
    lettering('чайная лавка', {
      x: 132,
      y: 489,
      size: 34,
      font: 'Tenor',
      fill: thyme,
      tracking: 3,
      fine: true,
    }),
};
