/** `/o/settlement`: what is to be settled with a supplier, and how its own table differs. */
import type { FastifyInstance } from 'fastify';
import { may } from '../../../people/access/principal.ts';
import { createPermits, TooManyWaiting } from '../../../platform/batching/permits.ts';
import { readTable } from '../../../platform/spreadsheet/read-table.ts';
import { tableOfBytes } from '../../../platform/spreadsheet/table-file.ts';
import { TableProblem } from '../../../platform/spreadsheet/table-problem.ts';
import { dayAfter, endOfMoscowDay, moscowDay, moscowMidnight } from '../../../platform/time/moscow-time.ts';
import { sheetContentTypes } from '../../../platform/spreadsheet/sheet-file.ts';
import { settleAndCompare, type SettlementRead } from '../../../reports/compare-settlement.ts';
import { settlementCsv, settlementXlsx } from '../../../reports/settlement-file.ts';
import { listSettledSuppliers } from '../../../reports/settlement.ts';
import { findMonth, listOpenMonths, type SettlementMonth } from '../../../reports/settlements/read-months.ts';
import { monthOf } from '../../../clients/money/months.ts';
import type { FieldErrors } from '../../../web/form-view.ts';
import { dayIn, idIn } from '../../../web/shell/page-call.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import { acceptUploads, readUpload } from '../../../web/uploads.ts';
import type { OperatorCall, OperatorPages } from '../operator.ts';
import { settlementLabels } from './labels.ts';
import { addOutstanding } from './outstanding-page.ts';
import {
  settledMonthPage,
  settlementFormPage,
  settlementPage,
  type SettlementForm,
} from './settlement-view.ts';
import { tableReasons } from '../../../platform/spreadsheet/table-reasons.ts';
import { importReasons } from '../../../vault/import-pool/import-reasons.ts';

const path = '/o/settlement';
const maxFileBytes = 20_000_000;
/** It reads much of a supplier's history; a longer one is counted by the command. */
const statementMs = 20_000;
const atOnce = 1;
const mostWaiting = 4;

export async function addSettlement(scope: FastifyInstance, pages: OperatorPages): Promise<void> {
  await acceptUploads(scope);
  addOutstanding(pages);
  const permits = createPermits(() => atOnce, mostWaiting);
  pages.page<Opened>({
    path,
    needs: 'settlement.read',
    load: open,
    view: ({ form, month }, { language }) =>
      month === null ? settlementFormPage(form, language) : settledMonthPage(month, form, language),
  });
  // A file is in memory only while it is its turn.
  const inTurn = (call: OperatorCall, run: (call: OperatorCall) => Promise<ActEnd>): Promise<ActEnd> =>
    permits
      .within(() => run(call))
      .catch((problem: unknown) => {
        if (!(problem instanceof TooManyWaiting)) throw problem;
        return wrong(call, call.form, { supplier: settlementLabels[call.language].wrong.busy });
      });
  pages.act({
    path,
    needs: 'settlement.read',
    leadsTo: 'nothing',
    undone: 'nothing',
    act: (call) => inTurn(call, show),
  });
  pages.act({
    path: `${path}/file`,
    needs: 'settlement.read',
    leadsTo: 'nothing',
    undone: 'nothing',
    act: (call) => inTurn(call, takeFile),
  });
}

interface Opened {
  form: SettlementForm;
  /** The month of a supplier that the address names. */
  month: SettlementMonth | null;
}

async function open(call: OperatorCall): Promise<Opened | null> {
  const { ctx, query } = call;
  const named = query['month'];
  if (named === undefined) return { form: await formOf(call, new URLSearchParams()), month: null };
  const [supplierId, of] = [idIn(query['supplier']), monthOf(named)];
  if (supplierId === null || of === null) return null;
  const month = await findMonth(ctx.pageDb, { supplierId, month: of.from });
  if (month === null) return null;
  const days = { supplier: String(supplierId), from: of.from, to: dayAfter(of.to, -1) };
  return { form: await formOf(call, new URLSearchParams(days)), month };
}

