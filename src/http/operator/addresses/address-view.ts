/** `/o/products/:id/addresses`: the shops of a product, one of them, and what a table of them would change. */
import type { AddressToAdd } from '../../../catalog/add-addresses.ts';
import type { AddressProblem } from '../../../catalog/addresses/read-addresses.ts';
import type { StoredAddress } from '../../../catalog/addresses/set-addresses.ts';
import type { AddressesPreviewed } from '../../../acts/catalog/address-acts.ts';
import { may } from '../../../people/access/principal.ts';
import { formatCount } from '../../../platform/text/formats.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { fileView, type FieldErrors } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { filtersView } from '../../../web/shell/filters-view.ts';
import { emptyView, pagerView, type Listed } from '../../../web/shell/list-view.ts';
import { tilesView } from '../../../web/shell/parts-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { rowsView, type ColumnOf, type Columns } from '../../../web/shell/rows-view.ts';
import type { OperatorCall } from '../operator.ts';
import { addressFields, typedAddress } from './address-form.ts';
import { addressLabels } from './labels.ts';

export interface AddressList {
  productId: number;
  product: string;
  wanted: string;
  total: number;
  list: Listed<StoredAddress>;
}

export interface Typed {
  errors: FieldErrors;
  form: URLSearchParams | null;
}

const nothingTyped: Typed = { errors: {}, form: null };
const mostProblems = 100;
const mostShown = 100;

export const addressesPath = (productId: number): string => `/o/products/${productId}/addresses`;
const mayChange = ({ principal, party }: OperatorCall): boolean => may(principal, 'products.change', party);

export function addressesView(
  data: AddressList,
  call: OperatorCall,
  typed: Typed = nothingTyped,
  notice: Content = null,
): ShellPage {
  const { language, query } = call;
  const { productId, product, wanted, total, list } = data;
  const labels = addressLabels[language];
  const path = addressesPath(productId);
  const { q = '' } = query;
  return {
    title: `${labels.title}: ${product}`,
    errors: typed.errors,
    main: html`<p><a href="${at(`/o/products/${productId}`, language)}">${product}</a></p>
<h1>${labels.title}</h1><p class="lead">${labels.lead}</p>
${notice}
${total > 0 && filtersView({ call, path, search: { label: labels.search, value: wanted } })}
${total === 0 ? emptyView(labels.none) : list.rows.length === 0 ? emptyView(labels.nothingFound) : html`<section class="card">${tableOf(data, call)}${pagerView(list, { path, query: q === '' ? {} : { q }, language })}</section>`}
${total > 0 && exportForm(path, call)}
${mayChange(call) && addForm(data, call, typed)}
${mayChange(call) && uploadForm(path, call, typed)}`,
  };
}

function tableOf({ productId, list }: AddressList, call: OperatorCall): Html {
  const { language } = call;
  const labels = addressLabels[language];
  const edit = ({ id, locality, address }: StoredAddress) =>
    html`<a href="${at(`${addressesPath(productId)}/${id}`, language)}">${labels.edit}<span class="quiet">: ${locality}, ${address}</span></a>`;
  const columns: Columns<StoredAddress> = [
    ...placeColumns(language),
    mayChange(call) && { name: labels.edit, phone: 'line', cell: edit },
  ];
  return rowsView({ caption: labels.title, columns, rows: list.rows }, language);
}

const townView = ({ area, locality }: AddressToAdd) =>
  html`<span>${locality}<br><span class="muted">${area}</span></span>`;

const placeView = ({ address, lat, lon }: AddressToAdd) =>
  html`<span>${address}<br><span class="muted">${lat}, ${lon}</span></span>`;

/** The town with its region, and the address with its place on the map. */
function placeColumns(language: Language): ColumnOf<AddressToAdd>[] {
  const names = addressLabels[language].columns;
  return [
    { name: names.locality, phone: 'line', cell: townView },
    { name: names.address, phone: 'line', cell: placeView },
  ];
}

function exportForm(path: string, { language }: OperatorCall): Html {
  const labels = addressLabels[language];
  return html`<section class="card"><form method="post" action="${at(`${path}/file`, language)}"><div class="actions">
<button class="button" name="format" value="csv">${labels.export} CSV</button>
<button class="button" name="format" value="xlsx">${labels.export} XLSX</button></div></form></section>`;
}

function addForm(
  { productId, total }: AddressList,
  { language }: OperatorCall,
  { errors, form }: Typed,
): Html {
  const labels = addressLabels[language];
  const isOpen = form?.has('address') === true || total === 0;
  return html`<section class="card"><details class="more"${isOpen && html` open`}><summary>${labels.addTitle}</summary>
<form class="narrow" method="post" action="${at(addressesPath(productId), language)}">${addressFields(form ?? new URLSearchParams(), errors, language)}
<div class="actions"><button class="button main">${labels.add}</button></div></form></details></section>`;
}

