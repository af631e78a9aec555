/** `/o/onboarding`: all suppliers on their way, and how long each has been in its step. */
import { listOnWay, type ClientOnWay } from '../../../acts/onboarding/client-onboarding.ts';
import { beginOnboarding } from '../../../acts/onboarding/begin-onboarding.ts';
import { startSupplier } from '../../../acts/onboarding/start-supplier.ts';
import { actorIn, openStep, supplierSteps } from '../../../acts/onboarding/supplier-steps.ts';
import { turnLabels } from '../../../acts/onboarding/turn-labels.ts';
import { onboardingLabels } from '../../../acts/onboarding/views/labels.ts';
import { may } from '../../../people/access/principal.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import { isLanguage } from '../../../platform/text/language.ts';
import { findSupplierFacts, type SupplierFacts } from '../../../reports/supplier-onboarding.ts';
import { line, term } from '../../../web/form/kinds.ts';
import { type FieldErrors, fieldView, selectField } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { emptyView } from '../../../web/shell/list-view.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { rowsView, type Columns } from '../../../web/shell/rows-view.ts';
import { linkView } from '../../../web/shell/parts-view.ts';
import type { OperatorCall, OperatorPages } from '../operator.ts';
import { clientBoardView, turnView } from './client-board.ts';
import { boardLabels } from './labels.ts';

const path = '/o/onboarding';
const mostSuppliers = 200;
const dayMs = 86_400_000;

export function addBoard(pages: OperatorPages): void {
  pages.page<Board>({
    path,
    needs: 'suppliers.read',
    load,
    view: (board, call) => boardPage(board, call),
  });
  pages.act({
    path,
    needs: 'suppliers.change',
    leadsTo: 'rights',
    undone: 'pages',
    secondPerson: 'asked-by-verb',
    judged: { fields: { name: line({ most: 200 }), language: term(['ru', 'en']) }, again },
    act: add,
  });
  pages.act({
    path: `${path}/known`,
    needs: 'suppliers.change',
    leadsTo: 'nothing',
    undone: 'pages',
    act: begin,
  });
}

interface Board {
  suppliers: SupplierFacts[];
  /** Null: not for this person. */
  clients: ClientOnWay[] | null;
}

async function load({ ctx, principal, party, now }: OperatorCall): Promise<Board> {
  const [suppliers, clients] = await Promise.all([
    findSupplierFacts(ctx.pageDb, { onlyOpen: true, limit: mostSuppliers }),
    may(principal, 'clients.read', party) ? listOnWay(ctx, now) : null,
  ]);
  return { suppliers, clients };
}

async function add(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, language, now } = call;
  const typed = form.get('language');
  const ask = {
    name: form.get('name') ?? '',
    email: form.get('email') ?? '',
    language: isLanguage(typed) ? typed : language,
  };
  const outcome = await startSupplier(ctx.db, ctx.keyring, principal, ask, now);
  if (outcome.is === 'missing') return { is: 'missing' };
  const labels = boardLabels[language];
  if (outcome.is === 'started') {
    ctx.onPlaced();
    const to = `${path}/suppliers/${outcome.supplierId}`;
    return { is: 'done', to, flash: { kind: 'yes', text: labels.begun } };
  }
  const errors = { [outcome.is === 'bad-email' ? 'email' : 'name']: labels.errors[outcome.is] };
  return again(call, errors);
}

const again = async (call: OperatorCall, errors: FieldErrors): Promise<ActEnd> => ({
  is: 'wrong',
  page: boardPage(await load(call), call, errors),
});

async function begin(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, language, now } = call;
  const labels = boardLabels[language];
  const supplierId = idIn(form.get('supplier')) ?? 0;
  const outcome = await beginOnboarding(ctx.db, ctx.keyring, principal, supplierId, now);
  if (outcome.is !== 'missing')
    return {
      is: 'done',
      to: `${path}/suppliers/${supplierId}`,
      flash: { kind: 'yes', text: labels.begun },
    };
  return again(call, { supplier: labels.errors['no-supplier'] });
}

function boardPage({ suppliers, clients }: Board, call: OperatorCall, errors: FieldErrors = {}): ShellPage {
  const { language, principal, party } = call;
  const labels = boardLabels[language];
  return {
    title: labels.title,
    errors,
    main: html`<h1>${labels.title}</h1><p class="lead">${labels.lead}</p>
${suppliers.length === 0 ? emptyView(labels.empty) : boardTable(suppliers, call)}
${clients !== null && clientBoardView(clients, call)}
${may(principal, 'suppliers.change', party) && addForms(call, errors)}`,
  };
}

/** Who waits longest, first. */
function boardTable(suppliers: readonly SupplierFacts[], { language, now }: OperatorCall): Html {
  const labels = boardLabels[language];
  const { states, actors } = onboardingLabels[language];
  const { steps: names, turns } = turnLabels[language];
  const rows = suppliers
    .toSorted((one, other) => one.since.getTime() - other.since.getTime())
    .map((facts) => ({ ...facts, open: openStep(supplierSteps(facts)) }));
  type Row = (typeof rows)[number];
  const link = (one: Row) => linkView(`${path}/suppliers/${one.supplierId}`, one.name, language);
  const days = ({ since }: Row) => labels.days(Math.floor((now.getTime() - since.getTime()) / dayMs));
  const waitsFor = ({ open }: Row) => (open?.turn ? turnView(actorIn(open.turn), actors) : '–');
  const columns: Columns<Row> = [
    { name: labels.supplier, phone: 'start', leads: true, cell: link },
    {
      name: labels.step,
      phone: 'start',
      cell: ({ open }) => (open === null ? states.done : names[open.name]),
    },
    { name: labels.waitsFor, phone: 'end', cell: waitsFor },
    { name: labels.since, phone: 'end', cell: days },
    { name: labels.todo, phone: 'line', cell: ({ open }) => (open?.turn ? turns[open.turn] : '–') },
  ];
  return html`<h2>${labels.suppliers}</h2><section class="card">${rowsView({ caption: labels.suppliers, columns, rows }, language)}</section>`;
}

function addForms({ language, form }: OperatorCall, errors: FieldErrors): Html {
  const labels = boardLabels[language];
  const typed = (name: string): string => form.get(name) ?? '';
  const languages = [
    { value: 'ru', text: 'Русский' },
    { value: 'en', text: 'English' },
  ];
  return html`<section class="card"><h2>${labels.addTitle}</h2><form method="post" action="${at(path, language)}">
<div class="fields across">${fieldView({ name: 'name', label: labels.name, value: typed('name'), error: errors['name'], attributes: html`required maxlength="200"` })}
${fieldView({ name: 'email', label: labels.email, type: 'email', value: typed('email'), error: errors['email'], attributes: html`required maxlength="254"` })}
${selectField({ name: 'language', label: labels.language, choices: languages, value: isLanguage(typed('language')) ? typed('language') : language, error: errors['language'] })}</div>
<div class="actions"><button class="button main">${labels.add}</button></div></form></section>
<section class="card"><h2>${labels.knownTitle}</h2><form method="post" action="${at(`${path}/known`, language)}">
${fieldView({ name: 'supplier', label: labels.known, value: typed('supplier'), error: errors['supplier'], attributes: html`inputmode="numeric" required maxlength="16"` })}
<div class="actions"><button class="button">${labels.begin}</button></div></form></section>`;
}
