/** `/o/products`: all of them. */
import { findCategory } from '../../../catalog/find-category.ts';
import {
  listProductPage,
  type ListedProduct,
  type ProductPageAsk,
} from '../../../catalog/list-product-page.ts';
import { pagePicturePath } from '../../../certificates/documents/pictures/page-picture.ts';
import { formatFace } from '../../../platform/text/formats.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { addressOf, at } from '../../../web/request-language.ts';
import { anySet, filtersView, searchIn, type Filter } from '../../../web/shell/filters-view.ts';
import {
  besideOf,
  emptyView,
  listed,
  listLength,
  pagerView,
  sliceOf,
  tableView,
  wayBackView,
  type Beside,
  type Column,
  type Listed,
} from '../../../web/shell/list-view.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import { operatorLink } from '../operator-link.ts';
import type { OperatorCall, OperatorPages } from '../operator.ts';
import { productLabels, type ProductLabels } from './labels.ts';
import { saleState } from './sale-card.ts';

const path = '/o/products';

interface ProductList {
  wanted: string;
  supplierId: number | null;
  categoryId: number | null;
  category: string | null;
  list: Listed<ListedProduct>;
}

/** `/o/products`: all of them, on sale or not. */
export function addProductList(pages: OperatorPages): void {
  pages.page<ProductList>({ path, needs: 'catalogue.read', load, view });
}

type Query = Readonly<Record<string, string>>;

const asksOf = (query: Query): Omit<ProductPageAsk, 'than' | 'direction' | 'limit'> => ({
  wanted: searchIn(query),
  supplierId: idIn(query['supplier']),
  categoryId: idIn(query['category']),
});

/** The filters go along to the page of a product, which leads back to the list, and on from there. */
const givenFilters = ({ q = '', supplier = '', category = '' }: Query): Record<string, string> => ({
  q,
  supplier,
  category,
});

/** Of a product that is looked at; not among those found by a name, which are looked for one by one. */
export async function besideProduct(
  { ctx: { pageDb }, query }: OperatorCall,
  productId: number,
): Promise<Beside | null> {
  const asks = asksOf(query);
  if (asks.wanted !== '') return null;
  return besideOf(
    productId,
    async (slice) => (await listProductPage(pageDb, { ...asks, ...slice }))[0]?.productId,
  );
}

export const backToProducts = (beside: Beside | null, { query, language }: OperatorCall): Html =>
  wayBackView(
    { list: path, name: productLabels[language].title, filters: givenFilters(query), beside },
    language,
  );

async function load({ ctx, query }: OperatorCall): Promise<ProductList> {
  const slice = sliceOf(query);
  const asks = asksOf(query);
  const { wanted, supplierId, categoryId } = asks;
  const ask = { ...asks, ...slice, limit: listLength + 1 };
  const [rows, category] = await Promise.all([
    listProductPage(ctx.pageDb, ask),
    categoryId === null ? null : findCategory(ctx.pageDb, categoryId),
  ]);
  return {
    wanted,
    supplierId,
    categoryId,
    category: category?.title ?? null,
    list: listed(rows, slice, ({ productId }) => productId),
  };
}

const linked = (name: string, label: string, id: number | null, text: string | null): Filter => ({
  name,
  label,
  value: id === null ? '' : String(id),
  said: text && `${label}: ${text}`,
  isHidden: true,
});

/** Both are set by the pages of suppliers and categories. */
function filtersOf({ supplierId, categoryId, category, list }: ProductList, language: Language): Filter[] {
  const labels = productLabels[language];
  const supplier = supplierId === null ? null : (list.rows[0]?.supplier ?? null);
  return [
    linked('supplier', labels.supplier, supplierId, supplier),
    linked('category', labels.category, categoryId, category),
  ];
}

function view(data: ProductList, call: OperatorCall) {
  const { wanted, list } = data;
  const { language, query } = call;
  const labels = productLabels[language];
  const filters = filtersOf(data, language);
  const isSet = wanted !== '' || anySet(filters);
  return {
    title: labels.title,
    main: html`<h1>${labels.title}</h1>
${filtersView({ call, path, search: { label: labels.search, value: wanted }, filters, columns: columnsOf(labels) })}
${list.rows.length === 0 ? (isSet || list.newer !== null ? emptyView(labels.none) : emptyView(labels.empty, operatorLink(call, '/o/suppliers', labels.toSuppliers))) : html`<section class="card">${tableOf(list.rows, call)}</section>`}
${pagerView(list, { path, query, language })}`,
  };
}

const columnsOf = (labels: ProductLabels): Column[] => [
  { name: labels.id, key: 'id' },
  { name: labels.name },
  { name: labels.supplier, key: 'supplier' },
  { name: labels.scheme, key: 'scheme' },
  { name: labels.faces, key: 'faces' },
  { name: labels.sale, key: 'sale' },
];

function tableOf(products: readonly ListedProduct[], call: OperatorCall): Html {
  const { language } = call;
  const given = givenFilters(call.query);
  const labels = productLabels[language];
  return tableView({
    caption: labels.title,
    leads: 1,
    phone: ['end', 'start', 'line', 'start', 'line', 'end'],
    columns: columnsOf(labels),
    hidden: call.hidden,
    rows: products.map((product) => [
      String(product.productId),
      html`${pictureOf(product, call)}<a href="${at(addressOf(`${path}/${product.productId}`, given), language)}">${product.title}</a>`,
      operatorLink(call, `/o/suppliers/${product.supplierId}`, product.supplier),
      labels.schemes[product.scheme],
      facesText(product.facesKopecks, language) || '–',
      saleState(product, language),
    ]),
  });
}

function pictureOf({ picture }: ListedProduct, { ctx }: OperatorCall): Html {
  const source = pagePicturePath(ctx.keyring, picture, 340);
  return source === null
    ? html`<span class="thumb"></span>`
    : html`<img class="thumb" src="${source}" width="53" height="24" alt="" loading="lazy">`;
}

const facesText = (faces: readonly number[], language: Language): string =>
  faces
    .filter((face) => face > 0)
    .map((face) => formatFace(face, language))
    .join(', ');
