/** What is left of each face, and for how many days at the present pace. */
import { formatCount, formatFace } from '../../../platform/text/formats.ts';
import type { Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import type { FaceStock } from '../../../reports/supplier-stock.ts';
import { rowsView, type Columns } from '../../../web/shell/rows-view.ts';
import { overviewLabels } from './labels.ts';

const mostDays = 365;

export function stockTable(stock: FaceStock[], language: Language): Html {
  const labels = overviewLabels[language];
  const pace = ({ soldADay }: FaceStock) =>
    soldADay > 0 && soldADay.toLocaleString(language, { maximumFractionDigits: 1 });
  const days = ({ daysLeft }: FaceStock) => {
    if (daysLeft === null) return labels.enough;
    return daysLeft > mostDays ? labels.manyDays : formatCount(Math.floor(daysLeft), language);
  };
  const columns: Columns<FaceStock> = [
    { name: labels.product, cell: ({ title }) => title },
    { name: labels.face, look: 'sum', cell: ({ faceKopecks }) => formatFace(faceKopecks, language) },
    { name: labels.left, look: 'sum', cell: ({ left }) => formatCount(left, language) },
    { name: labels.pace, look: 'sum', cell: pace },
    { name: labels.daysLeft, look: 'sum', cell: days },
  ];
  return rowsView({ caption: labels.stock, columns, rows: stock }, language);
}
