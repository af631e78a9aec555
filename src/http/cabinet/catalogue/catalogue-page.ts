/** `/c/catalogue`: what can be ordered, with faces, stock and terms. */
import { catalogueChanges, type CatalogueChange } from '../../../catalog/catalogue-changes.ts';
import { catalogueOf, shownStock, type CatalogueProduct } from '../../../catalog/catalogue.ts';
import { termsAsItems } from '../../../certificates/terms.ts';
import { pagePicturePath } from '../../../documents/pictures/page-picture.ts';
import { may } from '../../../people/access/principal.ts';
import { formatCount, formatFace, formatShortDate } from '../../../platform/text/formats.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { endOfMoscowDay } from '../../../platform/time/moscow-time.ts';
import { addressOf, at } from '../../../web/request-language.ts';
import { emptyView, onwardView } from '../../../web/shell/list-view.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import { factsView, momentView } from '../../../web/shell/parts-view.ts';
import { filtersView, searchIn } from '../../../web/shell/filters-view.ts';
import type { CabinetCall, CabinetPages } from '../cabinet.ts';
import { catalogueLabels, type CatalogueLabels } from './labels.ts';

const path = '/c/catalogue';
const productsOnPage = 24;
const changesMs = 7 * 86_400_000;
/** Longer terms are read on the certificate. */
const mostTerms = 30;
/** Of a product's faces in its tile. */
const mostFaces = 5;

interface Catalogue {
  text: string | null;
  products: CatalogueProduct[];
  more: number | null;
  changes: CatalogueChange[];
}

export function addCatalogue(pages: CabinetPages): void {
  pages.page<Catalogue>({ path, needs: 'catalogue.read', load, view });
}

async function load({ ctx, query, now }: CabinetCall): Promise<Catalogue> {
  const isFirst = Object.keys(query).every((name) => name === 'lang');
  const text = searchIn(query) || null;
  const ask = { text, productId: null, after: idIn(query['after']) ?? 0, limit: productsOnPage + 1 };
  const [found, changes] = await Promise.all([
    catalogueOf(ctx.pageDb, ask, now, shownStock(ctx)),
    isFirst ? catalogueChanges(ctx.pageDb, new Date(now.getTime() - changesMs)) : [],
  ]);
  const products = found.slice(0, productsOnPage);
  return {
    text,
    products,
    changes,
    more: found.length > productsOnPage ? (products.at(-1)?.id ?? null) : null,
  };
}

function view({ text, products, more, changes }: Catalogue, call: CabinetCall) {
  const { language } = call;
  const labels = catalogueLabels[language];
  const next = { ...(text !== null && { q: text }), after: String(more) };
  return {
    title: labels.title,
    main: html`<h1>${labels.title}</h1>
${filtersView({ call, path, search: { label: labels.search, value: text ?? '' } })}
${changes.length > 0 && changesView(changes, language)}
${products.length === 0 && emptyView(text === null ? labels.empty : labels.none)}
${products.length > 0 && html`<ul class="goods">${products.map((product) => productView(product, call))}</ul>`}
${more !== null && onwardView({ list: labels.title, href: at(addressOf(path, next), language), to: 'further' }, language)}`,
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
function productView(product: CatalogueProduct, { ctx, language, principal, party }: CabinetCall): Html {
  const labels = catalogueLabels[language];
  const { id, title, picture, brief, facesKopecks, goneKopecks, terms, supportPhone, supportEmail } = product;
  const canOrder = facesKopecks.length > 0 && may(principal, 'orders.place', party);
  const address = at(addressOf('/c/orders/new', { product: String(id) }), language);
  const items = termsAsItems(terms).slice(0, mostTerms);
  const support = [supportPhone, supportEmail].filter((one) => one !== '').join(', ');
  const source = pagePicturePath(ctx.keyring, picture, 340);
  return html`<li>${source === null ? html`<span class="picture"></span>` : html`<img class="picture" src="${source}" width="340" height="155" alt="" loading="lazy">`}
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

const facesOf = (faces: readonly number[], language: Language): string =>
  faces.map((face) => formatFace(face, language)).join(', ');

const shortFaces = (faces: readonly number[], labels: CatalogueLabels, language: Language): string =>
  faces.length > mostFaces
    ? `${facesOf(faces.slice(0, mostFaces), language)} ${labels.moreFaces(formatCount(faces.length - mostFaces, language))}`
    : facesOf(faces, language);

function facesText(product: CatalogueProduct, language: Language): Content {
  const labels = catalogueLabels[language];
  const { facesKopecks, isFree, leastKopecks, mostKopecks } = product;
  if (facesKopecks.length === 0) return html`<span class="state no">${labels.soldOut}</span>`;
  const fixed = shortFaces(facesKopecks, labels, language);
  const free = labels.free(formatFace(leastKopecks, language), formatFace(mostKopecks, language));
  return isFree ? `${fixed}; ${free}` : fixed;
}

function validityText({ validity, validUntil, validityDays }: CatalogueProduct, language: Language): string {
  const labels = catalogueLabels[language];
  if (validity === 'fixed' && validUntil !== null)
    return labels.until(formatShortDate(endOfMoscowDay(validUntil), language));
  return validity === 'days' && validityDays !== null ? labels.days(validityDays) : labels.unlimited;
}
