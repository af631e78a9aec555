/** `/c/catalogue`: what can be ordered, with faces, stock and terms. */
import { catalogueChanges, type CatalogueChange } from '../../../catalog/catalogue-changes.ts';
import type { CatalogueProduct } from '../../../catalog/catalogue.ts';
import { termsAsItems } from '../../../certificates/terms.ts';
import { may } from '../../../people/access/principal.ts';
import { formatCount } from '../../../platform/text/formats.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { addressOf, at } from '../../../web/request-language.ts';
import { emptyView } from '../../../web/shell/list-view.ts';
import { factsView, momentView } from '../../../web/shell/parts-view.ts';
import type { CabinetCall, CabinetPages } from '../cabinet.ts';
import { goodsFilters, goodsView, isNarrowed, loadGoods, type Goods } from './goods.ts';
import { facesOf, facesText, mostFaces, pictureView, validityText } from './goods-view.ts';
import { catalogueLabels } from './labels.ts';

const path = '/c/catalogue';
const changesMs = 7 * 86_400_000;
/** Longer terms are read on the certificate. */
const mostTerms = 30;

interface Catalogue {
  goods: Goods;
  changes: CatalogueChange[];
}

export function addCatalogue(pages: CabinetPages): void {
  pages.page<Catalogue>({ path, needs: 'catalogue.read', load, view });
}

async function load(call: CabinetCall): Promise<Catalogue> {
  const { ctx, query, now } = call;
  const isFirst = Object.keys(query).every((name) => name === 'lang');
  const [goods, changes] = await Promise.all([
    loadGoods(call, { onlyThere: query['there'] === '1' }),
    isFirst ? catalogueChanges(ctx.pageDb, new Date(now.getTime() - changesMs)) : [],
  ]);
  return { goods, changes };
}

function view({ goods, changes }: Catalogue, call: CabinetCall) {
  const { language } = call;
  const labels = catalogueLabels[language];
  const none = isNarrowed(goods) ? labels.none : labels.empty;
  return {
    title: labels.title,
    main: html`<h1>${labels.title}</h1>
${goodsFilters(goods, call, path)}
${changes.length > 0 && changesView(changes, language)}
${goods.products.length === 0 ? emptyView(none) : goodsView(goods, call, { path, name: labels.title, tile: productView })}`,
  };
}

const changesView = (changes: readonly CatalogueChange[], language: Language): Html => {
  const { changes: title, kinds } = catalogueLabels[language];
  const lines = changes.map(
    ({ at: instant, title: product, kind, facesKopecks }) =>
      html`<li>${momentView(instant, language)} ${product}: ${kinds[kind]} ${facesOf(facesKopecks, language)}</li>`,
  );
  return html`<details class="more"><summary>${title}: ${formatCount(changes.length, language)}</summary><ul>${lines}</ul></details>`;
};

/** What decides stands in the tile; the rest of the product unfolds over the whole line. */
function productView(product: CatalogueProduct, call: CabinetCall): Html {
  const { language, principal, party } = call;
  const labels = catalogueLabels[language];
  const { id, title, brief, facesKopecks, goneKopecks, terms, supportPhone, supportEmail } = product;
  const canOrder = facesKopecks.length > 0 && may(principal, 'orders.place', party);
  const address = at(addressOf('/c/orders/new', { product: String(id) }), language);
  const items = termsAsItems(terms).slice(0, mostTerms);
  const support = [supportPhone, supportEmail].filter((one) => one !== '').join(', ');
  return html`<li>${pictureView(product, call)}
<h2>${title}</h2>
<p>${facesText(product, language)}</p>
<p class="hint">${labels.validity} ${validityText(product, language)}</p>
<div class="acts">${canOrder && html`<a class="button" href="${address}" aria-label="${labels.order}: ${title}">${labels.order}</a>`}
<details><summary>${labels.more}<span class="quiet">: ${title}</span></summary>
${brief !== '' && html`<p>${brief}</p>`}
${factsView([
  facesKopecks.length > mostFaces ? [labels.faces, facesOf(facesKopecks, language)] : null,
  goneKopecks.length === 0 ? null : [labels.gone, facesOf(goneKopecks, language)],
  support === '' ? null : [labels.support, support],
])}
${items.length > 0 && html`<h3>${labels.terms}</h3><ul>${items.map((item) => html`<li>${item}</li>`)}</ul>`}</details></div></li>\n`;
}
