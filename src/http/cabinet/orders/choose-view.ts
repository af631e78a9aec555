/** The first step of a new order: which product, by its picture, and which face. */
import type { CatalogueProduct } from '../../../catalog/catalogue.ts';
import { formatCount, formatFace } from '../../../platform/text/formats.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import { roublesFromKopecks } from '../../../platform/values/money.ts';
import { addressOf, at } from '../../../web/request-language.ts';
import { emptyView } from '../../../web/shell/list-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { goodsFilters, goodsView, isNarrowed, type Goods } from '../catalogue/goods.ts';
import { mostFaces, pictureView, validityText } from '../catalogue/goods-view.ts';
import { catalogueLabels } from '../catalogue/labels.ts';
import type { CabinetCall } from '../cabinet.ts';
import { newOrderLabels } from './new-labels.ts';

const path = '/c/orders/new';

export function chooseView(goods: Goods, call: CabinetCall): ShellPage {
  const labels = newOrderLabels[call.language];
  const hasFilter = isNarrowed({ ...goods, filters: { ...goods.filters, isThere: false } });
  return {
    title: labels.title,
    main: html`<h1>${labels.title}</h1><p class="lead">${labels.choose}</p>
${goodsFilters(goods, call, path, false)}
${goods.products.length === 0 ? emptyView(hasFilter ? labels.nothingFits : labels.noProducts) : goodsView(goods, call, { path, name: labels.product, tile: tileView })}`,
  };
}

/** Each face leads to the form. */
function tileView(product: CatalogueProduct, call: CabinetCall): Html {
  const { language } = call;
  const labels = newOrderLabels[language];
  const { moreFaces, validity } = catalogueLabels[language];
  const { id, title, facesKopecks, isFree } = product;
  const form = { product: String(id) };
  const link = (query: Record<string, string>, text: string): Html =>
    html`<a class="button" href="${at(addressOf(path, query), language)}" aria-label="${text}: ${title}">${text}</a>`;
  const more = facesKopecks.length - mostFaces;
  return html`<li>${pictureView(product, call)}
<h2>${title}</h2>
<p class="hint">${validity} ${validityText(product, language)}</p>
<div class="acts">${facesKopecks
    .slice(0, mostFaces)
    .map((face) =>
      link({ ...form, face: String(roublesFromKopecks(face)) }, formatFace(face, language)),
    )}${more > 0 && link(form, moreFaces(formatCount(more, language)))}${isFree && link({ ...form, face: '' }, labels.otherFace)}</div></li>\n`;
}
