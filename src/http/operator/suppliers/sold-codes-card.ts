/** The codes sold in a period as a file, once a second person has agreed where the rule says so. */
import { reasonOf, type OwnAsk } from '../../../people/approvals/find-asked.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { sheetFormats } from '../../../platform/spreadsheet/sheet-file.ts';
import { moscowDay } from '../../../platform/time/moscow-time.ts';
import { fieldView } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { momentView } from '../../../web/shell/parts-view.ts';
import type { OperatorCall } from '../operator.ts';
import { soldCodesLabels } from './sold-codes-labels.ts';
import type { Look, SupplierData } from './supplier-data.ts';

/** Days of an ask that is stored with the times where they begin and end. */
function daysOf({ payload: { from, to } }: OwnAsk): { first: string; last: string } | null {
  const [begin, end] = [Date.parse(String(from)), Date.parse(String(to))];
  if (Number.isNaN(begin) || Number.isNaN(end)) return null;
  return { first: moscowDay(new Date(begin)), last: moscowDay(new Date(end - 1)) };
}

export function soldCodesCard({ supplier, exportAsk }: SupplierData, look: Look, call: OperatorCall): Html {
  const { language } = call;
  const labels = soldCodesLabels[language];
  const days = exportAsk && daysOf(exportAsk);
  const waits = exportAsk !== null && !exportAsk.isGiven;
  const isOpen = exportAsk !== null || 'first' in look.errors || 'reason' in look.errors;
  return html`<section class="card" id="codes"><h2>${labels.title}</h2><p>${labels.lead}</p>
${exportAsk !== null && html`<p class="notice note">${exportAsk.isGiven ? labels.given : labels.waits} ${momentView(exportAsk.until, language)}.${days !== null && html` ${labels.period(days.first, days.last)}`}</p>`}
${!waits && html`<details class="more"${isOpen && html` open`}><summary>${labels.take}</summary>${form(`/o/suppliers/${supplier.id}/codes`, { days, asked: exportAsk, look }, language)}</details>`}</section>`;
}

interface CodesForm {
  days: { first: string; last: string } | null;
  asked: OwnAsk | null;
  look: Look;
}

function form(path: string, { days, asked, look: { errors, typed } }: CodesForm, language: Language): Html {
  const labels = soldCodesLabels[language];
  const date = (name: 'first' | 'last', value: string): Html =>
    fieldView({
      name,
      label: labels[name],
      type: 'date',
      value: typed.get(name) ?? value,
      error: errors[name],
      attributes: html`required`,
    });
  const buttons = sheetFormats.map(
    (format) => html`<button class="button" name="format" value="${format}">${format.toUpperCase()}</button>`,
  );
  return html`<form method="post" action="${at(path, language)}">
${date('first', days?.first ?? '')}${date('last', days?.last ?? '')}
${fieldView({ name: 'reason', label: labels.reason, hint: labels.reasonHint, value: typed.get('reason') ?? reasonOf(asked), error: errors['reason'], attributes: html`required maxlength="500" autocomplete="off"` })}
<div class="actions">${buttons}</div></form>`;
}
