/** The picture of the invented brand «Слогово». */
import { background, circle, lettering, path, rectangle, repeat, type Design } from '../design.ts';

const paper = '#f6f1e4';
const ink = '#1b1a1f';
const red = '#e2412f';
const blue = '#27479b';
const yellow = '#f3c132';
const teal = '#1f8a7d';
const pink = '#f2a7b5';

interface Spine {
  letter: string;
  width: number;
  height: number;
  fill: string;
  letterFill: string;
}

const spines: Spine[] = [
  { letter: 'С', width: 162, height: 430, fill: red, letterFill: paper },
  { letter: 'Л', width: 184, height: 380, fill: ink, letterFill: yellow },
  { letter: 'О', width: 146, height: 464, fill: yellow, letterFill: ink },
  { letter: 'Г', width: 158, height: 350, fill: teal, letterFill: paper },
  { letter: 'О', width: 172, height: 444, fill: pink, letterFill: red },
  { letter: 'В', width: 162, height: 396, fill: blue, letterFill: paper },
  { letter: 'О', width: 148, height: 470, fill: paper, letterFill: blue },
];

const shelf = 540;

function spine({ letter, width, height, fill, letterFill }: Spine, x: number, index: number): string {
  const top = shelf - height;
  return (
    rectangle(
      x,
      top,
      width,
      height,
      `fill="${fill}" ${fill === paper ? `stroke="${blue}" stroke-width="5"` : ''}`,
    ) +
    ornament(index, x, top, width, letterFill) +
    lettering(letter, {
      x: x + width / 2,
      y: shelf - 74,
      size: 148,
      font: 'Rubik',
      weight: 900,
      fill: letterFill,
      anchor: 'middle',
    }) +
    rectangle(x + 22, shelf - 40, width - 44, 7, `fill="${letterFill}"`)
  );
}

/** Each spine has its own stamp above the letter. */
function ornament(index: number, x: number, top: number, width: number, fill: string): string {
  const middle = x + width / 2;
  const stroke = `fill="none" stroke="${fill}" stroke-width="6"`;
  switch (index) {
    case 0:
      return repeat(4, (line) => rectangle(x + 22, top + 30 + line * 18, width - 44, 7, `fill="${fill}"`));
    case 1:
      return path(`M${middle} ${top + 34}l38 38l-38 38l-38 -38z`, stroke);
    case 2:
      return repeat(3, (row) =>
        repeat(3, (column) => circle(middle - 32 + column * 32, top + 46 + row * 32, 8, `fill="${fill}"`)),
      );
    case 3:
      return path(`M${x + 26} ${top + 36}h${width - 52}M${x + 26} ${top + 56}h${width - 52}`, stroke);
    case 4:
      return repeat(3, (ring) => circle(middle, top + 92, 50 - ring * 18, stroke));
    case 5:
      return path(`M${x + 26} ${top + 76}q24 -44 49 0t49 0M${x + 26} ${top + 106}q24 -44 49 0t49 0`, stroke);
    default:
      return path(
        `M${middle} ${top + 40}V${top + 150}M${middle - 40} ${top + 68}L${middle + 40} ${top + 122}M${middle + 40} ${top + 68}L${middle - 40} ${top + 122}`,
        stroke,
      );
  }
}

let edge = 96;
const books = spines
  .map((one, index) => {
    const drawn = spine(one, edge, index);
    edge += one.width + 6;
    return drawn;
  })
  .join('');

export const slogovo: Design = {
  slug: 'slogovo',
  art:
    background('#efe4cb') +
    circle(1140, 206, 290, 'fill="#f6f1e4"') +
    books +
    rectangle(0, shelf, 1360, 16, `fill="${ink}"`) +
    rectangle(0, shelf + 16, 1360, 64, 'fill="#e3d4b3"') +
    lettering('книги, которые читают вслух', {
      x: 96,
      y: 593,
      size: 27,
      font: 'Rubik',
      weight: 500,
      fill: ink,
      fine: true,
    }) +
    lettering('аудио + текст', {
      x: 1264,
      y: 593,
      size: 27,
      font: 'Rubik',
      weight: 500,
      fill: red,
      anchor: 'end',
      fine: true,
    }),
};
