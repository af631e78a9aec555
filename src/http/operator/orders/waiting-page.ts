/** `/o/waiting`: delayed orders, and what each waits for. */
import { formatCount, formatFace } from '../../../platform/text/formats.ts';
import { html, type Content } from '../../../platform/text/html.ts';
import { mostCounted, readDelayed, type DelayedFace } from '../../../reports/what-waits/read-waiting.ts';
import { addressOf, at } from '../../../web/request-language.ts';
import { emptyView, tableView } from '../../../web/shell/list-view.ts';
import { momentView } from '../../../web/shell/parts-view.ts';
import { sortedBy, type SortKeys } from '../../../web/shell/sorting.ts';
import type { OperatorCall, OperatorPages } from '../operator.ts';
import { orderLabels, type OrderLabels } from './labels.ts';

const path = '/o/waiting';

export function addWaiting(pages: OperatorPages): void {
  pages.page<DelayedFace[]>({
    path,
    needs: 'orders.read',
    load: ({ ctx, now }) => readDelayed(ctx, now),
    view: waitingView,
  });
}

const sortKeys = (awaits: OrderLabels['awaits']): SortKeys<DelayedFace> => ({
  product: ({ title }) => title,
  face: ({ faceKopecks }) => faceKopecks,
  orders: ({ orders }) => orders,
  oldest: ({ oldest }) => oldest,
  awaits: ({ waitsFor }) => awaits[waitsFor],
});

function waitingView(groups: DelayedFace[], call: OperatorCall) {
  const { language } = call;
  const labels = orderLabels[language];
  return {
    title: labels.waitingTitle,
    main: html`<h1>${labels.waitingTitle}</h1>
${
  groups.length === 0
    ? emptyView(labels.nothingWaits)
    : html`<p class="lead">${labels.waitingLead}</p>
<section class="card">${tableView({
        caption: labels.waitingTitle,
        leads: 2,
        phone: ['start', 'end', 'half', 'half', 'line'],
        columns: [
          { name: labels.what, sort: 'product' },
          { name: labels.face, look: 'sum', sort: 'face' },
          { name: labels.waiting, sort: 'orders' },
          { name: labels.oldest, sort: 'oldest' },
          { name: labels.facts.awaits, sort: 'awaits' },
        ],
        sorting: { call, path },
        rows: sortedBy(groups, sortKeys(labels.awaits), call).map((group): Content[] => {
          const { productId, title, faceKopecks, orders, oldest, waitsFor } = group;
          const shown = addressOf('/o/orders', { state: 'delayed', product: String(productId) });
          const count = formatCount(Math.min(orders, mostCounted), language);
          const named = orders > mostCounted ? labels.atLeast(count) : count;
          return [
            title,
            formatFace(faceKopecks, language),
            html`<a href="${at(shown, language)}" aria-label="${named}: ${title}, ${formatFace(faceKopecks, language)}">${named}</a>`,
            momentView(oldest, language),
            labels.awaits[waitsFor],
          ];
        }),
      })}</section>`
}`,
  };
}
