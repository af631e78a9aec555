/** `/s/redeemed`: what tills and programs have redeemed, and undoing it. */
import { may } from '../../../people/access/principal.ts';
import { listMembers } from '../../../people/team/members.ts';
import { listShops } from '../../../people/tills/shops.ts';
import { listCashiers, type Cashier } from '../../../people/tills/till-users.ts';
import { readRoubles } from '../../../platform/values/read-roubles.ts';
import { cellOfRedemption } from '../../../redemption/in-cells.ts';
import { findTransactionOf } from '../../../redemption/find-transaction.ts';
import {
  findRedemptionLine,
  listRedemptionsOfAll,
  sumByCashier,
  type RedemptionFilters,
  type RedemptionKey,
} from '../../../redemption/list-redemptions.ts';
import { findTillSettings } from '../../../redemption/till-settings.ts';
import { maxReason, undoRedemption } from '../../../redemption/undo-redemption.ts';
import { line } from '../../../web/form/kinds.ts';
import type { FieldErrors } from '../../../web/form-view.ts';
import { listLength } from '../../../web/shell/list-view.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import { daysIn, timeOf } from '../../../web/shell/period.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import { addExport } from '../export-act.ts';
import { supplierOf, type SupplierCall, type SupplierPages } from '../supplier-cabinet.ts';
import { redeemedLabels } from './labels.ts';
import { redeemedListView, whoOf, type RedeemedData } from './list-view.ts';
import { redemptionView, type RedemptionData } from './redemption-view.ts';

const path = '/s/redeemed';

export function addRedeemed(pages: SupplierPages): void {
  pages.page<RedeemedData>({
    path,
    needs: 'settlement.read',
    keepsViews: true,
    load,
    view: (data, call) => redeemedListView(data, call),
  });
  pages.page<RedemptionData>({
    path: `${path}/:transaction`,
    needs: 'settlement.read',
    load: loadOne,
    view: (data, { language }) => redemptionView(data, language),
  });
  addExport(pages, 'redeemed');
  pages.act({
    path: `${path}/find`,
    needs: 'settlement.read',
    leadsTo: 'nothing',
    undone: 'nothing',
    act: find,
  });
  pages.act({
    path: `${path}/:transaction/undo`,
    needs: 'codes.undo',
    leadsTo: 'codes',
    undone: 'shown-first',
    judged: { fields: { reason: line({ most: maxReason }) }, again: undoAgain },
    act: undo,
  });
}

async function load(call: SupplierCall): Promise<RedeemedData> {
  const { ctx, query, party } = call;
  const supplierId = supplierOf(call);
  const days = daysIn(query);
  const cashiers = await listCashiers(ctx.pageDb, supplierId);
  const who = whoIn(query['who'], cashiers);
  const filters: RedemptionFilters = {
    ...timeOf(days),
    shopId: idIn(query['shop']),
    faceKopecks: readRoubles(query['face'] ?? ''),
    redeemer: who && { personId: who.personId, formerId: who.tillUserId },
    undone: query['which'] === 'undone',
  };
  const after = keyIn(query['after']);
  const { from, until } = filters;
  const formers = new Map(
    cashiers.flatMap(({ personId, tillUserId }) =>
      tillUserId === null ? [] : [[tillUserId, personId] as const],
    ),
  );
  const isOneDay = days.from !== '' && days.from === days.until;
  const [found, shops, members, byCashier] = await Promise.all([
    listRedemptionsOfAll(ctx, { supplierId, filters, after, limit: listLength }),
    listShops(ctx.pageDb, supplierId),
    listMembers(ctx.pageDb, party),
    isOneDay && from && until ? sumByCashier(ctx, { supplierId, from, until, formers }) : null,
  ]);
  return {
    filters,
    days,
    who: who === null ? '' : whoOf(who.personId),
    found,
    shops,
    cashiers,
    members,
    byCashier,
  };
}

/** Who is asked for. Views that were saved before name a cashier by its number of then. */
function whoIn(asked = '', cashiers: readonly Cashier[]): Pick<Cashier, 'personId' | 'tillUserId'> | null {
  const [, kind, digits] = /^(user|person)-(\d{1,15})$/.exec(asked) ?? [];
  const id = Number(digits);
  if (kind === 'user') return cashiers.find(({ tillUserId }) => tillUserId === id) ?? nobody;
  if (kind === undefined) return null;
  return cashiers.find(({ personId }) => personId === id) ?? { personId: id, tillUserId: null };
}

/** No person has this id. */
const nobody = { personId: 0, tillUserId: null };

/** `milliseconds.transaction`, of the last row of the page before. */
function keyIn(text = ''): RedemptionKey | null {
  const [, at, transaction] = /^(\d{1,14})\.([0-9A-Z]{1,20})$/.exec(text) ?? [];
  return transaction === undefined ? null : { redeemedAt: new Date(Number(at)), transaction };
}

async function loadOne(call: SupplierCall): Promise<RedemptionData | null> {
  const { ctx, params, principal, party, now } = call;
  const supplierId = supplierOf(call);
  const key = { supplierId, transaction: params['transaction'] ?? '' };
  const redemption = await findRedemptionLine(ctx, key);
  if (redemption === null) return null;
  const settings = await findTillSettings(ctx.pageDb, supplierId);
  return { redemption, ...settings, now, mayUndo: may(principal, 'codes.undo', party), reason: '' };
}

async function find(call: SupplierCall): Promise<ActEnd> {
  const { ctx, form, language } = call;
  const typed = (form.get('number') ?? '').trim();
  const ask = { supplierId: supplierOf(call), typed };
  const transaction = await findTransactionOf(ctx, ask);
  if (transaction !== null) return { is: 'done', to: `${path}/${transaction}` };
  const errors = { number: redeemedLabels[language].notFound };
  return { is: 'wrong', page: redeemedListView(await load(call), call, errors) };
}

async function undoAgain(call: SupplierCall, errors: FieldErrors): Promise<ActEnd> {
  const data = await loadOne(call);
  if (data === null) return { is: 'missing' };
  const reason = call.form.get('reason') ?? '';
  return { is: 'wrong', page: redemptionView({ ...data, reason }, call.language, errors) };
}

async function undo(call: SupplierCall): Promise<ActEnd> {
  const { ctx, principal, params, form, language, now } = call;
  const labels = redeemedLabels[language];
  const ask = {
    supplierId: supplierOf(call),
    transaction: params['transaction'] ?? '',
    reason: form.get('reason') ?? '',
  };
  const { db } = await cellOfRedemption(ctx, ask);
  const undone = await undoRedemption(db, ctx.keyring, principal, ask, now);
  if (undone.is === 'no-redemption') return { is: 'missing' };
  const to = `${path}/${ask.transaction}`;
  if (undone.is === 'undone') return { is: 'done', to, flash: { kind: 'yes', text: labels.undone } };
  if (undone.is === 'no-reason') {
    return undoAgain(call, { reason: labels.refusals['no-reason'] });
  }
  const text = undone.is === 'too-late' ? lateText(undone.undoMinutes, call) : labels.refusals[undone.is];
  return { is: 'done', to, flash: { kind: 'no', text } };
}

const lateText = (minutes: number, { language }: SupplierCall): string =>
  minutes === 0 ? redeemedLabels[language].never : redeemedLabels[language].late(minutes);
