/** What is left of each face, and for how many days at the present pace. */
import { formatCount, formatFace } from '../../../platform/text/formats.ts';
import type { Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import type { FaceStock } from '../../../reports/supplier-stock.ts';
import { tableView } from '../../../web/shell/list-view.ts';
import { overviewLabels } from './labels.ts';

const mostDays = 365;

export function stockTable(stock: FaceStock[], language: Language): Html {
  const labels = overviewLabels[language];
  return tableView({
    caption: labels.stock,
    columns: [
      { name: labels.product },
      { name: labels.face, look: 'sum' },
      { name: labels.left, look: 'sum' },
      { name: labels.pace, look: 'sum' },
      { name: labels.daysLeft, look: 'sum' },
    ],
    rows: stock.map(({ title, faceKopecks, left, soldADay, daysLeft }) => [
      title,
      formatFace(faceKopecks, language),
      formatCount(left, language),
      soldADay === 0 ? '' : soldADay.toLocaleString(language, { maximumFractionDigits: 1 }),
      daysLeft === null
        ? labels.enough
        : daysLeft > mostDays
          ? labels.manyDays
          : formatCount(Math.floor(daysLeft), language),
    ]),
  });
}
