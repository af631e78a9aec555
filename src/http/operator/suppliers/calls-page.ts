/** `/o/suppliers/ID/log`: what a supplier's programs asked of us, and we of its API. */
import { findSupplier } from '../../../catalog/supplier.ts';
import { ourCallsCard } from '../../../reports/integration-log/ours-view.ts';
import {
  loadTheirCalls,
  theirCallsCard,
  type TheirCalls,
} from '../../../reports/integration-log/theirs-view.ts';
import { html } from '../../../platform/text/html.ts';
import { may } from '../../../people/access/principal.ts';
import { recentExchanges, type RecentExchange } from '../../../reports/recent-supplier-calls.ts';
import { at } from '../../../web/request-language.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import type { OperatorCall, OperatorPages } from '../operator.ts';
import { integrationLabels } from './integration-labels.ts';
import { supplierIn } from './supplier-data.ts';

interface Calls {
  supplier: { id: number; name: string };
  exchanges: RecentExchange[];
  theirs: TheirCalls;
}

export function addCallsPages(pages: OperatorPages): void {
  pages.page<Calls>({ path: '/o/suppliers/:id/log', needs: 'suppliers.read', load, view: callsView });
}

async function load(call: OperatorCall): Promise<Calls | null> {
  const { ctx, query, now } = call;
  const supplierId = supplierIn(call);
  const supplier = await findSupplier(ctx.pageDb, supplierId);
  if (supplier === null) return null;
  const [exchanges, theirs] = await Promise.all([
    recentExchanges(ctx, { supplierId, before: idIn(query['older']) }),
    loadTheirCalls(ctx.pageDb, { supplierId, before: idIn(query['calls']) }, now),
  ]);
  return { supplier, exchanges, theirs };
}

function callsView({ supplier, exchanges, theirs }: Calls, call: OperatorCall): ShellPage {
  const { language, principal, party } = call;
  const seesOrders = may(principal, 'orders.read', party);
  const hrefOf = ({ requestId }: RecentExchange): string | null =>
    seesOrders ? `/o/orders/${requestId}` : null;
  const { log } = integrationLabels[language];
  const path = `/o/suppliers/${supplier.id}/log`;
  return {
    title: log,
    main: html`<p><a href="${at(`/o/suppliers/${supplier.id}`, language)}">${supplier.name}</a></p><h1>${log}</h1>
${theirCallsCard(theirs, { reader: 'operator', path }, language)}
${ourCallsCard({ exchanges, reader: 'operator', path, hrefOf }, language)}`,
  };
}
