import { formatCount, formatFace } from '../../../platform/text/formats.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { daysLeft, isLow, type FaceStock, type PoolStock } from '../../../reports/stock-days.ts';
import { at } from '../../../web/request-language.ts';
import { filtersView } from '../../../web/shell/filters-view.ts';
import { emptyView, pagerView, tableView } from '../../../web/shell/list-view.ts';
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
${list.rows.length === 0 ? emptyView(isFirst ? labels.empty : labels.none) : list.rows.map((stock) => productCard(stock, language))}
${pagerView(list, { path, query, language })}`,
  };
}

const productCard = (stock: PoolStock, language: Language): Html => {
  const labels = poolLabels[language];
  return html`<section class="card"><h2><a href="${at(`/o/pools/${stock.productId}`, language)}">${stock.title}</a></h2>
<p class="hint">${stock.supplier}${!stock.switchedOn && html` · <span class="state">${labels.off}</span>`}</p>
${stock.faces.length > 0 && facesTable(stock, language)}</section>`;
};

/** How much of each face there is, and for how long. */
export function facesTable(stock: PoolStock, language: Language): Html {
  const labels = poolLabels[language];
  const sum = 'sum' as const;
  return tableView({
    caption: stock.title,
    phone: ['start', 'half', 'named', 'half', 'half', 'named'],
    columns: [
      { name: labels.face, look: sum },
      { name: labels.free, look: sum },
      { name: labels.daysLeft, look: sum },
      { name: labels.promised, look: sum },
      { name: labels.tooSoon, look: sum },
      { name: labels.endsOn, look: sum },
    ],
    rows: stock.faces.map((face) => [
      html`<span>${formatFace(face.faceKopecks, language)}${!face.switchedOn && html` <span class="state">${labels.off}</span>`}</span>`,
      html`<span>${isLow(face, stock) && html`<span class="state no">${labels.low}</span> `}${formatCount(face.free, language)}</span>`,
      paceView(face, language),
      formatCount(face.promised, language),
      formatCount(face.tooSoon, language),
      face.endsOn ?? html`<span class="muted">${labels.asProduct}</span>`,
    ]),
  });
}

function paceView(face: FaceStock, language: Language): Content {
  const labels = poolLabels[language];
  const days = daysLeft(face);
  if (days === null || face.perDay === null) return html`<span class="muted">${labels.unknownPace}</span>`;
  const perDay = formatCount(Math.max(1, Math.round(face.perDay)), language);
  return html`<span>${labels.days(formatCount(days, language))} <span class="hint">${labels.perDay(perDay)}</span></span>`;
}
