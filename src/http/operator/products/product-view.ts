/** `/o/products/:id`: a product, its faces, its look. */
import type { Category } from '../../../catalog/find-category.ts';
import type { ProductRead } from '../../../catalog/find-product.ts';
import type { JudgedProduct } from '../../../catalog/judge-offers.ts';
import { may } from '../../../people/access/principal.ts';
import { formatCount, formatFace } from '../../../platform/text/formats.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import type { TemplateVersion } from '../../../certificates/templates/list-templates.ts';
import { areaView, fieldView, type FieldErrors } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { type Beside } from '../../../web/shell/list-view.ts';
import { besideView, factsView } from '../../../web/shell/parts-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { rowsView, type Columns } from '../../../web/shell/rows-view.ts';
import { operatorLink } from '../operator-link.ts';
import type { OperatorCall } from '../operator.ts';
import { poolLabels } from '../pools/labels.ts';
import { exchangeCard, type ExchangeCounts } from './exchange-view.ts';
import { productLabels, type ProductLabels } from './labels.ts';
import { backToProducts } from './list-page.ts';
import { pictureCard } from './picture-card.ts';
import { productFieldsView, typedProduct } from './product-form.ts';
import { saleCard } from './sale-card.ts';
import { noteText } from '../../../certificates/templates/version-notes.ts';

export interface ProductData {
  product: ProductRead;
  offer: JudgedProduct;
  versions: TemplateVersion[];
  categories: Category[];
  /** How many shops accept it. */
  addresses: number;
  /** For a choice product: how much its certificates can be exchanged for. */
  exchange: ExchangeCounts;
  beside: Beside | null;
}

interface Look {
  errors: FieldErrors;
  typed: URLSearchParams | null;
}

interface View extends ProductData {
  look: Look;
  labels: ProductLabels;
  call: OperatorCall;
  own: (act: string) => string;
}

export function productView(
  data: ProductData,
  call: OperatorCall,
  look: Look = { errors: {}, typed: null },
): ShellPage {
  const { language, principal, party } = call;
  const { product } = data;
  const labels = productLabels[language];
  const own = (act: string): string => at(`/o/products/${product.productId}${act}`, language);
  const view = { ...data, look, labels, call, own };
  const mayChange = may(principal, 'products.change', party);
  const isEditing = look.typed?.has('title') === true;
  const typed = isEditing && look.typed !== null ? look.typed : typedProduct(product);
  return {
    title: product.title,
    errors: look.errors,
    main: html`${backToProducts(data.beside, call)}
<h1>${product.title}</h1>
${besideView(
  html`<section class="card">${factsView([
    [labels.id, String(product.productId)],
    [labels.supplier, operatorLink(call, `/o/suppliers/${product.supplierId}`, product.supplier)],
    [labels.brand, product.brand],
    [
      labels.scheme,
      html`${labels.schemes[product.scheme]}${product.scheme === 'pool' && html` · ${operatorLink(call, `/o/pools/${product.productId}`, labels.stock)}`}`,
    ],
    [labels.addresses, html`<a href="${own('/addresses')}">${formatCount(data.addresses, language)}</a>`],
  ])}
</section>
${saleCard(data.offer, call, { ...look, mayChange })}
${pictureCard(data, call, mayChange, look.errors)}`,
  html`${data.offer.isChoice && exchangeCard(product.productId, data.exchange, call)}
${facesCard(view, mayChange)}
${
  mayChange &&
  html`<section class="card"><details class="more"${isEditing && html` open`}><summary>${labels.edit}</summary><form method="post" action="${own('')}">${productFieldsView({ typed, errors: look.errors, isPool: product.scheme === 'pool', categories: view.categories }, labels)}
<div class="actions"><button class="button main">${labels.save}</button></div></form></details></section>`
}
${lookCard(view)}`,
)}`,
  };
}