function uploadForm(path: string, { language }: OperatorCall, { errors, form }: Typed): Html {
  const labels = addressLabels[language];
  return html`<section class="card narrow" id="import"><h2>${labels.importTitle}</h2>
<form method="post" action="${at(`${path}/preview`, language)}" enctype="multipart/form-data">
<label class="choice"><input type="checkbox" name="adds" value="yes"${form?.get('adds') === 'yes' && html` checked`}> ${labels.adds}</label>
${fileView({ name: 'file', label: labels.file, hint: labels.importHint, error: errors['file'], attributes: html`accept=".csv,.xlsx,text/csv" required` })}
<div class="actions"><button class="button">${labels.preview}</button></div></form></section>`;
}

/** `/o/products/:id/addresses/:address`: one, to change or to remove. */
export function addressView(
  { address, product }: { address: StoredAddress; product: string },
  { language }: OperatorCall,
  { errors, form }: Typed = nothingTyped,
): ShellPage {
  const labels = addressLabels[language];
  const list = addressesPath(address.productId);
  const own = (act: string): string => at(`${list}/${address.id}${act}`, language);
  return {
    title: labels.editTitle,
    errors,
    main: html`<p><a href="${at(list, language)}">${labels.title}: ${product}</a></p>
<h1>${labels.editTitle}</h1>
<form class="card narrow" method="post" action="${own('')}">${addressFields(form ?? typedAddress(address), errors, language)}
<div class="actions"><button class="button main">${labels.save}</button></div></form>
<form class="card narrow" method="post" action="${own('/remove')}"><div class="actions"><button class="button">${labels.remove}</button></div></form>`,
  };
}

/** What is wrong with a table, cell by cell. */
export function problemsView(problems: readonly AddressProblem[], { language }: OperatorCall): Html {
  const labels = addressLabels[language];
  const more = problems.length - mostProblems;
  const column = (one: AddressProblem) =>
    one.column === 'product_id' ? one.column : labels.columns[one.column];
  const columns: Columns<AddressProblem> = [
    { name: labels.line, look: 'sum', phone: 'start', cell: ({ line }) => String(line) },
    { name: labels.column, phone: 'end', cell: column },
    { name: labels.reason, phone: 'line', cell: ({ why }) => labels.why[why] },
  ];
  return html`<section class="card"><p class="notice no">${labels.wrongCells}</p>${rowsView({ caption: labels.wrongCells, columns, rows: problems.slice(0, mostProblems) }, language)}${more > 0 && html`<p class="hint">${labels.more(formatCount(more, language))}</p>`}</section>`;
}

export interface Previewed {
  productId: number;
  product: string;
  outcome: AddressesPreviewed;
  repeated: number;
  unread: readonly string[];
}

/** What a table would change: nothing is done yet. */
export function previewView(
  { productId, product, outcome, repeated, unread }: Previewed,
  { language }: OperatorCall,
): ShellPage {
  const labels = addressLabels[language];
  const { changes, fresh, gone, previewId } = outcome;
  const count = (number: number): string => formatCount(number, language);
  const path = addressesPath(productId);
  const isNothing = fresh.length + gone.length === 0;
  return {
    title: labels.previewTitle,
    main: html`<p><a href="${at(path, language)}">${labels.title}: ${product}</a></p>
<h1>${labels.previewTitle}</h1>
<section class="card">${tilesView([
      { name: labels.before, value: count(changes[0]?.before ?? 0) },
      { name: labels.addedCount, value: count(fresh.length) },
      { name: labels.removedCount, value: count(gone.length) },
    ])}
${repeated > 0 && html`<p class="hint">${labels.repeated(count(repeated))}</p>`}
${unread.length > 0 && html`<p class="notice note">${labels.unread(unread.join(', '))}</p>`}
${
  isNothing
    ? html`<p>${labels.unchanged}</p><div class="actions"><a class="button" href="${at(path, language)}">${labels.back}</a></div>`
    : html`<form method="post" action="${at(`${path}/import`, language)}"><input type="hidden" name="preview" value="${previewId}">
<div class="actions"><button class="button main">${labels.import}</button><a class="button" href="${at(path, language)}">${labels.back}</a></div></form>`
}</section>
${changesView(labels.goneOnes, gone, language)}${changesView(labels.freshOnes, fresh, language)}`,
  };
}

function changesView(
  title: string,
  list: readonly AddressToAdd[],
  language: OperatorCall['language'],
): Content {
  if (list.length === 0) return null;
  const labels = addressLabels[language];
  const more = list.length - mostShown;
  return html`<section class="card"><h2>${title}: ${formatCount(list.length, language)}</h2>${rowsView({ caption: title, columns: placeColumns(language), rows: list.slice(0, mostShown) }, language)}${more > 0 && html`<p class="hint">${labels.more(formatCount(more, language))}</p>`}</section>`;
}
