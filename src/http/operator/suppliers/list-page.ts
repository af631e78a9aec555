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
import { type FieldErrors, fieldView, selectField } from '../../../web/form-view.ts';
import { addressOf, at } from '../../../web/request-language.ts';
import { searchIn } from '../../../web/shell/filters-view.ts';
import { listPage } from '../../../web/shell/list-page.ts';
import { besideOf, readPage, wayBackView, type Beside, type Listed } from '../../../web/shell/list-view.ts';
import { line, term } from '../../../web/form/kinds.ts';
import { linkView } from '../../../web/shell/parts-view.ts';
import type { Columns } from '../../../web/shell/rows-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import type { OperatorCall, OperatorPages } from '../operator.ts';
import { supplierLabels } from './labels.ts';
import { settingName } from './setting-names.ts';

const path = '/o/suppliers';
const longestName = 200;

export const judgedCompany = {
  name: line({ most: longestName }),
  contact: line({ most: 255 }),
  language: term(['ru', 'en']),
};

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
    judged: {
      fields: judgedCompany,
      again: async (call, errors) => ({ is: 'wrong', page: newView(call, errors, call.form) }),
    },
    act: add,
  });
}

/** Finds the suppliers beside one that is shown; null in a list that was searched by name, where each step would be a search. */
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
  const list = await readPage(
    query,
    (slice) => listSupplierPage(ctx.pageDb, { wanted, ...slice }),
    ({ id }) => id,
  );
  return { wanted, list };
}

function view({ wanted, list }: SupplierList, call: OperatorCall): ShellPage {
  const { language, principal, party } = call;
  const labels = supplierLabels[language];
  return listPage(
    {
      path,
      title: labels.title,
      action:
        may(principal, 'suppliers.change', party) &&
        html`<a class="button main" href="${at(`${path}/new`, language)}">${labels.add}</a>`,
      search: { label: labels.search },
      columns: columnsOf(wanted, language),
      rows: list.rows,
      empty: { text: labels.empty, filtered: labels.none },
      pages: list,
    },
    call,
  );
}

function columnsOf(wanted: string, language: Language): Columns<SupplierLine> {
  const labels = supplierLabels[language];
  const link = ({ id, name }: SupplierLine) =>
    linkView(addressOf(`${path}/${id}`, { q: wanted }), name, language);
  const calledBy = ({ adapter }: SupplierLine) =>
    adapter === null
      ? html`<span class="muted">${labels.notCalled}</span>`
      : settingName(adapterNamed(adapter)?.title ?? adapter, language);
  return [
    { name: labels.id, look: 'id', phone: 'end', cell: ({ id }) => String(id) },
    { name: labels.name, phone: 'start', leads: true, cell: link },
    { name: labels.products, look: 'sum', phone: 'half', cell: (one) => formatCount(one.products, language) },
    { name: labels.calledBy, cell: calledBy },
    { name: labels.test, phone: 'end', cell: (one) => testState(one.testGreen, language) },
  ];
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
${selectField({ name: 'language', label: labels.language, value: typed.get('language') ?? written, choices: languageChoices, error: errors['language'] })}`;
}

/** Name, address and language as typed, or which of them is wrong. */
export function readCompany(form: URLSearchParams): SupplierFields | { wrong: 'name' | 'contact' } {
  const name = (form.get('name') ?? '').trim();
  const contactEmail = (form.get('contact') ?? '').trim();
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
