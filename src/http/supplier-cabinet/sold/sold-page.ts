/** `/s/sold`: what was sold of a supplier's certificates. */
import { listProductsOf, type ProductName } from '../../../catalog/products-of-supplier.ts';
import { formatShortDate, formatFace } from '../../../platform/text/formats.ts';
import { html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { readRoubles } from '../../../platform/values/read-roubles.ts';
import {
  listSalesOfAll,
  type FoundSales,
  type SaleFilters,
  type SaleLine,
} from '../../../reports/list-supplier-sales.ts';
import type { Filter } from '../../../web/shell/filters-view.ts';
import { shellLabels } from '../../../web/shell/labels.ts';
import { listPage } from '../../../web/shell/list-page.ts';
import { afterIn, afterRow, listLength } from '../../../web/shell/list-view.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import { dayFilters, daysIn, timeOf, type Days } from '../../../web/shell/period.ts';
import type { Columns } from '../../../web/shell/rows-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { addExport, exportCard } from '../export-act.ts';
import { supplierOf, type SupplierCall, type SupplierPages } from '../supplier-cabinet.ts';
import { soldLabels, type SoldLabels } from './labels.ts';

const path = '/s/sold';

interface Sold {
  filters: SaleFilters;
  days: Days;
  found: FoundSales;
  products: ProductName[];
}

export function addSold(pages: SupplierPages): void {
  pages.page<Sold>({ path, needs: 'settlement.read', keepsViews: true, load, view: soldView });
  addExport(pages, 'sold');
}

async function load(call: SupplierCall): Promise<Sold> {
  const { ctx, query } = call;
  const supplierId = supplierOf(call);
  const days = daysIn(query);
  const filters: SaleFilters = {
    ...timeOf(days),
    productId: idIn(query['product']),
    faceKopecks: readRoubles(query['face'] ?? ''),
  };
  const place = afterIn(query);
  const after = place && { soldAt: place.at, codeId: place.id };
  const [found, products] = await Promise.all([
    listSalesOfAll(ctx, { supplierId, filters, after, limit: listLength }),
    listProductsOf(ctx.pageDb, supplierId),
  ]);
  return { filters, days, found, products };
}

function soldView(data: Sold, call: SupplierCall): ShellPage {
  const { language, now } = call;
  const labels = soldLabels[language];
  const { found, filters, days } = data;
  const { rows, next } = found;
  const isRare = filters.productId !== null || filters.faceKopecks !== null;
  return listPage(
    {
      path,
      title: labels.title,
      lead: labels.lead,
      filters: filtersOf(data, labels, language),
      columns: columnsOf(labels, language),
      rows,
      empty: { text: labels.empty, filtered: labels.noneSuch },
      note: isRare && next !== null && labels.lookedAt,
      next: next && afterRow(next.soldAt, next.codeId),
      atEnd: (rows.length > 0 || next !== null) && exportCard('sold', days, now, language),
    },
    call,
  );
}

function filtersOf({ filters, days, products }: Sold, labels: SoldLabels, language: Language): Filter[] {
  const choices = products.map(({ id, title }) => ({ value: String(id), text: title }));
  const face = filters.faceKopecks === null ? '' : String(filters.faceKopecks / 100);
  const attributes = html`inputmode="decimal" maxlength="12" autocomplete="off"`;
  const { any } = shellLabels[language];
  return [
    ...dayFilters(days, labels),
    { name: 'product', label: labels.product, value: String(filters.productId ?? ''), any, choices },
    { name: 'face', label: labels.face, value: face, attributes },
  ];
}

const looks: Record<SaleLine['state'], string> = {
  active: ' yes',
  inactive: ' note',
  redeemed: '',
  refunded: ' no',
};

function columnsOf(labels: SoldLabels, language: Language): Columns<SaleLine> {
  const face = ({ faceKopecks }: SaleLine) => formatFace(faceKopecks, language);
  const until = ({ expiresAt }: SaleLine) =>
    expiresAt === null ? labels.unlimited : formatShortDate(expiresAt, language);
  const stateView = ({ state }: SaleLine) =>
    html`<span><span class="state${looks[state]}">${labels.states[state]}</span></span>`;
  return [
    { name: labels.order, phone: 'line', cell: (sale) => sale.orderNumber },
    { name: labels.sold, key: 'sold', phone: 'start', cell: (sale) => sale.soldAt },
    { name: labels.certificate, key: 'certificate', phone: 'line', cell: (sale) => sale.productTitle },
    { name: labels.faceColumn, look: 'sum', key: 'face', phone: 'end', cell: face },
    { name: labels.validUntil, key: 'until', phone: 'half', cell: until },
    { name: labels.state, key: 'state', phone: 'end', cell: stateView },
  ];
}
