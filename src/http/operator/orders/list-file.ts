/** `/o/orders/file`: the orders of one client, by the filters of the list, as a file. Those of several are ticked. */
import { takeOrders } from '../../../orders/export/take-orders.ts';
import { may } from '../../../people/access/principal.ts';
import { sheetContentTypes } from '../../../platform/spreadsheet/sheet-file.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import { moscowDay } from '../../../platform/time/moscow-time.ts';
import { addressOf, at } from '../../../web/request-language.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import type { OperatorCall, OperatorPages } from '../operator.ts';
import { orderLabels } from './labels.ts';
import { filtersIn, givenFilters, ofOneClient } from './list-filters.ts';

const path = '/o/orders';

export const addOrderFile = (pages: OperatorPages): void =>
  pages.act({
    path: `${path}/file`,
    needs: 'exports.make',
    leadsTo: 'nothing',
    undone: 'nothing',
    makesFile: true,
    act: take,
  });

async function take(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, language, now } = call;
  const query = Object.fromEntries(form);
  const filters = filtersIn(query);
  const { clientId } = filters;
  if (clientId === null) return { is: 'missing' };
  const format = form.get('format') === 'csv' ? 'csv' : 'xlsx';
  const ask = { clientId, filters: ofOneClient(filters), format, language } as const;
  const taken = await takeOrders(ctx, principal, ask, now);
  if (taken.is === 'missing') return { is: 'missing' };
  if (taken.is === 'step-up') return { is: 'step-up', to: addressOf(path, givenFilters(query)) };
  const name = `facevalue-orders-${clientId}-${moscowDay(now)}.${format}`;
  return { is: 'file', file: { name, contentType: sheetContentTypes[format], bytes: taken.content } };
}

/** Null for those who may not take it. */
export function fileView({ language, principal, party, query }: OperatorCall): Html | null {
  if (!may(principal, 'exports.make', party)) return null;
  const labels = orderLabels[language];
  const fields = Object.entries(givenFilters(query)).map(
    ([name, value]) => value !== '' && html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`<form class="card" method="post" action="${at(`${path}/file`, language)}"><h2>${labels.file}</h2><p class="hint">${labels.fileHint}</p>${fields}
<div class="actions"><button class="button" name="format" value="xlsx">XLSX</button><button class="button" name="format" value="csv">CSV</button></div></form>`;
}
