/** The picture of the invented brand «Ольховый Дом». */
import { background, circle, lettering, path, rectangle, repeat, type Design } from '../design.ts';

const green = '#1e3b2f';
const cream = '#f4ebda';
const clay = '#cf6a3f';
const ochre = '#e5b350';
const sage = '#a3b89b';
const tile = 155;

/** Sixteen tiles of a patchwork: leaves, vases, lamps, rugs. Each draws in a square of 100 units. */
const tiles: string[] = [
  square(green) + leaf(sage),
  square(ochre) + path('M0 100A100 100 0 0 1 100 0V100Z', `fill="${clay}"`),
  square(sage) + lamp(green, cream),
  square(clay) + circle(50, 50, 34, `fill="${cream}"`) + circle(50, 50, 17, `fill="${clay}"`),
  square(cream) + stripes(green),
  square(green) + vase(ochre, cream),
  square(clay) + leaf(cream),
  square(sage) + path('M0 0A100 100 0 0 1 100 100H0Z', `fill="${green}"`),
  square(sage) + path('M0 0H100A100 100 0 0 1 0 100Z', `fill="${cream}"`),
  square(clay) + house(cream, green),
  square(ochre) + stripes(cream),
  square(green) + circle(50, 50, 34, `fill="${ochre}"`) + path('M16 50A34 34 0 0 0 84 50Z', `fill="${clay}"`),
  square(green) + path('M0 0L100 100H0Z', `fill="${ochre}"`),
  square(sage) + leaf(green),
  square(cream) + cup(clay, green),
  square(clay) + path('M100 0A100 100 0 0 1 0 100H100Z', `fill="${ochre}"`),
];

function square(fill: string): string {
  return rectangle(-0.4, -0.4, 100.8, 100.8, `fill="${fill}"`);
}

function leaf(fill: string): string {
  return (
    path('M12 88C4 40 40 8 88 12C92 60 60 96 12 88Z', `fill="${fill}"`) +
    path(
      'M12 88L72 28M34 66V44M34 66H56M52 48V31M52 48H69',
      'stroke="#fff" stroke-opacity=".55" stroke-width="2.4" fill="none"',
    )
  );
}

function lamp(body: string, shade: string): string {
  return (
    path('M50 0V26', `stroke="${body}" stroke-width="3"`) +
    path('M14 66A36 40 0 0 1 86 66Z', `fill="${body}"`) +
    path('M36 66A14 14 0 0 0 64 66Z', `fill="${shade}"`)
  );
}

function vase(body: string, stem: string): string {
  return (
    path(
      'M50 52V14M50 34C38 34 34 26 34 18C44 18 50 24 50 34ZM50 30C50 20 56 12 66 12C66 22 60 30 50 30Z',
      `stroke="${stem}" stroke-width="2.6" fill="${stem}"`,
    ) + path('M40 46H60V54C76 60 78 84 64 92H36C22 84 24 60 40 54Z', `fill="${body}"`)
  );
}

function house(wall: string, door: string): string {
  return (
    path('M50 14L86 46V88H14V46Z', `fill="${wall}"`) +
    path('M40 88V64A10 10 0 0 1 60 64V88Z', `fill="${door}"`)
  );
}

function cup(body: string, steam: string): string {
  return (
    path('M18 46H70V66A20 20 0 0 1 50 86H38A20 20 0 0 1 18 66Z', `fill="${body}"`) +
    path('M70 52H78A10 10 0 0 1 78 72H70', `fill="none" stroke="${body}" stroke-width="6"`) +
    path(
      'M34 36C28 28 40 24 34 14M52 36C46 28 58 24 52 14',
      `fill="none" stroke="${steam}" stroke-width="4" stroke-linecap="round"`,
    )
  );
}

function stripes(fill: string): string {
  return repeat(4, (index) => rectangle(0, 6 + index * 25, 100, 11, `fill="${fill}"`));
}

const logo =
  path('M0 74A74 74 0 0 1 148 74V148H0Z', `fill="${green}"`) +
  path('M26 126C18 72 58 40 122 38C128 98 88 136 26 126Z', `fill="${cream}"`) +
  path(
    'M14 138L98 62M52 104V74M52 104H84M74 84V58M74 84H104',
    `fill="none" stroke="${green}" stroke-width="5" stroke-linecap="round"`,
  );

export const olkhovyDom: Design = {
  slug: 'olkhovy-dom',
  art:
    background(cream) +
    `<g transform="translate(740 0)">${tiles
      .map(
        (inside, index) =>
          `<g transform="translate(${(index % 4) * tile} ${Math.floor(index / 4) * tile}) scale(1.55)"><svg width="100" height="100" viewBox="0 0 100 100" overflow="hidden">${inside}</svg></g>`,
      )
      .join('')}</g>` +
    `<g transform="translate(96 84)">${logo}</g>` +
    lettering('Ольховый', {
      x: 90,
      y: 378,
      size: 116,
      font: 'Onest',
      weight: 800,
      fill: green,
      tracking: -4,
    }) +
    lettering('дом', { x: 90, y: 488, size: 116, font: 'Onest', weight: 800, fill: clay, tracking: -4 }) +
    lettering('Вещи, к которым возвращаются', {
      x: 96,
      y: 566,
      size: 27,
      font: 'Onest',
      weight: 500,
      fill: green,
      fine: true,
    }),
};
