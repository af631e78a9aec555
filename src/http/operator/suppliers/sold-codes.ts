/** The export of a supplier's sold codes: asked for, or taken once a second person has agreed. */
import { exportCodes } from '../../../acts/guarded/export-codes.ts';
import { daysToExport, exportedSheet } from '../../../acts/guarded/exported-sheet.ts';
import { sheetContentTypes, sheetFile, sheetFormats } from '../../../platform/spreadsheet/sheet-file.ts';
import { line, term } from '../../../web/form/kinds.ts';
import type { FieldErrors } from '../../../web/form-view.ts';
import { dayIn } from '../../../web/shell/page-call.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import type { OperatorCall } from '../operator.ts';
import { soldCodesLabels } from './sold-codes-labels.ts';
import { loadSupplier, supplierIn } from './supplier-data.ts';
import { supplierView } from './supplier-view.ts';

export const judgedSoldCodes = { reason: line({ most: 500 }), format: term(sheetFormats) };

export async function takeSoldCodes(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, now, language } = call;
  const { problems, asked } = soldCodesLabels[language];
  const format = sheetFormats.find((one) => one === form.get('format'));
  const supplierId = supplierIn(call);
  const [first, last] = [dayIn(form.get('first')), dayIn(form.get('last'))];
  const reason = (form.get('reason') ?? '').trim();
  if (first === null || last === null || first > last) return again(call, { first: problems.period });
  if (reason === '' || format === undefined) return again(call, { reason: problems.reason });
  const ask = { supplierId, ...daysToExport(first, last), reason };
  const exported = await exportCodes(ctx, principal, ask, now);
  const to = `/o/suppliers/${supplierId}`;
  switch (exported.is) {
    case 'forbidden':
      return { is: 'missing' };
    case 'step-up':
      return { is: 'step-up', to };
    case 'waits':
      return { is: 'done', to, flash: { kind: 'note', text: asked } };
    case 'exported': {
      const name = `facevalue-codes-${supplierId}-${first}-${last}.${format}`;
      const bytes = sheetFile(format, exportedSheet(exported.codes));
      return { is: 'file', file: { name, contentType: sheetContentTypes[format], bytes } };
    }
    default:
      return again(call, { first: problems[exported.is] });
  }
}

async function again(call: OperatorCall, errors: FieldErrors): Promise<ActEnd> {
  const data = await loadSupplier(call);
  if (data === null) return { is: 'missing' };
  return { is: 'wrong', page: supplierView(data, call, { errors, typed: call.form }) };
}
