/** `/o/products/:id/exchange`: what a choice certificate is exchanged for; and the card of it on the product's page. */
import type { BrandName, ListedTarget } from '../../../catalog/exchange-list.ts';
import type { Category } from '../../../catalog/find-category.ts';
import type { ProductRead } from '../../../catalog/find-product.ts';
import { may } from '../../../people/access/principal.ts';
import { formatCount } from '../../../platform/text/formats.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import { type FieldErrors, fieldView, selectField } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { emptyView, pagerView, type Listed } from '../../../web/shell/list-view.ts';
import { factsView } from '../../../web/shell/parts-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { rowsView, type Columns } from '../../../web/shell/rows-view.ts';
import { operatorLink } from '../operator-link.ts';
import type { OperatorCall } from '../operator.ts';
import { exchangeLabels } from './exchange-labels.ts';

export interface ExchangeCounts {
  targets: number;
  offered: number;
}

export interface ExchangeData {
  product: ProductRead;
  counts: ExchangeCounts;
  list: Listed<ListedTarget>;
  categories: Category[];
  brands: BrandName[];
}

interface Typed {
  errors: FieldErrors;
  form: URLSearchParams;
}

export const exchangePath = (productId: number): string => `/o/products/${productId}/exchange`;

/** On the page of a choice product. */
export function exchangeCard(productId: number, counts: ExchangeCounts, { language }: OperatorCall): Html {
  const labels = exchangeLabels[language];
  return html`<section class="card" id="exchange"><h2>${labels.card}</h2><p>${labels.cardLead}</p>
${countsView(counts, language)}
<div class="actions"><a class="button" href="${at(exchangePath(productId), language)}">${labels.toList}</a></div></section>`;
}

function countsView({ targets, offered }: ExchangeCounts, language: OperatorCall['language']): Html {
  const labels = exchangeLabels[language];
  return factsView([
    [labels.lines, formatCount(targets, language)],
    [labels.offered, formatCount(offered, language)],
  ]);
}

export function exchangeView(
  data: ExchangeData,
  call: OperatorCall,
  typed: Typed = { errors: {}, form: new URLSearchParams() },
): ShellPage {
  const { language, principal, party } = call;
  const { product, counts } = data;
  const labels = exchangeLabels[language];
  return {
    title: `${labels.title}: ${product.title}`,
    errors: typed.errors,
    main: html`<p><a href="${at(`/o/products/${product.productId}`, language)}">${product.title}</a></p>
<h1>${labels.title}</h1>
${
  product.digitalAcceptance === 'exchange'
    ? html`<p class="lead">${labels.lead}</p><section class="card">${countsView(counts, language)}</section>
${listView(data, call)}${may(principal, 'products.change', party) && addForm(data, call, typed)}`
    : emptyView(labels.notChoice)
}`,
  };
}

function listView({ product, list }: ExchangeData, call: OperatorCall): Html {
  const { language, principal, party } = call;
  const labels = exchangeLabels[language];
  if (list.rows.length === 0 && list.newer === null) return emptyView(labels.empty);
  const mayChange = may(principal, 'products.change', party);
  const path = exchangePath(product.productId);
  const what = (one: ListedTarget) =>
    html`<span>${linkOf(one, call)}<br><span class="muted">${labels.kinds[one.kind]}${one.supplier !== null && one.supplier !== one.title && `, ${one.supplier}`}</span></span>`;
  const onSale = ({ offered }: ListedTarget) =>
    html`<span><span class="state${offered > 0 ? ' yes' : ' note'}">${offered > 0 ? formatCount(offered, language) : labels.nothing}</span></span>`;
  const remove = (one: ListedTarget) => removeForm(one, at(`${path}/remove`, language), labels.remove);
  const columns: Columns<ListedTarget> = [
    { name: labels.what, phone: 'line', cell: what },
    { name: labels.onSale, phone: 'start', cell: onSale },
    mayChange && { name: labels.remove, phone: 'end', cell: remove },
  ];
  return html`<section class="card">${rowsView({ caption: labels.title, columns, rows: list.rows }, language)}${pagerView(list, { path, query: {}, language })}</section>`;
}

const removeForm = ({ kind, refId, title }: ListedTarget, action: string, text: string): Html =>
  html`<form method="post" action="${action}"><input type="hidden" name="kind" value="${kind}"><input type="hidden" name="ref" value="${refId}"><button class="as-link" aria-label="${text}: ${title}">${text}</button></form>`;

function linkOf({ kind, refId, title }: ListedTarget, call: OperatorCall): Html {
  switch (kind) {
    case 'product':
      return operatorLink(call, `/o/products/${refId}`, title);
    case 'category':
      return operatorLink(call, `/o/products?category=${refId}`, title);
    case 'brand':
      return html`${title}`;
  }
}

function addForm(
  { product, categories, brands }: ExchangeData,
  { language }: OperatorCall,
  typed: Typed,
): Html {
  const labels = exchangeLabels[language];
  const { errors, form } = typed;
  const value = (name: string): string => form.get(name) ?? '';
  return html`<section class="card narrow"><h2>${labels.addTitle}</h2><form method="post" action="${at(exchangePath(product.productId), language)}">
${fieldView({ name: 'products', label: labels.products, hint: labels.productsHint, value: value('products'), error: errors['products'], attributes: html`inputmode="numeric" maxlength="20000" autocomplete="off"` })}
${selectField({ name: 'category', label: labels.category, value: value('category'), any: labels.none, error: errors['category'], choices: categories.map(({ id, title }) => ({ value: String(id), text: title })) })}
${selectField({ name: 'brand', label: labels.brand, value: value('brand'), any: labels.none, error: errors['brand'], choices: brands.map(({ id, name, supplier }) => ({ value: String(id), text: name === supplier ? name : `${name} (${supplier})` })) })}
<div class="actions"><button class="button main">${labels.add}</button></div></form></section>`;
}
