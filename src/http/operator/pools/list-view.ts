import { formatCount, formatFace } from '../../../platform/text/formats.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { daysLeft, isLow, type FaceStock, type PoolStock } from '../../../reports/stock-days.ts';
import { at } from '../../../web/request-language.ts';
import { filtersView } from '../../../web/shell/filters-view.ts';
import {
  emptyView,
  pagerView,
  tableView,
  type Column,
  type PhoneCell,
} from '../../../web/shell/list-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import type { OperatorCall } from '../operator.ts';
import { poolLabels } from './labels.ts';
import type { PoolList } from './pool.ts';

/** `/o/pools`: each product with its faces. */
export function poolListView({ wanted, list }: PoolList, call: OperatorCall): ShellPage {
  const { language, query } = call;
  const labels = poolLabels[language];
  const path = '/o/pools';
  const search = { label: labels.search, value: wanted };
  const isFirst = wanted === '' && list.newer === null;
  return {
    title: labels.title,
    main: html`<div class="heading"><h1>${labels.title}</h1><a class="button" href="${at('/o/drafts', language)}">${labels.drafts}</a></div>
<p class="lead">${labels.lead}</p>
${filtersView({ call, path, search })}
${list.rows.length === 0 ? emptyView(isFirst ? labels.empty : labels.none) : html`<section class="card">${stockTable(list.rows, language)}</section>`}
${pagerView(list, { path, query, language })}`,
  };
}

/** All products in one table, a row for each face. The column of when codes end is only in the table of one product: here it does not fit on paper. */
function stockTable(stocks: readonly PoolStock[], language: Language): Html {
  const labels = poolLabels[language];
  return tableView({
    caption: labels.title,
    phone: ['line', ...withoutEnd(facePhone)],
    columns: [{ name: labels.product }, ...withoutEnd(faceColumns(language))],
    leads: 0,
    rows: stocks.flatMap((stock) => {
      const product = productCell(stock, language);
      const faces = stock.faces.map((face) => [product, ...withoutEnd(faceCells(face, stock, language))]);
      return faces.length > 0 ? faces : [[product, ...withoutEnd(facePhone).map(() => '—')]];
    }),
  });
}

/** It is the last column. */
const withoutEnd = <Cell>(cells: readonly Cell[]): Cell[] => cells.slice(0, -1);

const productCell = (stock: PoolStock, language: Language): Html =>
  html`<span><a href="${at(`/o/pools/${stock.productId}`, language)}">${stock.title}</a> <span class="hint">${stock.supplier}</span>${!stock.switchedOn && html` <span class="state">${poolLabels[language].off}</span>`}</span>`;

/** How much of each face there is, and for how long. */
export const facesTable = (stock: PoolStock, language: Language): Html =>
  tableView({
    caption: stock.title,
    phone: facePhone,
    columns: faceColumns(language),
    rows: stock.faces.map((face) => faceCells(face, stock, language)),
  });

const facePhone: readonly PhoneCell[] = ['start', 'half', 'named', 'half', 'half', 'named'];

function faceColumns(language: Language): Column[] {
  const { face, free, daysLeft: left, promised, tooSoon, endsOn } = poolLabels[language];
  return [face, free, left, promised, tooSoon, endsOn].map((name) => ({ name, look: 'sum' }));
}

function faceCells(face: FaceStock, stock: PoolStock, language: Language): Content[] {
  const labels = poolLabels[language];
  return [
    html`<span>${formatFace(face.faceKopecks, language)}${!face.switchedOn && html` <span class="state">${labels.off}</span>`}</span>`,
    html`<span>${isLow(face, stock) && html`<span class="state no">${labels.low}</span> `}${formatCount(face.free, language)}</span>`,
    paceView(face, language),
    formatCount(face.promised, language),
    formatCount(face.tooSoon, language),
    face.endsOn ?? html`<span class="muted">${labels.asProduct}</span>`,
  ];
}

function paceView(face: FaceStock, language: Language): Content {
  const labels = poolLabels[language];
  const days = daysLeft(face);
  if (days === null || face.perDay === null) return html`<span class="muted">${labels.unknownPace}</span>`;
  const perDay = formatCount(Math.max(1, Math.round(face.perDay)), language);
  return html`<span>${labels.days(formatCount(days, language))} <span class="hint">${labels.perDay(perDay)}</span></span>`;
}
