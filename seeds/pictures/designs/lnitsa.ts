/** The picture of the invented brand «Льница». */
import { circle, lettering, path, rectangle, repeat, type Design } from '../design.ts';

const ecru = '#efe6d6';
const linen = '#d8cab2';
const flax = '#7f9bd6';
const indigo = '#27345f';
const straw = '#c9a86a';

const thread = 62;
const warps = [linen, ecru, flax, ecru, linen, indigo, linen, ecru, flax, linen];
const wefts = [ecru, linen, indigo, linen, ecru, flax, ecru, linen, indigo, ecru];

/** Plain weave: where warp and weft cross, they lie on top in turns; a thread on top shows its rounded ends. */
const weave = repeat(10, (row) =>
  repeat(10, (column) => {
    const x = 740 + column * thread;
    const y = row * thread;
    const warpOnTop = (row + column) % 2 === 0;
    const under = warpOnTop ? (wefts[row] ?? ecru) : (warps[column] ?? ecru);
    const over = warpOnTop ? (warps[column] ?? ecru) : (wefts[row] ?? ecru);
    const shade =
      rectangle(x, y, thread, thread, `fill="${under}"`) +
      rectangle(x, y, thread, thread, 'fill="#000" fill-opacity=".16"');
    const body = warpOnTop
      ? rectangle(x + 5, y - 3, thread - 10, thread + 6, `fill="${over}" rx="13"`)
      : rectangle(x - 3, y + 5, thread + 6, thread - 10, `fill="${over}" rx="13"`);
    const lines = repeat(3, (line) =>
      warpOnTop
        ? path(
            `M${x + 17 + line * 14} ${y + 5}v${thread - 10}`,
            'stroke="#000" stroke-opacity=".09" stroke-width="2.4"',
          )
        : path(
            `M${x + 5} ${y + 17 + line * 14}h${thread - 10}`,
            'stroke="#000" stroke-opacity=".09" stroke-width="2.4"',
          ),
    );
    return shade + body + lines;
  }),
);

/** The flax flower: five broad petals. */
const flower =
  `<g transform="translate(152 140)">` +
  repeat(
    5,
    (petal) =>
      `<g transform="rotate(${petal * 72})">${path('M0 -6C-44 -30 -42 -82 0 -92C42 -82 44 -30 0 -6Z', `fill="${flax}"`)}${path('M0 -18V-70M-10 -24L-18 -62M10 -24L18 -62', `stroke="${indigo}" stroke-opacity=".55" stroke-width="3" stroke-linecap="round" fill="none"`)}</g>`,
  ) +
  circle(0, 0, 15, `fill="${straw}"`) +
  repeat(
    5,
    (stamen) => `<g transform="rotate(${36 + stamen * 72})">${circle(0, -22, 4.5, `fill="${indigo}"`)}</g>`,
  ) +
  '</g>';

export const lnitsa: Design = {
  slug: 'lnitsa',
  art:
    weave +
    rectangle(0, 0, 740, 620, `fill="${ecru}"`) +
    repeat(15, (index) =>
      path(
        `M736 ${20 + index * 41.4}h-${index % 3 === 0 ? 34 : 20}`,
        `stroke="${straw}" stroke-width="3" stroke-linecap="round"`,
      ),
    ) +
    flower +
    lettering('ЛЬНИЦА', { x: 84, y: 424, size: 138, font: 'Jost', weight: 300, fill: indigo, tracking: 6 }) +
    path('M90 470H190', `stroke="${straw}" stroke-width="4"`) +
    lettering('одежда из северного льна', {
      x: 90,
      y: 526,
      size: 31,
      font: 'Jost',
      weight: 500,
      fill: indigo,
      tracking: 1,
      fine: true,
    }),
};
