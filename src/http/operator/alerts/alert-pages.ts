/** `/o/alerts`: levels, and who is told. */
import { listBrandsOfAll } from '../../../catalog/brand.ts';
import { listStockLevels } from '../../../catalog/list-stock-levels.ts';
import { editProduct } from '../../../acts/catalog/product-acts.ts';
import { editBrand } from '../../../acts/catalog/supplier-acts.ts';
import { createPermits, TooManyWaiting } from '../../../platform/batching/permits.ts';
import {
  addAlertReader,
  listAlertReaders,
  removeAlertReader,
} from '../../../suppliers/alerts/alert-readers.ts';
import { tryAlertMail } from '../../../suppliers/alerts/try-alert-mail.ts';
import { term } from '../../../web/form/kinds.ts';
import type { FieldErrors } from '../../../web/form-view.ts';
import { listed, listLength, sliceOf } from '../../../web/shell/list-view.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import type { OperatorCall, OperatorPages } from '../operator.ts';
import { alertsView, type Alerts } from './alerts-view.ts';
import { alertLabels } from './labels.ts';
import { sendReasons } from '../../../platform/mail/send-reasons.ts';

const path = '/o/alerts';
/** Letters that are tried at once: each waits for the mail server. */
const triesAtOnce = 1;
const triesWaiting = 2;

export function addAlerts(pages: OperatorPages): void {
  const tries = createPermits(() => triesAtOnce, triesWaiting);
  pages.page<Alerts>({
    path,
    needs: 'suppliers.read',
    load,
    view: (alerts, call) => alertsView(alerts, call),
  });
  const change = { needs: 'alerts.change', leadsTo: 'nothing', undone: 'pages' } as const;
  const judged = { fields: { language: term(['ru', 'en']) }, again };
  pages.act({ ...change, path: `${path}/readers`, judged, act: addReader });
  pages.act({ ...change, path: `${path}/remove`, act: removeReader });
  pages.act({
    path: `${path}/try`,
    needs: 'alerts.change',
    leadsTo: 'nothing',
    undone: 'pages',
    act: (call) =>
      tries
        .within(() => tryLetter(call))
        .catch((problem: unknown) => {
          if (problem instanceof TooManyWaiting) return said(problemsOf(call).busy, 'no');
          throw problem;
        }),
  });
  pages.act({
    path: `${path}/stock`,
    needs: 'products.change',
    leadsTo: 'nothing',
    undone: 'pages',
    act: setStock,
  });
  pages.act({
    path: `${path}/limits`,
    needs: 'limits.change',
    leadsTo: 'nothing',
    undone: 'pages',
    act: setLimit,
  });
}

async function load({ ctx, query, now }: OperatorCall): Promise<Alerts> {
  const slice = sliceOf(query);
  const [readers, levels, brands] = await Promise.all([
    listAlertReaders(ctx.pageDb),
    listStockLevels(ctx.pageDb, { ...slice, limit: listLength + 1 }),
    listBrandsOfAll(ctx, null, now),
  ]);
  return {
    inSettings: ctx.config.operatorMail,
    readers,
    levels: listed(levels, slice, ({ productId }) => productId),
    brands: brands.filter((one) => one.monthlyOrders !== null || one.monthlySumKopecks !== null),
  };
}

const problemsOf = ({ language }: OperatorCall) => alertLabels[language].problems;
const said = (text: string, kind: 'yes' | 'no' = 'yes'): ActEnd => ({
  is: 'done',
  to: path,
  flash: { kind, text },
});
const again = async (call: OperatorCall, errors: FieldErrors): Promise<ActEnd> => ({
  is: 'wrong',
  page: alertsView(await load(call), call, errors),
});

async function addReader(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, now, language } = call;
  const reader = {
    address: form.get('address') ?? '',
    language: form.get('language') === 'en' ? ('en' as const) : ('ru' as const),
  };
  const added = await addAlertReader(ctx, principal, reader, now);
  if (added === 'forbidden') return { is: 'missing' };
  return added === 'added'
    ? said(alertLabels[language].added)
    : again(call, { address: problemsOf(call)[added] });
}

async function removeReader(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, now, language } = call;
  const removed = await removeAlertReader(ctx, principal, form.get('reader') ?? '', now);
  return removed === 'removed' ? said(alertLabels[language].removed) : { is: 'missing' };
}

async function tryLetter(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, now, language } = call;
  const labels = alertLabels[language];
  const tried = await tryAlertMail(ctx, principal, form.get('reader') ?? '', now);
  switch (tried.is) {
    case 'no-reader':
      return { is: 'missing' };
    case 'sent':
      return said(labels.sent);
    case 'failed':
      return said(labels.failed(sendReasons.text(tried.reason, call.language)), 'no');
  }
}

/** Null: empty; undefined: no such number. */
function levelIn({ form }: OperatorCall, most: number): number | null | undefined {
  const text = (form.get('level') ?? '').trim();
  if (text === '') return null;
  return /^\d{1,7}$/.test(text) && Number(text) <= most ? Number(text) : undefined;
}

const mostCodes = 9_999_999;
const mostPercent = 99;

async function setStock(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, now, language } = call;
  const productId = idIn(form.get('product')) ?? 0;
  const level = levelIn(call, mostCodes);
  if (level === undefined) return again(call, { [`stock-${productId}`]: problemsOf(call).level });
  const fields = { lowStock: level === 0 ? null : level };
  const edited = await editProduct(ctx, principal, { productId, fields }, now);
  return edited === 'set' ? said(alertLabels[language].saved) : { is: 'missing' };
}

async function setLimit(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, now, language } = call;
  const [supplierId, brandId] = [idIn(form.get('supplier')) ?? 0, idIn(form.get('brand')) ?? 0];
  const brands = await listBrandsOfAll(ctx, supplierId, now);
  const brand = brands.find((one) => one.brandId === brandId);
  if (brand === undefined) return { is: 'missing' };
  const percent = levelIn(call, mostPercent);
  if (percent === undefined || percent === 0)
    return again(call, { [`brand-${supplierId}-${brandId}`]: problemsOf(call).percent });
  const ask = { supplierId, name: brand.name, limits: { lowLimitPercent: percent } };
  const edited = await editBrand(ctx, principal, ask, now);
  return edited === 'set' ? said(alertLabels[language].saved) : { is: 'missing' };
}
