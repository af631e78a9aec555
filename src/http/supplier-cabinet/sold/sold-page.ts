/** `/s/sold`: what was sold of a supplier's certificates. */
import { listProductsOf, type ProductName } from '../../../catalog/products-of-supplier.ts';
import { formatDate, formatFace } from '../../../platform/text/formats.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { dayAfter, moscowMidnight } from '../../../platform/time/moscow-time.ts';
import { readRoubles } from '../../../platform/values/read-roubles.ts';
import {
  listSalesOfAll,
  type FoundSales,
  type SaleFilters,
  type SaleKey,
  type SaleLine,
} from '../../../reports/list-supplier-sales.ts';
import { addressOf, at } from '../../../web/request-language.ts';
import { anySet, filtersView, type Filter } from '../../../web/shell/filters-view.ts';
import { shellLabels } from '../../../web/shell/labels.ts';
import { emptyView, listLength, onwardView, tableView, type Column } from '../../../web/shell/list-view.ts';
import { dayIn, idIn } from '../../../web/shell/page-call.ts';
import { momentView } from '../../../web/shell/parts-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { addExport, exportCard } from '../export-act.ts';
import { supplierOf, type SupplierCall, type SupplierPages } from '../supplier-cabinet.ts';
import { soldLabels, type SoldLabels } from './labels.ts';

const path = '/s/sold';

interface Sold {
  filters: SaleFilters;
  /** Days as they stand in the address. */
  from: string;
  until: string;
  found: FoundSales;
  isFirst: boolean;
  products: ProductName[];
}

export function addSold(pages: SupplierPages): void {
  pages.page<Sold>({ path, needs: 'settlement.read', keepsViews: true, load, view: soldView });
  addExport(pages, 'sold');
}

async function load(call: SupplierCall): Promise<Sold> {
  const { ctx, query } = call;
  const supplierId = supplierOf(call);
  const [from, until] = [dayIn(query['from']), dayIn(query['until'])];
  const filters: SaleFilters = {
    from: from === null ? null : moscowMidnight(from),
    until: until === null ? null : moscowMidnight(dayAfter(until, 1)),
    productId: idIn(query['product']),
    faceKopecks: readRoubles(query['face'] ?? ''),
  };
  const after = keyIn(query['after']);
  const [found, products] = await Promise.all([
    listSalesOfAll(ctx, { supplierId, filters, after, limit: listLength }),
    listProductsOf(ctx.pageDb, supplierId),
  ]);
  return { filters, from: from ?? '', until: until ?? '', found, isFirst: after === null, products };
}

/** `milliseconds.code`, of the last row of the page before. */
function keyIn(text = ''): SaleKey | null {
  const [, instant, id] = /^(\d{1,14})\.(\d{1,15})$/.exec(text) ?? [];
  return id === undefined ? null : { soldAt: new Date(Number(instant)), codeId: Number(id) };
}

function soldView(data: Sold, call: SupplierCall): ShellPage {
  const { language, query, now } = call;
  const labels = soldLabels[language];
  const { found, from, until, isFirst } = data;
  const { rows, next } = found;
  const isRare = data.filters.productId !== null || data.filters.faceKopecks !== null;
  const filters = filtersOf(data, labels, language);
  return {
    title: labels.title,
    main: html`<h1>${labels.title}</h1>
<p class="lead">${labels.lead}</p>
${filtersView({ call, path, filters, columns: columnsOf(labels) })}
${
  rows.length === 0 && next === null
    ? emptyView(anySet(filters) || !isFirst ? labels.noneSuch : labels.empty)
    : html`<section class="card">${rows.length > 0 && salesTable(rows, labels, call)}
${isRare && next !== null && html`<p class="muted">${labels.lookedAt}</p>`}</section>
${
  next !== null &&
  onwardView(
    {
      list: labels.title,
      href: at(addressOf(path, { ...query, after: `${next.soldAt.getTime()}.${next.codeId}` }), language),
    },
    language,
  )
}
${exportCard('sold', { from, until }, now, language)}`
}`,
  };
}

function filtersOf(
  { filters, from, until, products }: Sold,
  labels: SoldLabels,
  language: Language,
): Filter[] {
  const choices = products.map(({ id, title }) => ({ value: String(id), text: title }));
  const face = filters.faceKopecks === null ? '' : String(filters.faceKopecks / 100);
  const attributes = html`inputmode="decimal" maxlength="12" autocomplete="off"`;
  const { any } = shellLabels[language];
  return [
    { name: 'from', label: labels.from, value: from, isDay: true },
    { name: 'until', label: labels.until, value: until, isDay: true },
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

const columnsOf = (labels: SoldLabels): Column[] => [
  { name: labels.order },
  { name: labels.sold, key: 'sold' },
  { name: labels.certificate, key: 'certificate' },
  { name: labels.faceColumn, look: 'sum', key: 'face' },
  { name: labels.validUntil, key: 'until' },
  { name: labels.state, key: 'state' },
];

const salesTable = (rows: SaleLine[], labels: SoldLabels, { language, hidden }: SupplierCall): Html =>
  tableView({
    caption: labels.title,
    phone: ['line', 'start', 'line', 'end', 'half', 'end'],
    columns: columnsOf(labels),
    hidden,
    rows: rows.map((row): Content[] => [
      row.orderNumber,
      momentView(row.soldAt, language),
      row.productTitle,
      formatFace(row.faceKopecks, language),
      row.expiresAt === null ? labels.unlimited : formatDate(row.expiresAt, language),
      html`<span><span class="state${looks[row.state]}">${labels.states[row.state]}</span></span>`,
    ]),
  });
