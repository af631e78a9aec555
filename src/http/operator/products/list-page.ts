/** `/o/products`: all of them. */
import { listProductPage, type ListedProduct } from '../../../catalog/list-product-page.ts';
import { formatFace } from '../../../platform/text/formats.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { at } from '../../../web/request-language.ts';
import { filtersView, searchField, searchIn } from '../../../web/shell/filters-view.ts';
import {
  emptyView,
  listed,
  listLength,
  pagerView,
  sliceOf,
  tableView,
  type Listed,
} from '../../../web/shell/list-view.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import { operatorLink } from '../operator-link.ts';
import type { OperatorCall, OperatorPages } from '../operator.ts';
import { productLabels } from './labels.ts';
import { saleState } from './sale-card.ts';

const path = '/o/products';

interface ProductList {
  wanted: string;
  supplierId: number | null;
  categoryId: number | null;
  list: Listed<ListedProduct>;
}

/** `/o/products`: all of them, on sale or not. */
export function addProductList(pages: OperatorPages): void {
  pages.page<ProductList>({ path, needs: 'catalogue.read', load, view });
}

async function load({ ctx, query }: OperatorCall): Promise<ProductList> {
  const wanted = searchIn(query);
  const supplierId = idIn(query['supplier']);
  const categoryId = idIn(query['category']);
  const slice = sliceOf(query);
  const ask = { wanted, supplierId, categoryId, ...slice, limit: listLength + 1 };
  const rows = await listProductPage(ctx.pageDb, ask);
  return { wanted, supplierId, categoryId, list: listed(rows, slice, ({ productId }) => productId) };
}

const hidden = (name: string, id: number | null): Html | null =>
  id === null ? null : html`<input type="hidden" name="${name}" value="${id}">`;

function view({ wanted, supplierId, categoryId, list }: ProductList, call: OperatorCall) {
  const { language, query } = call;
  const labels = productLabels[language];
  const isSet = wanted !== '' || supplierId !== null || categoryId !== null;
  const search = searchField({ label: labels.search, value: wanted });
  return {
    title: labels.title,
    main: html`<h1>${labels.title}</h1>
${filtersView({ path, language, isSet, fields: html`${search}${hidden('supplier', supplierId)}${hidden('category', categoryId)}` })}
${list.rows.length === 0 ? (isSet || list.newer !== null ? emptyView(labels.none) : emptyView(labels.empty, operatorLink(call, '/o/suppliers', labels.toSuppliers))) : html`<section class="card">${tableOf(list.rows, call)}</section>`}
${pagerView(list, { path, query, language })}`,
  };
}

function tableOf(products: readonly ListedProduct[], call: OperatorCall): Html {
  const { language } = call;
  const labels = productLabels[language];
  return tableView({
    caption: labels.title,
    phone: ['end', 'start', 'line', 'start', 'line', 'end'],
    columns: [
      { name: labels.id },
      { name: labels.name },
      { name: labels.supplier },
      { name: labels.scheme },
      { name: labels.faces },
      { name: labels.sale },
    ],
    rows: products.map((product) => [
      String(product.productId),
      html`<a href="${at(`${path}/${product.productId}`, language)}">${product.title}</a>`,
      operatorLink(call, `/o/suppliers/${product.supplierId}`, product.supplier),
      labels.schemes[product.scheme],
      facesText(product.facesKopecks, language) || '–',
      saleState(product, language),
    ]),
  });
}

const facesText = (faces: readonly number[], language: Language): string =>
  faces
    .filter((face) => face > 0)
    .map((face) => formatFace(face, language))
    .join(', ');
