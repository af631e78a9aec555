/** `/o/suppliers`: all of them, and a new one. */
import { adapterNamed } from '../../../suppliers/adapters/list.ts';
import { registerSupplier } from '../../../acts/catalog/supplier-acts.ts';
import {
  listSupplierPage,
  type Supplier,
  type SupplierFields,
  type SupplierLine,
} from '../../../catalog/supplier.ts';
import { may } from '../../../people/access/principal.ts';
import { formatCount } from '../../../platform/text/formats.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import { isLanguage, type Language } from '../../../platform/text/language.ts';
import { isEmailAddress } from '../../../platform/values/email-address.ts';
import { fieldView, type FieldErrors } from '../../../web/form-view.ts';
import { addressOf, at } from '../../../web/request-language.ts';
import { filtersView, searchIn, selectField } from '../../../web/shell/filters-view.ts';
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
  type Listed,
} from '../../../web/shell/list-view.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import type { OperatorCall, OperatorPages } from '../operator.ts';
import { supplierLabels } from './labels.ts';
import { settingName } from './setting-names.ts';

const path = '/o/suppliers';
const longestName = 200;

interface SupplierList {
  wanted: string;
  list: Listed<SupplierLine>;
}

/** `/o/suppliers`: all of them, and the form for a new one. */
export function addSupplierList(pages: OperatorPages): void {
  pages.page<SupplierList>({ path, needs: 'suppliers.read', load, view });
  pages.page<object>({
    path: `${path}/new`,
    needs: 'suppliers.change',
    load: () => Promise.resolve({}),
    view: (_none, call) => newView(call),
  });
  pages.act({
    path: `${path}/new`,
    needs: 'suppliers.change',
    leadsTo: 'nothing',
    undone: 'pages',
    act: add,
  });
}

/** Of a supplier that is looked at; not among those found by a name, which are looked for one by one. */
export async function besideSupplier(
  { ctx: { pageDb }, query }: OperatorCall,
  supplierId: number,
): Promise<Beside | null> {
  if (searchIn(query) !== '') return null;
  return besideOf(
    supplierId,
    async (slice) => (await listSupplierPage(pageDb, { wanted: '', ...slice }))[0]?.id,
  );
}

export const backToSuppliers = (beside: Beside | null, { query, language }: OperatorCall): Html =>
  wayBackView(
    { list: path, name: supplierLabels[language].title, filters: { q: searchIn(query) }, beside },
    language,
  );

async function load({ ctx, query }: OperatorCall): Promise<SupplierList> {
  const wanted = searchIn(query);
  const slice = sliceOf(query);
  const rows = await listSupplierPage(ctx.pageDb, { wanted, ...slice, limit: listLength + 1 });
  return { wanted, list: listed(rows, slice, ({ id }) => id) };
}

function view({ wanted, list }: SupplierList, call: OperatorCall) {
  const { language, query, principal, party } = call;
  const labels = supplierLabels[language];
  const addLink =
    may(principal, 'suppliers.change', party) &&
    html`<a class="button main" href="${at(`${path}/new`, language)}">${labels.add}</a>`;
  const search = { label: labels.search, value: wanted };
  const isAll = wanted === '' && list.newer === null;
  return {
    title: labels.title,
    main: html`<div class="heading"><h1>${labels.title}</h1>${addLink}</div>
${filtersView({ call, path, search })}
${list.rows.length === 0 ? emptyView(isAll ? labels.empty : labels.none) : html`<section class="card">${tableOf(list.rows, wanted, language)}</section>`}
${pagerView(list, { path, query, language })}`,
  };
}

