/** The picture of the invented brand «Кварцевая Белка». */
import { background, circle, lettering, polygon, rectangle, repeat, type Design } from '../design.ts';

const night = '#12101f';

/** Facets of a crystal squirrel: three corners and a colour each. */
const facets: [number, number, number, number, number, number, string][] = [
  // The tail, from its root up to the curl.
  [330, 520, 210, 470, 300, 400, '#3b1d8f'],
  [210, 470, 160, 350, 300, 400, '#5128c4'],
  [160, 350, 180, 220, 290, 290, '#7b3ff2'],
  [160, 350, 290, 290, 300, 400, '#6632dc'],
  [180, 220, 270, 110, 290, 290, '#a24bff'],
  [270, 110, 390, 90, 340, 200, '#ff5ec8'],
  [270, 110, 340, 200, 290, 290, '#d455f5'],
  [390, 90, 450, 160, 340, 200, '#ff8a7a'],
  [450, 160, 420, 230, 340, 200, '#ffb36b'],
  [330, 520, 300, 400, 380, 440, '#4622a8'],
  // Haunch and body.
  [330, 520, 380, 440, 430, 540, '#1f8fff'],
  [380, 440, 470, 420, 430, 540, '#37b6ff'],
  [470, 420, 540, 490, 430, 540, '#2477e8'],
  [380, 440, 420, 330, 470, 420, '#58d5ff'],
  [420, 330, 500, 320, 470, 420, '#7ee9f5'],
  [500, 320, 540, 400, 470, 420, '#46c3f0'],
  [540, 400, 540, 490, 470, 420, '#1d6bd6'],
  [430, 540, 540, 490, 560, 540, '#174fb3'],
  // Paw with the nut.
  [500, 340, 590, 370, 540, 400, '#9af2ee'],
  // Head.
  [420, 330, 450, 240, 500, 320, '#9d7bff'],
  [450, 240, 530, 230, 500, 320, '#c39bff'],
  [530, 230, 590, 290, 500, 320, '#8d63f7'],
  [590, 290, 570, 320, 500, 320, '#6f45e0'],
  // Ears.
  [450, 240, 458, 160, 496, 236, '#ff5ec8'],
  [496, 236, 520, 170, 530, 230, '#ff8ad6'],
];

const squirrel = facets
  .map(([x1, y1, x2, y2, x3, y3, fill]) =>
    polygon(
      [
        [x1, y1],
        [x2, y2],
        [x3, y3],
      ],
      `fill="${fill}" stroke="${fill}" stroke-width="1.2" stroke-linejoin="round"`,
    ),
  )
  .join('');

const nut =
  polygon(
    [
      [580, 352],
      [620, 344],
      [640, 376],
      [612, 404],
      [580, 388],
    ],
    'fill="#ffb36b"',
  ) +
  polygon(
    [
      [580, 352],
      [620, 344],
      [606, 376],
    ],
    'fill="#ffd9a0"',
  ) +
  polygon(
    [
      [606, 376],
      [640, 376],
      [612, 404],
    ],
    'fill="#ff8a5c"',
  );

const board = repeat(30, (column) =>
  repeat(14, (row) => rectangle(22 + column * 46, 18 + row * 46, 3, 3, 'fill="#fff" fill-opacity=".10"')),
);

const traces =
  '<g fill="none" stroke="#5b46c9" stroke-width="3" stroke-opacity=".75">' +
  '<path d="M1360 87H1118l-46 46H740M1360 110H1130l-46 46H904M1360 524H1010l-46 -46M1360 547H998l-46 -46H740"/></g>' +
  [
    [740, 133],
    [904, 156],
    [964, 478],
    [740, 501],
  ]
    .map(([x = 0, y = 0]) => circle(x, y, 7, `fill="${night}" stroke="#7ee9f5" stroke-width="4"`))
    .join('');

export const kvartsevayaBelka: Design = {
  slug: 'kvartsevaya-belka',
  art:
    `<defs><radialGradient id="glow" cx="28%" cy="52%" r="52%"><stop offset="0" stop-color="#3a2480"/><stop offset="1" stop-color="${night}"/></radialGradient></defs>` +
    background('url(#glow)') +
    board +
    traces +
    squirrel +
    circle(545, 272, 9, `fill="${night}"`) +
    circle(548, 269, 3, 'fill="#fff"') +
    nut +
    lettering('Кварцевая', {
      x: 700,
      y: 300,
      size: 82,
      font: 'Unbounded',
      weight: 900,
      fill: '#ffffff',
      tracking: -3,
    }) +
    lettering('белка', {
      x: 700,
      y: 392,
      size: 82,
      font: 'Unbounded',
      weight: 900,
      fill: '#7ee9f5',
      tracking: -3,
    }) +
    lettering('электроника с характером', {
      x: 706,
      y: 444,
      size: 26,
      font: 'Unbounded',
      weight: 300,
      fill: '#c9bff5',
      fine: true,
    }),
};