/** What was typed; at first the month before this one. */
async function formOf({ ctx, now }: OperatorCall, fields: URLSearchParams): Promise<SettlementForm> {
  const firstOfMonth = `${moscowDay(now).slice(0, 7)}-01`;
  const lastBefore = dayAfter(firstOfMonth, -1);
  const [suppliers, months] = await Promise.all([
    listSettledSuppliers(ctx.pageDb),
    listOpenMonths(ctx.pageDb),
  ]);
  return {
    suppliers,
    months,
    supplier: fields.get('supplier') ?? '',
    from: fields.get('from') ?? `${lastBefore.slice(0, 7)}-01`,
    to: fields.get('to') ?? lastBefore,
  };
}

async function wrong(call: OperatorCall, fields: URLSearchParams, errors: FieldErrors): Promise<ActEnd> {
  const form = await formOf(call, fields);
  return { is: 'wrong', page: settlementFormPage(form, call.language, errors) };
}

type Settled = Extract<SettlementRead, { is: 'settled' }>;

async function show(call: OperatorCall): Promise<ActEnd> {
  const { request, form, language } = call;
  const labels = settlementLabels[language];
  const brought = request.isMultipart()
    ? await readUpload(request, maxFileBytes)
    : { is: 'no-file' as const, fields: form };
  const { fields } = brought;
  if ('is' in brought && brought.is === 'too-large')
    return wrong(call, fields, { file: labels.wrong.tooLarge });
  const settled = await settle(call, fields, 'bytes' in brought ? brought.bytes : null);
  if (settled === null) return { is: 'missing' };
  if ('errors' in settled) return wrong(call, fields, settled.errors);
  const shown = { ...settled, form: await formOf(call, fields) };
  return { is: 'shown', page: settlementPage(shown, language) };
}

async function takeFile(call: OperatorCall): Promise<ActEnd> {
  const { form, language } = call;
  const settled = await settle(call, form, null);
  if (settled === null) return { is: 'missing' };
  if ('errors' in settled) return wrong(call, form, settled.errors);
  const { settlement } = settled;
  const name = `facevalue-settlement-${settlement.supplierId}-${form.get('from')}-${form.get('to')}`;
  return form.get('format') === 'csv'
    ? {
        is: 'file',
        file: {
          name: `${name}.csv`,
          contentType: sheetContentTypes.csv,
          bytes: Buffer.from(settlementCsv(settlement, language)),
        },
      }
    : {
        is: 'file',
        file: {
          name: `${name}.xlsx`,
          contentType: sheetContentTypes.xlsx,
          bytes: await settlementXlsx(settlement, language),
        },
      };
}

async function settle(
  call: OperatorCall,
  fields: URLSearchParams,
  file: Buffer | null,
): Promise<Settled | { errors: FieldErrors } | null> {
  const { ctx, principal, party, language, now } = call;
  const labels = settlementLabels[language];
  if (!may(principal, 'settlement.read', party)) return null;
  const supplierId = idIn(fields.get('supplier'));
  const [from, to] = [dayIn(fields.get('from')), dayIn(fields.get('to'))];
  if (supplierId === null) return { errors: { supplier: labels.wrong.supplier } };
  if (from === null) return { errors: { from: labels.wrong.from } };
  if (to === null || to < from) return { errors: { to: labels.wrong.to } };
  const ask = {
    supplierId,
    from: moscowMidnight(from),
    to: new Date(endOfMoscowDay(to).getTime() + 1000),
    statementMs,
    rows: file === null ? null : readTable(tableOfBytes(file), {}),
  };
  try {
    const outcome = await settleAndCompare(ctx, ask, now);
    if (outcome.is === 'no-supplier') return { errors: { supplier: labels.wrong.supplier } };
    if (outcome.is === 'no-columns')
      return { errors: { file: labels.wrong.noColumns(importReasons.text(outcome.reason, language)) } };
    return outcome;
  } catch (problem) {
    if (problem instanceof TableProblem)
      return { errors: { file: labels.wrong.unreadable(tableReasons.text(problem.reason, language)) } };
    if (tookTooLong(problem)) return { errors: { from: labels.wrong.tooLong } };
    throw problem;
  }
}

/** The database has ended a statement that took longer than it was allowed. */
const tookTooLong = (problem: unknown): boolean =>
  problem instanceof Error && 'code' in problem && problem.code === '57014';