function facesCard({ product, look, labels, call, own }: View, mayChange: boolean): Html {
  const { language } = call;
  const { faceMinKopecks, faceMaxKopecks, faceStepKopecks } = product;
  const face = (kopecks: number): string => formatFace(kopecks, language);
  const free = labels.free(face(faceMinKopecks), face(faceMaxKopecks), face(faceStepKopecks));
  const value = (name: string): string => look.typed?.get(name) ?? '';
  type Face = (typeof product.faces)[number];
  const name = ({ faceKopecks }: Face) => (faceKopecks === 0 ? free : face(faceKopecks));
  const sale = ({ switchedOn }: Face) =>
    html`<span><span class="state${switchedOn && ' yes'}">${switchedOn ? labels.faceOn : labels.faceOff}</span></span>`;
  const drop = (one: Face) =>
    one.switchedOn &&
    html`<form method="post" action="${own('/faces/off')}"><input type="hidden" name="face" value="${one.faceKopecks}"><button class="as-link" aria-label="${labels.dropFace}: ${name(one)}">${labels.dropFace}</button></form>`;
  const columns: Columns<Face> = [
    { name: poolLabels[language].face, phone: 'start', cell: name },
    { name: labels.sale, phone: 'end', cell: sale },
    mayChange && { name: labels.dropFace, phone: 'line', cell: drop },
  ];
  return html`<section class="card" id="faces"><h2>${labels.faces}</h2><p>${labels.facesLead}</p>
${product.faces.length > 0 && rowsView({ caption: labels.faces, columns, rows: product.faces }, language)}
${
  mayChange &&
  html`<form method="post" action="${own('/faces')}">
${fieldView({ name: 'faces', label: labels.newFaces, hint: labels.newFacesHint, value: value('faces'), error: look.errors['faces'], attributes: html`maxlength="200" autocomplete="off"` })}
${product.scheme !== 'pool' && fieldView({ name: 'free', label: labels.freeFace, hint: labels.freeHint, value: value('free'), error: look.errors['free'], attributes: html`maxlength="40" autocomplete="off"` })}
<div class="actions"><button class="button">${labels.addFaces}</button></div></form>`
}</section>`;
}

function lookCard({ product, versions, look, labels, call, own }: View): Html {
  const { language, principal, party } = call;
  const current = versions.find(({ inForce }) => inForce)?.template ?? null;
  const stored = current === null ? '' : JSON.stringify(current, null, 2);
  const looks = (['ru', 'en'] as const).flatMap((one) =>
    (
      [
        ['', labels.page],
        ['&opened=1', labels.opened],
      ] as const
    ).map(
      ([query, name]) =>
        html`<li><a href="/o/products/${product.productId}/templates/look?lang=${one}${query}" target="_blank" rel="noopener">${name}, ${one}</a></li>`,
    ),
  );
  const error = look.errors['template'];
  const version = (one: TemplateVersion) =>
    html`<span>${one.version}${one.inForce && html` <span class="state yes">${labels.inForce}</span>`}</span>`;
  const columns: Columns<TemplateVersion> = [
    { name: labels.version, cell: version },
    { name: labels.since, cell: (one) => one.createdAt },
    { name: labels.look, cell: ({ template }) => (template === null ? labels.plain : labels.template) },
    { name: labels.note, cell: (one) => noteText(one.note, language) },
  ];
  return html`<section class="card" id="look"><h2>${labels.look}</h2><p>${labels.lookLead}</p>
<h3>${labels.preview}</h3><ul>${looks}</ul>
<p><a href="${own('/templates')}">${labels.templates}</a></p>
${
  versions.length === 0
    ? html`<p class="muted">${labels.noVersions}</p>`
    : rowsView({ caption: labels.look, columns, rows: versions }, language)
}
${
  may(principal, 'templates.change', party) &&
  html`<p><a class="button" href="${own('/templates/edit')}">${labels.editTemplate}</a></p>
<details class="more"${error !== undefined && html` open`}><summary>${labels.publish}</summary><form method="post" action="${own('/template')}">
${areaView({ name: 'template', label: labels.template, hint: labels.templateHint, value: look.typed?.get('template') ?? stored, error, attributes: html`rows="12" spellcheck="false" autocapitalize="none"` })}
${fieldView({ name: 'note', label: labels.note, value: look.typed?.get('note') ?? '', error: look.errors['note'], attributes: html`maxlength="200"` })}
<div class="actions"><button class="button main">${labels.publish}</button></div></form></details>`
}</section>`;
}
