/** `/s/tills`: shops, cashiers, and how long a redemption can be undone. */
import { listMembers } from '../../../people/team/members.ts';
import { addShop, listShops, setShopClosed, setShopOf } from '../../../people/tills/shops.ts';
import {
  addTillUser,
  listCashiers,
  removeTillUser,
  resetTillUser,
} from '../../../people/tills/till-users.ts';
import { tillUserName } from '../../../people/tills/till-login.ts';
import { findTillSettings, maxUndoMinutes, setTillSettings } from '../../../redemption/till-settings.ts';
import { cashierQuestion } from '../../../web/confirm/cashier-question.ts';
import type { Question } from '../../../web/confirm/question.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import type { FieldErrors } from '../../../web/form-view.ts';
import { supplierOf, type SupplierCall, type SupplierPages } from '../supplier-cabinet.ts';
import { tillsLabels } from './labels.ts';
import { shownPasswordView, tillsView, type TillsData } from './tills-view.ts';

const path = '/s/tills';
const needs = 'tills.change';

export function addTills(pages: SupplierPages): void {
  pages.page<TillsData>({ path, needs, load, view: (data, { language }) => tillsView(data, language) });
  pages.act({ path: `${path}/settings`, needs, leadsTo: 'rights', undone: 'pages', act: saveSettings });
  pages.act({ path: `${path}/shops`, needs, leadsTo: 'nothing', undone: 'pages', act: makeShop });
  const change = { needs, leadsTo: 'nothing', undone: 'pages' } as const;
  pages.act({ ...change, path: `${path}/shops/:id/close`, act: (call) => changeShop(call, true) });
  pages.act({ ...change, path: `${path}/shops/:id/open`, act: (call) => changeShop(call, false) });
  pages.act({ path: `${path}/place`, needs, leadsTo: 'nothing', undone: 'pages', act: putIntoShop });
  pages.act({ path: `${path}/cashiers`, needs, leadsTo: 'rights', undone: 'pages', act: makeCashier });
  pages.act({
    path: `${path}/cashiers/reset`,
    needs,
    leadsTo: 'rights',
    undone: { asks: asking('reset') },
    act: resetCashier,
  });
  pages.act({
    path: `${path}/cashiers/remove`,
    needs,
    leadsTo: 'nothing',
    undone: { asks: asking('remove') },
    act: removeCashier,
  });
}

const asking =
  (act: 'reset' | 'remove') =>
  async (call: SupplierCall): Promise<Question | null> => {
    const name = call.form.get('user') ?? '';
    const cashiers = await listCashiers(call.ctx.pageDb, supplierOf(call));
    const isThere = cashiers.some((cashier) => cashier.name === name);
    return isThere ? cashierQuestion(act, name, { name: null, back: path, language: call.language }) : null;
  };

async function load(call: SupplierCall): Promise<TillsData> {
  const { ctx, party, form } = call;
  const supplierId = supplierOf(call);
  const [settings, shops, cashiers, members] = await Promise.all([
    findTillSettings(ctx.pageDb, supplierId),
    listShops(ctx.pageDb, supplierId),
    listCashiers(ctx.pageDb, supplierId),
    listMembers(ctx.pageDb, party),
  ]);
  return { ...settings, shops, cashiers, members, typed: Object.fromEntries(form) };
}

const saved = ({ language }: SupplierCall): ActEnd => ({
  is: 'done',
  to: path,
  flash: { kind: 'yes', text: tillsLabels[language].saved },
});

const wrong = async (call: SupplierCall, errors: FieldErrors): Promise<ActEnd> => ({
  is: 'wrong',
  page: tillsView(await load(call), call.language, errors),
});

async function saveSettings(call: SupplierCall): Promise<ActEnd> {
  const { ctx, principal, form, now, language } = call;
  const typed = (form.get('minutes') ?? '').trim();
  const undoMinutes = /^\d{1,5}$/.test(typed) ? Number(typed) : -1;
  const ask = { supplierId: supplierOf(call), undoMinutes };
  const set = await setTillSettings(ctx.db, ctx.keyring, principal, ask, now);
  if (set === 'forbidden') return { is: 'missing' };
  return set === 'set'
    ? saved(call)
    : wrong(call, { minutes: tillsLabels[language].undoWrong(maxUndoMinutes) });
}

async function makeShop(call: SupplierCall): Promise<ActEnd> {
  const { ctx, principal, form, now, language } = call;
  const ask = { supplierId: supplierOf(call), name: form.get('shop') ?? '' };
  const made = await addShop(ctx.db, ctx.keyring, principal, ask, now);
  if (made === 'done') return saved(call);
  const errors: Partial<Record<string, string>> = tillsLabels[language].shopErrors;
  const error = errors[made];
  return error === undefined ? { is: 'missing' } : wrong(call, { shop: error });
}

async function changeShop(call: SupplierCall, closed: boolean): Promise<ActEnd> {
  const { ctx, principal, params, now } = call;
  const shopId = idIn(params['id']);
  if (shopId === null) return { is: 'missing' };
  const ask = { supplierId: supplierOf(call), shopId, closed };
  const changed = await setShopClosed(ctx.db, ctx.keyring, principal, ask, now);
  return changed === 'done' ? saved(call) : { is: 'missing' };
}

async function putIntoShop(call: SupplierCall): Promise<ActEnd> {
  const { ctx, principal, form, now } = call;
  const personId = idIn(form.get('person'));
  const who =
    personId === null
      ? { is: 'user' as const, name: form.get('user') ?? '' }
      : { is: 'person' as const, personId };
  const ask = { supplierId: supplierOf(call), who, shopId: idIn(form.get('place')) };
  const put = await setShopOf(ctx.db, ctx.keyring, principal, ask, now);
  return put === 'done' ? saved(call) : { is: 'missing' };
}

async function makeCashier(call: SupplierCall): Promise<ActEnd> {
  const { ctx, principal, form, now, language } = call;
  const labels = tillsLabels[language];
  const name = (form.get('name') ?? '').trim().toLowerCase();
  if (!tillUserName.test(name)) return wrong(call, { name: labels.cashierWrong });
  const made = await addTillUser(ctx.db, ctx.keyring, principal, { supplierId: supplierOf(call), name }, now);
  if (made.is === 'name-taken') return wrong(call, { name: labels.cashierTaken });
  return made.is === 'added' ? { is: 'shown', page: shownPasswordView(made, language) } : { is: 'missing' };
}

async function resetCashier(call: SupplierCall): Promise<ActEnd> {
  const { ctx, principal, form, now, language } = call;
  const ask = { supplierId: supplierOf(call), name: form.get('user') ?? '' };
  const reset = await resetTillUser(ctx.db, ctx.keyring, principal, ask, now);
  return reset.is === 'reset' ? { is: 'shown', page: shownPasswordView(reset, language) } : { is: 'missing' };
}

async function removeCashier(call: SupplierCall): Promise<ActEnd> {
  const { ctx, principal, form, now, language } = call;
  const ask = { supplierId: supplierOf(call), name: form.get('user') ?? '' };
  const removed = await removeTillUser(ctx.db, ctx.keyring, principal, ask, now);
  if (removed === 'no-user') return { is: 'missing' };
  return { is: 'done', to: path, flash: { kind: 'yes', text: tillsLabels[language].removed } };
}
