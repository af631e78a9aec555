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
import { addressOf } from '../../../web/request-language.ts';
import { searchIn, type Filter } from '../../../web/shell/filters-view.ts';
import { listPage } from '../../../web/shell/list-page.ts';
import { besideOf, readPage, wayBackView, type Beside, type Listed } from '../../../web/shell/list-view.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import { linkView } from '../../../web/shell/parts-view.ts';
import type { Columns } from '../../../web/shell/rows-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { operatorLink } from '../operator-link.ts';
import type { OperatorCall, OperatorPages } from '../operator.ts';
import { productLabels } from './labels.ts';
import { saleState } from './sale-card.ts';

const path = '/o/products';

interface ProductList {
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

const asksOf = (query: Query): Omit<ProductPageAsk, 'fromKey' | 'direction' | 'limit'> => ({
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

/** Finds the products beside one that is shown; null in a list that was searched by name, where each step would be a search. */
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
  const asks = asksOf(query);
  const { supplierId, categoryId } = asks;
  const [list, category] = await Promise.all([
    readPage(
      query,
      (slice) => listProductPage(ctx.pageDb, { ...asks, ...slice }),
      ({ productId }) => productId,
    ),
    categoryId === null ? null : findCategory(ctx.pageDb, categoryId),
  ]);
  return { supplierId, categoryId, category: category?.title ?? null, list };
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

function view(data: ProductList, call: OperatorCall): ShellPage {
  const { language } = call;
  const labels = productLabels[language];
  const action = operatorLink(call, '/o/suppliers', labels.toSuppliers);
  return listPage(
    {
      path,
      title: labels.title,
      search: { label: labels.search },
      filters: filtersOf(data, language),
      columns: columnsOf(call),
      rows: data.list.rows,
      empty: { text: labels.empty, filtered: labels.none, action },
      pages: data.list,
    },
    call,
  );
}

function columnsOf(call: OperatorCall): Columns<ListedProduct> {
  const { language } = call;
  const given = givenFilters(call.query);
  const labels = productLabels[language];
  const link = (product: ListedProduct) =>
    html`${pictureOf(product, call)}${linkView(addressOf(`${path}/${product.productId}`, given), product.title, language)}`;
  const supplier = (product: ListedProduct) =>
    operatorLink(call, `/o/suppliers/${product.supplierId}`, product.supplier);
  const faces = ({ facesKopecks }: ListedProduct) => facesText(facesKopecks, language) || '–';
  return [
    { name: labels.id, key: 'id', look: 'id', phone: 'end', cell: ({ productId }) => String(productId) },
    { name: labels.name, phone: 'start', leads: true, cell: link },
    { name: labels.supplier, key: 'supplier', phone: 'line', cell: supplier },
    { name: labels.scheme, key: 'scheme', phone: 'start', cell: ({ scheme }) => labels.schemes[scheme] },
    { name: labels.faces, key: 'faces', phone: 'line', cell: faces },
    { name: labels.sale, key: 'sale', phone: 'end', cell: (product) => saleState(product, language) },
  ];
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
