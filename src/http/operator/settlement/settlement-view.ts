/** The settlement of a supplier over a period, beside the supplier's own file. */
import { formatCount, formatFace, formatShortDate } from '../../../platform/text/formats.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import {
  differenceKinds,
  type Comparison,
  type Difference,
  type DifferenceKind,
} from '../../../reports/compare-settlement.ts';
import {
  settledCounts,
  settledKopecks,
  totalsOf,
  type SettledSupplier,
  type Settlement,
} from '../../../reports/settlement.ts';
import { type FieldErrors, selectField } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { dateField } from '../../../web/shell/filters-view.ts';
import { emptyView, tableView } from '../../../web/shell/list-view.ts';
import { tilesView } from '../../../web/shell/parts-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { endOfMonth, startOfMonth } from '../../../reports/settlements/month-period.ts';
import type { SettlementMonth } from '../../../reports/settlements/read-months.ts';
import { settlementLabels } from './labels.ts';
import { monthFacts, monthsView } from './months-view.ts';
import { outstandingPath } from './outstanding-page.ts';
import { rowReasons } from '../../../vault/import-pool/row-reasons.ts';

export interface SettlementForm {
  suppliers: SettledSupplier[];
  /** That nobody has agreed to. */
  months: SettlementMonth[];
  supplier: string;
  from: string;
  to: string;
}

export function settlementFormPage(
  form: SettlementForm,
  language: Language,
  errors: FieldErrors = {},
): ShellPage {
  const labels = settlementLabels[language];
  return {
    title: labels.title,
    errors,
    main: html`<div class="heading"><h1>${labels.title}</h1><a class="button" href="${at(outstandingPath, language)}">${labels.outstanding}</a></div>
${
  form.suppliers.length === 0
    ? emptyView(labels.noSuppliers)
    : html`${Object.keys(errors).length === 0 && monthsView(form.months, language)}
<h2>${labels.anyPeriod}</h2><p>${labels.lead}</p>${formView(form, language, errors)}`
}`,
  };
}

/** A month as it was counted, and what its supplier says to it. */
export function settledMonthPage(
  month: SettlementMonth,
  form: SettlementForm,
  language: Language,
): ShellPage {
  const labels = settlementLabels[language];
  const { supplierId, supplierName: name, lines } = month;
  const [from, to] = [startOfMonth(month.month), endOfMonth(month.month)];
  const settlement = { supplierId, name, from, to, lines: lines ?? [] };
  const title = `${labels.title}: ${name}`;
  return {
    title,
    main: html`<p><a href="${at('/o/settlement', language)}">${labels.title}</a></p><h1>${title}</h1><p class="lead">${periodOf(settlement, language)}</p>
<section class="card">${monthFacts(month, language)}</section>
${lines === null ? emptyView(labels.stillCounting) : html`${linesView(settlement, language)}${downloads(form, language)}`}
<h2>${labels.compare}</h2>
${formView(form, language, {})}`,
  };
}

const periodOf = ({ from, to }: Settlement, language: Language): string =>
  settlementLabels[language].period(
    formatShortDate(from, language),
    formatShortDate(new Date(to.getTime() - 1), language),
  );

function formView(
  { suppliers, supplier, from, to }: SettlementForm,
  language: Language,
  errors: FieldErrors,
): Html {
  const labels = settlementLabels[language];
  const choices = suppliers.map(({ id, name }) => ({ value: String(id), text: name }));
  const error = (name: string): Content =>
    errors[name] !== undefined && html`<p class="wrong" id="${name}-error">${errors[name]}</p>`;
  return html`<section class="card"><form method="post" enctype="multipart/form-data" action="${at('/o/settlement', language)}">
<div class="fields across">${selectField({ name: 'supplier', label: labels.supplier, choices, value: supplier, error: errors['supplier'] })}
<div>${dateField('from', labels.from, from)}${error('from')}</div>
<div>${dateField('to', labels.to, to)}${error('to')}</div></div>
<div class="field"><label for="file">${labels.file}</label><input id="file" name="file" type="file" accept=".xlsx,.csv" aria-describedby="file-hint">${error('file')}<p class="hint" id="file-hint">${labels.fileHint}</p></div>
<div class="actions"><button class="button main">${labels.show}</button></div></form></section>`;
}

interface Shown {
  settlement: Settlement;
  comparison: Comparison | null;
  form: SettlementForm;
}

