/** `/s/settlement`: the figures of each month, to agree to or to dispute. */
import { may } from '../../../people/access/principal.ts';
import { sheetContentTypes, sheetFormats } from '../../../platform/spreadsheet/sheet-file.ts';
import { decideMonth, maxComment } from '../../../reports/settlements/decide-month.ts';
import {
  findMonth,
  listMonths,
  type Decision,
  type SettlementMonth,
} from '../../../reports/settlements/read-months.ts';
import { takeMonth } from '../../../reports/settlements/take-month.ts';
import type { Question } from '../../../web/confirm/question.ts';
import { line } from '../../../web/form/kinds.ts';
import type { FieldErrors } from '../../../web/form-view.ts';
import { dayIn } from '../../../web/shell/page-call.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import { supplierOf, type SupplierCall, type SupplierPages } from '../supplier-cabinet.ts';
import { settlementLabels } from './labels.ts';
import { agreementQuestion } from './agreement-question.ts';
import { monthListView, monthView, type MonthData } from './settlement-view.ts';

const path = '/s/settlement';

export function addSettlement(pages: SupplierPages): void {
  pages.page<SettlementMonth[]>({
    path,
    needs: 'settlement.read',
    load: (call) => listMonths(call.ctx.pageDb, supplierOf(call)),
    view: monthListView,
  });
  pages.page<MonthData>({
    path: `${path}/:month`,
    needs: 'settlement.read',
    load,
    view: (data, { language }) => monthView(data, language),
  });
  pages.act({
    path: `${path}/:month/agree`,
    needs: 'settlement.decide',
    leadsTo: 'money',
    undone: { asks: askAgreement },
    act: (call) => decide(call, 'agreed'),
  });
  pages.act({
    path: `${path}/:month/dispute`,
    needs: 'settlement.decide',
    leadsTo: 'money',
    undone: 'pages',
    judged: { fields: { comment: line({ most: maxComment }) }, again },
    act: (call) => decide(call, 'disputed'),
  });
  pages.act({
    path: `${path}/:month/export`,
    needs: 'exports.make',
    leadsTo: 'nothing',
    undone: 'nothing',
    makesFile: true,
    act: take,
  });
}

/** `2026-10`, as in the address; null: there is no such month. */
const monthIn = ({ params }: SupplierCall): string | null => dayIn(`${params['month']}-01`);

async function load(call: SupplierCall): Promise<MonthData | null> {
  const { ctx, principal, party, form } = call;
  const month = monthIn(call);
  if (month === null) return null;
  const found = await findMonth(ctx.pageDb, { supplierId: supplierOf(call), month });
  const mayDecide = may(principal, 'settlement.decide', party);
  return found && { month: found, mayDecide, comment: form.get('comment') ?? '' };
}

/** Null: it was counted again or is decided, so it is refused. */
async function askAgreement(call: SupplierCall): Promise<Question | null> {
  const data = await load(call);
  if (data === null || data.month.decision === 'agreed') return null;
  if (String(data.month.countedAt?.getTime()) !== call.form.get('counted')) return null;
  return agreementQuestion(data.month, call.language);
}

async function again(call: SupplierCall, errors: FieldErrors): Promise<ActEnd> {
  const data = await load(call);
  return data === null ? { is: 'missing' } : { is: 'wrong', page: monthView(data, call.language, errors) };
}

async function decide(call: SupplierCall, decision: Decision): Promise<ActEnd> {
  const { ctx, principal, form, language, now } = call;
  const labels = settlementLabels[language];
  const month = monthIn(call);
  const countedAt = new Date(Number(form.get('counted') ?? Number.NaN));
  if (month === null) return { is: 'missing' };
  const ask = {
    supplierId: supplierOf(call),
    month,
    decision,
    comment: form.get('comment') ?? '',
    countedAt,
  };
  const decided = await decideMonth(ctx.db, ctx.keyring, principal, ask, now);
  const to = `${path}/${month.slice(0, 7)}`;
  switch (decided.is) {
    case 'missing':
      return { is: 'missing' };
    case 'decided':
      return { is: 'done', to, flash: { kind: 'yes', text: labels[decision] } };
    case 'no-comment':
      return again(call, { comment: labels.refusals['no-comment'] });
    default:
      return { is: 'done', to, flash: { kind: 'no', text: labels.refusals[decided.is] } };
  }
}

async function take(call: SupplierCall): Promise<ActEnd> {
  const { ctx, principal, form, language, now } = call;
  const month = monthIn(call);
  const format = sheetFormats.find((one) => one === form.get('format'));
  if (month === null || format === undefined) return { is: 'missing' };
  const ask = { supplierId: supplierOf(call), month, format, language };
  const taken = await takeMonth(ctx, principal, ask, now);
  if (taken.is === 'step-up') return { is: 'step-up', to: `${path}/${month.slice(0, 7)}` };
  if (taken.is !== 'file') return { is: 'missing' };
  const name = `facevalue-settlement-${month.slice(0, 7)}.${format}`;
  return { is: 'file', file: { name, contentType: sheetContentTypes[format], bytes: taken.bytes } };
}
