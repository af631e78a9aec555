/** The list of orders as a file. */
import { takeOrders } from '../../../orders/export/take-orders.ts';
import { may } from '../../../people/access/principal.ts';
import { createStreamPlaces, type StreamPlace } from '../../../platform/batching/stream-places.ts';
import { sheetContentTypes } from '../../../platform/spreadsheet/sheet-file.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { dayAfter, moscowDay } from '../../../platform/time/moscow-time.ts';
import {
  monthBefore,
  monthName,
  monthOf,
  monthOfInstant,
  type Month,
} from '../../../clients/money/months.ts';
import { addressOf, at } from '../../../web/request-language.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import type { CabinetCall, CabinetPages } from '../cabinet.ts';
import { filtersIn, givenFilters } from './list-filters.ts';
import { listLabels } from './list-labels.ts';

const path = '/c/orders';

/** Files that one process makes at once: each keeps one connection of the pages busy. */
const filesAtOnce = 2;
/** Ten million orders take minutes; whoever stops reading must not keep others out. */
const longestFileMs = 30 * 60_000;

/** `/c/orders/file`: the orders that the filters of the list leave, as a file. */
export function addOrderFile(pages: CabinetPages): void {
  const places = createStreamPlaces(filesAtOnce, longestFileMs);
  pages.act({
    path: `${path}/file`,
    needs: 'exports.make',
    leadsTo: 'nothing',
    undone: 'nothing',
    async act(call) {
      const list = addressOf(path, givenFilters(Object.fromEntries(call.form)));
      const place = places.take();
      if (place === null) {
        const text = listLabels[call.language].fileBusy;
        return { is: 'done', to: list, flash: { kind: 'no', text } };
      }
      const end = await take(call, list, place).catch((problem: unknown) => {
        place.free();
        throw problem;
      });
      if (end.is !== 'file') place.free();
      return end;
    },
  });
}

async function take(call: CabinetCall, list: string, place: StreamPlace): Promise<ActEnd> {
  const { ctx, principal, party, form, language, now } = call;
  const format = form.get('format') === 'csv' ? 'csv' : 'xlsx';
  const month = monthOf(form.get('month') ?? '');
  const days = month && { from: month.from, until: dayAfter(month.to, -1) };
  const filters = { ...filtersIn(Object.fromEntries(form)), ...days };
  const ask = { clientId: party.partyId, filters, format, language } as const;
  const taken = await takeOrders(ctx, principal, ask, now);
  switch (taken.is) {
    case 'missing':
      return { is: 'missing' };
    case 'step-up':
      return { is: 'step-up', to: list };
    case 'taken': {
      const name = `facevalue-orders-${month?.name ?? moscowDay(now)}.${format}`;
      const bytes = place.hold(taken.content);
      return { is: 'file', file: { name, contentType: sheetContentTypes[format], bytes } };
    }
  }
}

/** Null for those who may not take it. */
export function fileView({ language, principal, party, query, now }: CabinetCall): Html | null {
  if (!may(principal, 'exports.make', party)) return null;
  const labels = listLabels[language];
  const given = givenFilters(query);
  const fields = Object.entries(given).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  const hasDays = 'from' in given || 'until' in given;
  return html`<form class="card" id="file" method="post" action="${at(`${path}/file`, language)}"><h2>${labels.file}</h2><p class="hint">${labels.fileHint}</p>${fields}
<div class="actions"><button class="button" name="format" value="xlsx">XLSX</button><button class="button" name="format" value="csv">CSV</button></div>
${!hasDays && monthsView(now, language)}</form>`;
}

/** What accountants take: a month at one press. */
function monthsView(now: Date, language: Language): Html {
  const present = monthOfInstant(now);
  const button = (month: Month): Html =>
    html`<button class="button" name="month" value="${month.name}">${monthName(month, language)}</button>`;
  return html`<div class="actions months"><span class="muted">${listLabels[language].fileOfMonth}</span>${button(monthBefore(present))}${button(present)}</div>`;
}
