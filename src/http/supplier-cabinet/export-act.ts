/** A list of the supplier's cabinet as a file. */
import { html, type Html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import { sheetContentTypes, sheetFormats } from '../../platform/spreadsheet/sheet-file.ts';
import { moscowDay } from '../../platform/time/moscow-time.ts';
import { maxListDays, takeSupplierList, type SupplierList } from '../../reports/take-supplier-list.ts';
import { at } from '../../web/request-language.ts';
import { dateField } from '../../web/shell/filters-view.ts';
import { dayIn } from '../../web/shell/page-call.ts';
import type { ActEnd } from '../../web/shell/pages.ts';
import { supplierOf, type SupplierCall, type SupplierPages } from './supplier-cabinet.ts';

const labels = {
  ru: {
    title: 'Скачать',
    hint: `Не больше ${maxListDays} дней. Номеров сертификатов в файле нет.`,
    from: 'С дня',
    until: 'По день',
    wrong: `Выберите период не длиннее ${maxListDays} дней.`,
  },
  en: {
    title: 'Download',
    hint: `At most ${maxListDays} days. The file has no numbers of certificates.`,
    from: 'From',
    until: 'Until',
    wrong: `Choose a period of at most ${maxListDays} days.`,
  },
} as const;

/** The form for a file of a list, of this month or of the days of the filters. */
export function exportCard(
  list: SupplierList,
  days: { from: string; until: string },
  now: Date,
  language: Language,
): Html {
  const today = moscowDay(now);
  const { title, hint, from, until } = labels[language];
  const buttons = sheetFormats.map(
    (format) => html`<button class="button" name="format" value="${format}">${format.toUpperCase()}</button>`,
  );
  return html`<section class="card"><h2>${title}</h2><form method="post" action="${at(`/s/${list}/export`, language)}">
<div class="filters"><div class="fields">${dateField('first', from, days.from || `${today.slice(0, 7)}-01`)}${dateField('last', until, days.until || today)}</div></div>
<p class="hint">${hint}</p><div class="actions">${buttons}</div></form></section>`;
}

export const addExport = (pages: SupplierPages, list: SupplierList): void =>
  pages.act({
    path: `/s/${list}/export`,
    needs: 'exports.make',
    leadsTo: 'nothing',
    undone: 'nothing',
    makesFile: true,
    act: (call) => takeList(call, list),
  });

async function takeList(call: SupplierCall, list: SupplierList): Promise<ActEnd> {
  const { ctx, principal, form, language, now } = call;
  const [from, until] = [dayIn(form.get('first')), dayIn(form.get('last'))];
  const format = sheetFormats.find((one) => one === form.get('format'));
  if (format === undefined) return { is: 'missing' };
  const ask = { supplierId: supplierOf(call), list, from: from ?? '9', until: until ?? '', format, language };
  const taken = await takeSupplierList(ctx, principal, ask, now);
  switch (taken.is) {
    case 'missing':
      return { is: 'missing' };
    case 'step-up':
      return { is: 'step-up', to: `/s/${list}` };
    case 'period':
      return { is: 'done', to: `/s/${list}`, flash: { kind: 'no', text: labels[language].wrong } };
    case 'sheet': {
      const name = `facevalue-${list}-${ask.from}-${ask.until}.${format}`;
      return { is: 'file', file: { name, contentType: sheetContentTypes[format], bytes: taken.content } };
    }
  }
}
