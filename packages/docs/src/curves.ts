/** The curves of the last whole run of the bench: drawn when the site is built, in the colours of the page, with their numbers as tables. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, type Language } from './repository.ts';

interface Curve {
  title: string;
  x: { label: string };
  y: { label: string };
  series: { name: string; points: [number, number][] }[];
}

const labels = {
  en: {
    heading: 'Curves',
    lead: 'Of the last whole run. Lower axes are logarithmic.',
    table: 'As a table',
  },
  ru: {
    heading: 'Кривые',
    lead: 'По последнему полному прогону. Нижние оси логарифмические.',
    table: 'Таблицей',
  },
};

/** The bench writes English; what it says in Russian. */
const russian: [RegExp, string][] = [
  [
    /^Orders accepted a second over requests in flight$/,
    'Принято заказов в секунду от числа одновременных запросов',
  ],
  [/^Issue time at 500 orders a second$/, 'Время выпуска при 500 заказах в секунду'],
  [
    /^Time of an acceptance at a tenth and at half of the highest rate$/,
    'Время приёма заказа при десятой части и половине наибольшей скорости',
  ],
  [
    /^Time of an order issued at a tenth and at half of the highest rate$/,
    'Время выпуска заказа при десятой части и половине наибольшей скорости',
  ],
  [
    /^Time of an order by API at a tenth and at half of the highest rate$/,
    'Время заказа через API поставщика при десятой части и половине наибольшей скорости',
  ],
  [
    /^Time of a redemption at a tenth and at half of the highest rate$/,
    'Время погашения при десятой части и половине наибольшей скорости',
  ],
  [
    /^Time of a text at a tenth and at half of the highest rate$/,
    'Время SMS при десятой части и половине наибольшей скорости',
  ],
  [
    /^Time of a sealed gift page at a tenth and at half of the highest rate$/,
    'Время запечатанной страницы подарка при десятой части и половине наибольшей скорости',
  ],
  [
    /^Time of an opened gift page at a tenth and at half of the highest rate$/,
    'Время открытой страницы подарка при десятой части и половине наибольшей скорости',
  ],
  [/^a tenth \((\d+)\/s\)$/, 'десятая часть ($1/с)'],
  [/^half \((\d+)\/s\)$/, 'половина ($1/с)'],
  [/^requests in flight$/, 'одновременных запросов'],
  [/^milliseconds$/, 'миллисекунд'],
  [/^milliseconds since acceptance$/, 'миллисекунд после приёма'],
  [/^orders\/s$/, 'заказов/с'],
  [/^% of orders$/, '% заказов'],
  [/^% of redemptions$/, '% погашений'],
  [/^% of texts$/, '% SMS'],
  [/^% of pages$/, '% страниц'],
  [/^makeOrder, durable$/, 'makeOrder с записью на диск'],
  [/^bare endpoint, sig only$/, 'пустой ответ, только подпись'],
  [/^certificate committed$/, 'сертификат записан'],
  [/^callback received$/, 'обратный вызов получен'],
];

function inLanguage(text: string, language: Language): string {
  if (language === 'en') return text;
  const [pattern, translation] = russian.find(([one]) => one.test(text)) ?? [];
  return pattern === undefined || translation === undefined ? text : text.replace(pattern, translation);
}

const looks = ['main', 'second', 'third'];
const [width, height] = [1000, 200];

export function curvesSection(language: Language): string {
  const { curves } = JSON.parse(readFileSync(join(root, 'bench/results/latest.json'), 'utf8')) as {
    curves: Curve[];
  };
  const { heading, lead } = labels[language];
  return `\n## ${heading}\n\n${lead}\n\n${curves.map((curve) => figure(curve, language)).join('\n\n')}\n`;
}

function figure({ title, x, y, series }: Curve, language: Language): string {
  const say = (text: string): string => escaped(inLanguage(text, language));
  const points = series.flatMap((one) => one.points);
  const [least, most] = [Math.min(...points.map(([at]) => at)), Math.max(...points.map(([at]) => at))];
  const top = Math.max(...points.map(([, value]) => value));
  const place = ([at, value]: [number, number]): string =>
    `${rounded((Math.log(at / least) / Math.log(most / least)) * width)} ${rounded(height - (value / top) * height)}`;
  const paths = series.map(
    (one, index) => `<path class="${looks[index] ?? 'third'}" d="M${one.points.map(place).join('L')}"/>`,
  );
  const legend = series.map((one, index) => `<li class="${looks[index] ?? 'third'}">${say(one.name)}</li>`);
  const middle = Math.sqrt(least * most);
  return `<figure class="chart"><figcaption>${say(title)}</figcaption><ul class="legend">${legend.join('')}</ul>
<div class="plot"><p class="scale" aria-hidden="true"><span>${shown(top)} ${say(y.label)}</span><span>0</span></p>
<svg viewBox="0 0 ${width} ${height}" preserveAspectRatio="none" role="img" aria-label="${say(title)}"><path class="grid" d="M0 .5H${width}M0 ${height / 2}H${width}M0 ${height - 0.5}H${width}"/>${paths.join('')}</svg>
<p class="days" aria-hidden="true"><span>${shown(least)}</span><span>${shown(middle)}</span><span>${shown(most)} ${say(x.label)}</span></p></div>
<details><summary>${labels[language].table}</summary>${series.map((one) => table(one, say(x.label), say(y.label), say(one.name))).join('')}</details></figure>`;
}

const table = ({ points }: Curve['series'][number], x: string, y: string, name: string): string =>
  `<table><caption>${name}</caption><thead><tr><th scope="col">${x}</th><th scope="col">${y}</th></tr></thead><tbody>${points
    .map(([at, value]) => `<tr><td>${shown(at)}</td><td>${shown(value)}</td></tr>`)
    .join('')}</tbody></table>`;

const rounded = (value: number): string => String(Math.round(value * 10) / 10);
const shown = (value: number): string => String(Number(value.toPrecision(3)));
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
