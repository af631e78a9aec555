/** `/o/suppliers/:id/tills`: who redeems at the tills of a supplier. */
import { findSupplier, type Supplier } from '../../../catalog/supplier.ts';
import {
  addTillUser,
  listCashiers,
  removeTillUser,
  resetTillUser,
  type Cashier,
} from '../../../people/tills/till-users.ts';
import { loginOf, tillUserName } from '../../../people/tills/till-login.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { cashierQuestion } from '../../../web/confirm/cashier-question.ts';
import type { Question } from '../../../web/confirm/question.ts';
import { fieldView } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { emptyView } from '../../../web/shell/list-view.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import type { OperatorCall, OperatorPages, SecondPerson } from '../operator.ts';
import { supplierIn } from './supplier-data.ts';
import { tillUserLabels } from './tills-labels.ts';
import { secretsPage } from '../../../web/shell/secrets-view.ts';
import { rowsView, type Columns } from '../../../web/shell/rows-view.ts';

const path = '/o/suppliers/:id/tills';
const needs = 'tills.change';

/** Whoever has a login of a till redeems. */
const newCashier: SecondPerson = {
  act: 'till.cashier',
  tells: async (call) => ({
    supplierId: supplierIn(call),
    cashier: (call.form.get('name') ?? call.form.get('user') ?? '').trim().toLowerCase(),
  }),
};

interface Tills {
  supplier: Supplier;
  cashiers: Cashier[];
}

interface Look {
  typed?: string;
  error?: string;
}

export function addTillUsers(pages: OperatorPages): void {
  pages.page<Tills>({ path, needs, load, view: (tills, { language }) => tillsView(tills, language, {}) });
  pages.act({ path, needs, leadsTo: 'rights', undone: 'pages', secondPerson: newCashier, act: add });
  pages.act({
    path: `${path}/reset`,
    needs,
    leadsTo: 'rights',
    undone: { asks: asking('reset') },
    secondPerson: newCashier,
    act: reset,
  });
  pages.act({
    path: `${path}/remove`,
    needs,
    leadsTo: 'nothing',
    undone: { asks: asking('remove') },
    act: remove,
  });
}

const asking =
  (act: 'reset' | 'remove') =>
  async (call: OperatorCall): Promise<Question | null> => {
    const tills = await load(call);
    const user = call.form.get('user') ?? '';
    if (tills?.cashiers.some(({ name }) => name === user) !== true) return null;
    const { supplier } = tills;
    return cashierQuestion(act, loginOf(supplier.id, user), {
      name: supplier.name,
      back: pathOf(supplier.id),
      language: call.language,
    });
  };

async function load(call: OperatorCall): Promise<Tills | null> {
  const { pageDb } = call.ctx;
  const supplier = await findSupplier(pageDb, supplierIn(call));
  return supplier && { supplier, cashiers: await listCashiers(pageDb, supplier.id) };
}

const pathOf = (supplierId: number): string => `/o/suppliers/${supplierId}/tills`;

async function again(call: OperatorCall, look: Look): Promise<ActEnd> {
  const tills = await load(call);
  return tills === null ? { is: 'missing' } : { is: 'wrong', page: tillsView(tills, call.language, look) };
}

async function add(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, now, language } = call;
  const labels = tillUserLabels[language];
  const name = (form.get('name') ?? '').trim().toLowerCase();
  if (!tillUserName.test(name)) return again(call, { typed: name, error: labels.wrong });
  const supplierId = supplierIn(call);
  const added = await addTillUser(ctx.db, ctx.keyring, principal, { supplierId, name }, now);
  if (added.is === 'name-taken') return again(call, { typed: name, error: labels.taken });
  return added.is === 'added' ? shown(supplierId, added, language) : { is: 'missing' };
}

async function reset(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, now, language } = call;
  const ask = { supplierId: supplierIn(call), name: form.get('user') ?? '' };
  const outcome = await resetTillUser(ctx.db, ctx.keyring, principal, ask, now);
  return outcome.is === 'reset' ? shown(ask.supplierId, outcome, language) : { is: 'missing' };
}

async function remove(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, now, language } = call;
  const ask = { supplierId: supplierIn(call), name: form.get('user') ?? '' };
  const removed = await removeTillUser(ctx.db, ctx.keyring, principal, ask, now);
  if (removed === 'no-user') return { is: 'missing' };
  const text = tillUserLabels[language].removed;
  return { is: 'done', to: pathOf(ask.supplierId), flash: { kind: 'yes', text } };
}

function tillsView({ supplier, cashiers }: Tills, language: Language, look: Look): ShellPage {
  const labels = tillUserLabels[language];
  const own = at(pathOf(supplier.id), language);
  return {
    title: `${labels.title}: ${supplier.name}`,
    errors: look.error === undefined ? {} : { name: look.error },
    main: html`<p><a href="${at(`/o/suppliers/${supplier.id}`, language)}">${supplier.name}</a></p>
<h1>${labels.title}</h1><p class="lead">${labels.lead}</p>
${cashiers.length === 0 ? emptyView(labels.empty) : html`<section class="card">${cashiersTable(supplier.id, cashiers, language)}</section>`}
<section class="card narrow"><form method="post" action="${own}">
${fieldView({ name: 'name', label: labels.name, hint: labels.nameHint, value: look.typed ?? '', error: look.error, attributes: html`required maxlength="40" autocomplete="off" autocapitalize="none" spellcheck="false"` })}
<div class="actions"><button class="button main">${labels.add}</button></div></form></section>`,
  };
}

function cashiersTable(supplierId: number, cashiers: readonly Cashier[], language: Language): Html {
  const labels = tillUserLabels[language];
  const act = (to: 'reset' | 'remove', name: string): Html =>
    html`<form method="post" action="${at(`${pathOf(supplierId)}/${to}`, language)}"><input type="hidden" name="user" value="${name}"><button class="as-link" aria-label="${labels[to]}: ${name}">${labels[to]}</button></form>`;
  const columns: Columns<Cashier> = [
    { name: labels.login, cell: ({ name }) => loginOf(supplierId, name) },
    { name: labels.state, cell: ({ oneTime }) => (oneTime ? labels.firstPassword : labels.ownPassword) },
    { name: labels.acts, cell: ({ name }) => html`${act('reset', name)} ${act('remove', name)}` },
  ];
  return rowsView({ caption: labels.title, columns, rows: cashiers }, language);
}

/** A password, once. */
function shown(
  supplierId: number,
  { login, password }: { login: string; password: string },
  language: Language,
): ActEnd {
  const labels = tillUserLabels[language];
  const secrets = {
    title: labels.shown,
    lead: labels.shownLead,
    items: [
      { name: labels.login, value: login, isPublic: true },
      { name: labels.password, value: password },
    ],
    fileName: `cashier-${login}`,
    to: pathOf(supplierId),
  };
  return { is: 'shown', page: secretsPage(secrets, language) };
}