function tableOf(suppliers: readonly SupplierLine[], wanted: string, language: Language): Html {
  const labels = supplierLabels[language];
  return tableView({
    caption: labels.title,
    leads: 1,
    phone: ['end', 'start', 'half', 'named', 'end'],
    columns: [
      { name: labels.id },
      { name: labels.name },
      { name: labels.products, look: 'sum' },
      { name: labels.calledBy },
      { name: labels.test },
    ],
    rows: suppliers.map((supplier) => [
      String(supplier.id),
      html`<a href="${at(addressOf(`${path}/${supplier.id}`, { q: wanted }), language)}">${supplier.name}</a>`,
      formatCount(supplier.products, language),
      supplier.adapter === null
        ? html`<span class="muted">${labels.notCalled}</span>`
        : settingName(adapterNamed(supplier.adapter)?.title ?? supplier.adapter, language),
      testState(supplier.testGreen, language),
    ]),
  });
}

/** How the last final test ended. */
export const testState = (isGreen: boolean | null, language: Language): Html => {
  const labels = supplierLabels[language];
  if (isGreen === null) return html`<span class="muted">${labels.untested}</span>`;
  return html`<span><span class="state ${isGreen ? 'yes' : 'no'}">${isGreen ? labels.green : labels.red}</span></span>`;
};

function newView({ language }: OperatorCall, errors: FieldErrors = {}, typed = new URLSearchParams()) {
  const labels = supplierLabels[language];
  return {
    title: labels.add,
    errors,
    main: html`<p><a href="${at(path, language)}">${labels.title}</a></p><h1>${labels.add}</h1>
<form class="card narrow" method="post" action="${at(`${path}/new`, language)}">${companyFields({ errors, typed }, { name: '', contactEmail: '', language }, language)}
<div class="actions"><button class="button main">${labels.add}</button></div></form>`,
  };
}

/** Each in itself. */
const languageChoices = [
  { value: 'ru', text: 'русский' },
  { value: 'en', text: 'English' },
];

export function companyFields(
  { errors, typed }: { errors: FieldErrors; typed: URLSearchParams },
  { name, contactEmail, language: written }: Pick<Supplier, 'name' | 'contactEmail' | 'language'>,
  language: Language,
): Html {
  const labels = supplierLabels[language];
  return html`${fieldView({ name: 'name', label: labels.name, value: typed.get('name') ?? name, error: errors['name'], attributes: html`required maxlength="${longestName}" autocomplete="off"` })}
${fieldView({ name: 'contact', label: labels.email, hint: labels.emailHint, type: 'email', value: typed.get('contact') ?? contactEmail, error: errors['contact'], attributes: html`maxlength="255" autocomplete="off"` })}
${selectField({ name: 'language', label: labels.language, value: typed.get('language') ?? written, choices: languageChoices })}`;
}

/** Name, address and language as typed, or which of them is wrong. */
export function readCompany(form: URLSearchParams): SupplierFields | { wrong: 'name' | 'contact' } {
  const name = (form.get('name') ?? '').trim().slice(0, longestName);
  const contactEmail = (form.get('contact') ?? '').trim().slice(0, 255);
  if (name === '') return { wrong: 'name' };
  if (contactEmail !== '' && !isEmailAddress(contactEmail)) return { wrong: 'contact' };
  const language = form.get('language') ?? '';
  return { name, contactEmail, ...(isLanguage(language) && { language }) };
}

export const companyErrors = (wrong: 'name' | 'contact', language: Language): FieldErrors => ({
  [wrong]: supplierLabels[language].problems[wrong === 'contact' ? 'email' : 'name'],
});

async function add(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, now, language } = call;
  const labels = supplierLabels[language];
  const read = readCompany(form);
  if ('wrong' in read) return { is: 'wrong', page: newView(call, companyErrors(read.wrong, language), form) };
  const added = await registerSupplier(ctx, principal, read, now);
  switch (added.is) {
    case 'forbidden':
      return { is: 'missing' };
    case 'name-taken':
      return { is: 'wrong', page: newView(call, { name: labels.problems['name-taken'] }, form) };
    case 'added':
      return { is: 'done', to: `${path}/${added.supplierId}`, flash: { kind: 'yes', text: labels.added } };
  }
}
