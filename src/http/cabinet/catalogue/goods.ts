/** Products as tiles, narrowed by search, category, face and availability. */
import { narrowedTo, type CatalogueFilters } from '../../../catalog/catalogue-filters.ts';
import { catalogueOf, shownStock, type CatalogueProduct } from '../../../catalog/catalogue.ts';
import { listCategories, type WireCategory } from '../../../catalog/list-categories.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import { formatFace } from '../../../platform/text/formats.ts';
import { kopecksPerRouble } from '../../../platform/values/money.ts';
import { addressOf, at } from '../../../web/request-language.ts';
import { filtersView, searchIn, type Filter } from '../../../web/shell/filters-view.ts';
import { onwardView } from '../../../web/shell/list-view.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import type { CabinetCall } from '../cabinet.ts';
import { catalogueLabels } from './labels.ts';

const productsOnPage = 24;

export interface Goods {
  text: string | null;
  filters: CatalogueFilters;
  products: CatalogueProduct[];
  /** After which product the next page begins; null: there is none. */
  more: number | null;
  categories: WireCategory[];
}

/** A value that makes no sense is no filter. */
export async function loadGoods(
  { ctx, query, now }: CabinetCall,
  { onlyThere }: { onlyThere: boolean },
): Promise<Goods> {
  const text = searchIn(query) || null;
  const filters = {
    categoryId: idIn(query['category']),
    faceKopecks: sumIn(query['face']),
    isThere: onlyThere,
  };
  const stock = shownStock(ctx);
  const ask = { text, productId: null, after: idIn(query['after']) ?? 0, limit: productsOnPage + 1 };
  const [found, categories] = await Promise.all([
    catalogueOf(ctx.pageDb, ask, now, stock, narrowedTo(filters, stock)),
    listCategories(ctx.pageDb),
  ]);
  const products = found.slice(0, productsOnPage);
  return {
    text,
    filters,
    products,
    categories: categories.filter(({ products_count: count }) => count > 0),
    more: found.length > productsOnPage ? (products.at(-1)?.id ?? null) : null,
  };
}

/** Roubles, as people write them. */
function sumIn(text: string | undefined): number | null {
  const typed = (text ?? '').replaceAll(/\s/g, '').replace(',', '.');
  const kopecks = /^\d{1,7}(\.\d{1,2})?$/.test(typed) ? Math.round(Number(typed) * kopecksPerRouble) : 0;
  return kopecks > 0 ? kopecks : null;
}

/** What of the filters stands in an address. */
const givenFilters = ({ text, filters }: Goods): Record<string, string> => ({
  ...(text !== null && { q: text }),
  ...(filters.categoryId !== null && { category: String(filters.categoryId) }),
  ...(filters.faceKopecks !== null && { face: String(filters.faceKopecks / kopecksPerRouble) }),
  ...(filters.isThere && { there: '1' }),
});

export const isNarrowed = (goods: Goods): boolean => Object.keys(givenFilters(goods)).length > 0;

/** Where only what can be ordered is listed anyway, that is no filter. */
export function goodsFilters(goods: Goods, call: CabinetCall, path: string, asksThere = true): Html {
  const { language } = call;
  const labels = catalogueLabels[language];
  const given = givenFilters(goods);
  const filters: Filter[] = [
    {
      name: 'category',
      label: labels.category,
      choices: goods.categories.map(({ id, title, title_en: titleEn }) => ({
        value: id,
        text: language === 'en' && titleEn !== '' ? titleEn : title,
      })),
      value: given['category'] ?? '',
      any: labels.anyCategory,
    },
    {
      name: 'face',
      label: labels.face,
      value: given['face'] ?? '',
      attributes: html`inputmode="decimal" maxlength="12" autocomplete="off"`,
      ...(goods.filters.faceKopecks !== null && { said: formatFace(goods.filters.faceKopecks, language) }),
    },
    {
      name: 'there',
      label: labels.availability,
      choices: [{ value: '1', text: labels.there }],
      value: given['there'] ?? '',
      any: labels.anyAvailability,
    },
  ];
  return filtersView({
    call,
    path,
    search: { label: labels.search, value: goods.text ?? '' },
    filters: asksThere ? filters : filters.slice(0, -1),
  });
}

interface GoodsPlace {
  path: string;
  name: string;
  tile: (product: CatalogueProduct, call: CabinetCall) => Html;
}

/** The tiles, and the way to further ones. */
export function goodsView(goods: Goods, call: CabinetCall, { path, name, tile }: GoodsPlace): Html {
  const { products, more } = goods;
  const next = addressOf(path, { ...givenFilters(goods), after: String(more) });
  return html`<ul class="goods">${products.map((product) => tile(product, call))}</ul>
${more !== null && onwardView({ list: name, href: at(next, call.language), to: 'further' }, call.language)}`;
}
