/** `/o/waiting`: delayed orders, and what each waits for. */
import { formatCount, formatFace } from '../../../platform/text/formats.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import { mostCounted, readDelayed, type DelayedFace } from '../../../reports/what-waits/read-waiting.ts';
import { addressOf, at } from '../../../web/request-language.ts';
import { listPage } from '../../../web/shell/list-page.ts';
import type { Columns } from '../../../web/shell/rows-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import type { OperatorCall, OperatorPages } from '../operator.ts';
import { orderLabels } from './labels.ts';

const path = '/o/waiting';

export function addWaiting(pages: OperatorPages): void {
  pages.page<DelayedFace[]>({
    path,
    needs: 'orders.read',
    load: ({ ctx, now }) => readDelayed(ctx, now),
    view: waitingView,
  });
}

function waitingView(rows: DelayedFace[], call: OperatorCall): ShellPage {
  const { language } = call;
  const labels = orderLabels[language];
  const face = ({ faceKopecks }: DelayedFace): string => formatFace(faceKopecks, language);
  const ordersLink = (group: DelayedFace): Html => {
    const shown = addressOf('/o/orders', { state: 'delayed', product: String(group.productId) });
    const count = formatCount(Math.min(group.orders, mostCounted), language);
    const named = group.orders > mostCounted ? labels.atLeast(count) : count;
    return html`<a href="${at(shown, language)}" aria-label="${named}: ${group.title}, ${face(group)}">${named}</a>`;
  };
  const columns: Columns<DelayedFace> = [
    { name: labels.what, phone: 'start', cell: ({ title }) => title, sort: 'product' },
    { name: labels.face, look: 'sum', phone: 'end', cell: face, sort: 'face', by: (one) => one.faceKopecks },
    {
      name: labels.waiting,
      phone: 'half',
      leads: true,
      cell: ordersLink,
      sort: 'orders',
      by: (one) => one.orders,
    },
    { name: labels.oldest, phone: 'half', cell: ({ oldest }) => oldest, sort: 'oldest' },
    {
      name: labels.facts.awaits,
      phone: 'line',
      cell: ({ waitsFor }) => labels.awaits[waitsFor],
      sort: 'awaits',
    },
  ];
  const { waitingTitle: title, nothingWaits: text } = labels;
  const lead = rows.length > 0 && labels.waitingLead;
  return listPage({ path, title, lead, columns, rows, empty: { text } }, call);
}
