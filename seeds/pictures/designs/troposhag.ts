/** The picture of the invented brand «Тропошаг». */
import { background, circle, lettering, path, repeat, round, type Design } from '../design.ts';

const pine = '#0e2f2b';
const fir = '#1c5147';
const moss = '#2f7a63';
const haze = '#8fbfa3';
const dawn = '#f28b3b';
const sand = '#fbe6c4';

/** Closed contour lines of a hill on a map: each a circle bent by three slow waves. */
function contours(cx: number, cy: number, count: number): string {
  return repeat(count, (ring) => {
    const points = Array.from({ length: 181 }, (_, index) => {
      const angle = (index / 180) * Math.PI * 2;
      const bend =
        1 +
        0.16 * Math.sin(angle * 2 + 0.6) +
        0.09 * Math.sin(angle * 3 + ring * 0.18) +
        0.04 * Math.cos(angle * 5);
      const radius = (26 + ring * 25) * bend;
      return `${round(cx + radius * 1.25 * Math.cos(angle))} ${round(cy + radius * Math.sin(angle))}`;
    });
    return path(
      `M${points.join('L')}Z`,
      `fill="none" stroke="#c9702a" stroke-opacity="${ring % 4 === 0 ? 0.55 : 0.28}" stroke-width="${ring % 4 === 0 ? 3 : 2}"`,
    );
  });
}

const mountains =
  path(
    'M0 430L150 330L250 400L420 318L560 390L650 300L820 440L960 340L1100 420L1360 250V620H0Z',
    `fill="${haze}"`,
  ) +
  path('M650 300L744 377L700 366L660 396L626 350L594 372L578 370Z', 'fill="#fff6e4"') +
  path('M0 520L190 420L330 486L520 380L700 500L900 400L1040 330L1150 250L1360 410V620H0Z', `fill="${moss}"`) +
  path('M1150 250L1264 337L1214 330L1180 372L1140 326L1088 354L1074 306Z', 'fill="#fff6e4"') +
  path('M0 590L240 500L460 560L680 490L930 566L1120 470L1360 560V620H0Z', `fill="${fir}"`);

const trail = path(
  'M520 640C600 580 760 600 820 566C880 532 760 500 850 472C940 448 1010 470 1040 430C1060 402 1016 392 1052 362',
  `fill="none" stroke="${sand}" stroke-width="7" stroke-dasharray="2 17" stroke-linecap="round"`,
);

const flag =
  path('M1150 252V172', `stroke="${pine}" stroke-width="7" stroke-linecap="round"`) +
  path('M1150 172L1214 194L1150 218Z', 'fill="#e04e2b"');

const firs = [60, 132, 210, 1236, 1298]
  .map((x, index) => tree(x, 596 + (index % 2) * 14, 1 + (index % 3) * 0.16))
  .join('');

function tree(x: number, y: number, scale: number): string {
  return `<g transform="translate(${x} ${y}) scale(${scale})">${path('M0 -128L30 -80H16L42 -40H24L52 6H-52L-24 -40H-42L-16 -80H-30Z', `fill="${pine}"`)}</g>`;
}

export const troposhag: Design = {
  slug: 'troposhag',
  art:
    background(dawn) +
    contours(330, 120, 20) +
    circle(905, 268, 128, `fill="${sand}"`) +
    mountains +
    trail +
    flag +
    path('M0 586C110 566 240 592 340 620H0ZM1360 580C1290 566 1200 592 1150 620H1360Z', `fill="${pine}"`) +
    firs +
    `<g transform="translate(96 62)">${path('M0 66L42 0L62 30L74 14L108 66Z', `fill="${pine}"`)}</g>` +
    lettering('ТРОПОШАГ', {
      x: 92,
      y: 286,
      size: 140,
      font: 'Oswald',
      weight: 700,
      fill: pine,
      tracking: 4,
    }) +
    lettering('снаряжение для дальних дорог', {
      x: 224,
      y: 122,
      size: 31,
      font: 'Oswald',
      weight: 500,
      fill: pine,
      tracking: 1,
      fine: true,
    }),
};