export function settlementPage({ settlement, comparison, form }: Shown, language: Language): ShellPage {
  const labels = settlementLabels[language];
  const title = `${labels.title}: ${settlement.name}`;
  return {
    title,
    main: html`<h1>${title}</h1><p class="lead">${periodOf(settlement, language)}</p>
${comparison !== null && comparisonView(comparison, language)}
${linesView(settlement, language)}
${downloads(form, language)}
<h2>${labels.again}</h2>
${formView(form, language, {})}`,
  };
}

function downloads({ supplier, from, to }: SettlementForm, language: Language): Html {
  const hidden = Object.entries({ supplier, from, to }).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`<form method="post" action="${at('/o/settlement/file', language)}">${hidden}<div class="actions"><button class="button" name="format" value="xlsx">XLSX</button><button class="button" name="format" value="csv">CSV</button></div></form>`;
}

function linesView(settlement: Settlement, language: Language): Html {
  const labels = settlementLabels[language];
  const { lines } = settlement;
  if (lines.length === 0) return html`<section class="card"><p>${labels.nothing}</p></section>`;
  const totals = totalsOf(lines);
  const cell = (count: number, kopecks: number): Content =>
    count === 0
      ? '–'
      : html`<span>${formatCount(count, language)}<br><span class="muted">${formatFace(kopecks, language)}</span></span>`;
  const used = settledCounts.filter((one) => totals[one].certificates > 0);
  return html`<section class="card">${tableView({
    caption: labels.title,
    columns: [
      { name: labels.product },
      { name: labels.face, look: 'sum' },
      ...used.map((one) => ({ name: labels.counts[one], look: 'sum' as const })),
    ],
    rows: [
      ...lines.map((line): Content[] => [
        line.title,
        formatFace(line.faceKopecks, language),
        ...used.map((one) => cell(line[one], settledKopecks(line, one))),
      ]),
      [
        html`<b>${labels.total}</b>`,
        '',
        ...used.map((one) => cell(totals[one].certificates, totals[one].kopecks)),
      ],
    ],
  })}</section>`;
}

function comparisonView({ ours, theirs, differences, damaged }: Comparison, language: Language): Html {
  const labels = settlementLabels[language];
  const found = differenceKinds.filter((kind) => differences[kind].total > 0);
  const ofTable = found.filter((kind) => kind !== 'ours-only');
  const matching = theirs - ofTable.reduce((sum, kind) => sum + differences[kind].total, 0);
  const count = (value: number): string => formatCount(value, language);
  return html`<section class="card"><h2>${labels.compared}</h2>
${tilesView([
  { name: labels.ours, value: count(ours) },
  { name: labels.theirs, value: count(theirs) },
  { name: labels.matching, value: count(matching) },
  ...found.map((kind) => ({ name: labels.kinds[kind], value: count(differences[kind].total) })),
])}
${found.length === 0 && html`<p class="notice yes">${labels.agree}</p>`}
${damaged.total > 0 && damageView(damaged, language)}
${found.map((kind) => differencesView(kind, differences[kind], language))}</section>`;
}

/** Said first: what differs may not be what the supplier means. */
function damageView({ total, shown }: Comparison['damaged'], language: Language): Html {
  const labels = settlementLabels[language];
  return html`<p class="notice no">${labels.damaged}</p><h3>${labels.damagedRows}</h3>${tableView({
    caption: labels.damagedRows,
    columns: [{ name: labels.line }, { name: labels.why }],
    rows: shown.map(({ line, reason }) => [String(line), rowReasons.text(reason, language)]),
  })}${total > shown.length && html`<p class="muted">${labels.more(formatCount(total - shown.length, language))}</p>`}`;
}

function differencesView(
  kind: DifferenceKind,
  { total, examples }: { total: number; examples: Difference[] },
  language: Language,
): Html {
  const labels = settlementLabels[language];
  const face = (kopecks: number | null): string => (kopecks === null ? '' : formatFace(kopecks, language));
  return html`<h3>${labels.kinds[kind]}</h3>${tableView({
    caption: labels.kinds[kind],
    columns: [
      { name: labels.line },
      { name: labels.number },
      { name: labels.order },
      { name: labels.ourFace, look: 'sum' },
      { name: labels.theirFace, look: 'sum' },
    ],
    rows: examples.map((one) => [
      one.line === null ? '' : String(one.line),
      one.number,
      one.orderNumber ?? '',
      face(one.ourFaceKopecks),
      face(one.theirFaceKopecks),
    ]),
  })}${total > examples.length && html`<p class="muted">${labels.more(formatCount(total - examples.length, language))}</p>`}`;
}
