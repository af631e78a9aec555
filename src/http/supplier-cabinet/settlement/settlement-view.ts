/** `/s/settlement`: months to agree with or to dispute. */
import { monthName, monthOf } from '../../../clients/money/months.ts';
import { formatCount, formatFace } from '../../../platform/text/formats.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import { sheetFormats } from '../../../platform/spreadsheet/sheet-file.ts';
import type { Language } from '../../../platform/text/language.ts';
import { settledCounts, totalsOf, type SettlementLine } from '../../../reports/settlement.ts';
import { maxComment } from '../../../reports/settlements/decide-month.ts';
import type { SettlementMonth } from '../../../reports/settlements/read-months.ts';
import { areaView, type FieldErrors } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { listPage } from '../../../web/shell/list-page.ts';
import { emptyView, tableView } from '../../../web/shell/list-view.ts';
import { factsView, linkView, momentView } from '../../../web/shell/parts-view.ts';
import type { Columns } from '../../../web/shell/rows-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import type { SupplierCall } from '../supplier-cabinet.ts';
import { settlementLabels, type SettlementLabels } from './labels.ts';

const path = '/s/settlement';

export interface MonthData {
  month: SettlementMonth;
  mayDecide: boolean;
  /** What was typed. */
  comment: string;
}

export const nameOf = (month: string, language: Language): string => {
  const named = monthOf(month.slice(0, 7));
  return named === null ? month : monthName(named, language);
};

export function monthListView(months: SettlementMonth[], call: SupplierCall): ShellPage {
  const { language } = call;
  const labels = settlementLabels[language];
  const sumOf = ({ lines }: SettlementMonth, name: 'issued' | 'redeemed'): Content => {
    const total = lines && totalsOf(lines)[name];
    return total && `${formatCount(total.certificates, language)} · ${formatFace(total.kopecks, language)}`;
  };
  const link = ({ month }: SettlementMonth) =>
    linkView(`${path}/${month.slice(0, 7)}`, nameOf(month, language), language);
  const columns: Columns<SettlementMonth> = [
    { name: labels.month, phone: 'start', leads: true, cell: link },
    { name: labels.issued, look: 'sum', phone: 'half', cell: (month) => sumOf(month, 'issued') },
    { name: labels.redeemed, look: 'sum', phone: 'half', cell: (month) => sumOf(month, 'redeemed') },
    { name: labels.state, phone: 'end', cell: (month) => html`<span>${stateView(month, labels)}</span>` },
  ];
  const { title, lead, empty: text } = labels;
  return listPage({ path, title, lead, columns, rows: months, empty: { text } }, call);
}

function stateView({ decision, countedAt }: SettlementMonth, labels: SettlementLabels): Html {
  const state = decision ?? (countedAt === null ? 'counting' : 'waits');
  const look = { agreed: ' yes', disputed: ' no', waits: ' note', counting: '' }[state];
  return html`<span class="state${look}">${labels.states[state]}</span>`;
}

export function monthView(data: MonthData, language: Language, errors: FieldErrors = {}): ShellPage {
  const labels = settlementLabels[language];
  const { month, mayDecide } = data;
  const { lines, decision, decidedAt, decidedByName, countedAt } = month;
  const title = labels.one(nameOf(month.month, language));
  return {
    title,
    errors,
    main: html`<h1>${title}</h1>
<p><a href="${at(path, language)}">${labels.back}</a></p>
<section class="card">${factsView([
      [labels.state, stateView(month, labels)],
      countedAt === null ? null : [labels.counted, momentView(countedAt, language)],
      decidedAt === null ? null : [labels.decidedAt, momentView(decidedAt, language)],
      decidedAt === null ? null : [labels.decidedBy, decidedByName],
      month.comment === '' ? null : [labels.comment, month.comment],
    ])}</section>
${
  lines === null
    ? emptyView(labels.counting)
    : html`${figuresCard(lines, labels, language)}
${mayDecide && decision !== 'agreed' && decideCards(data, labels, language, errors)}
<section class="card"><h2>${labels.download}</h2><form method="post" action="${at(`${path}/${month.month.slice(0, 7)}/export`, language)}"><div class="actions">${sheetFormats.map((format) => html`<button class="button" name="format" value="${format}">${format.toUpperCase()}</button>`)}</div></form></section>`
}`,
  };
}

const bold = (text: string): Html => html`<b>${text}</b>`;

/** Only what happened has a column. */
function figuresCard(lines: SettlementLine[], labels: SettlementLabels, language: Language): Html {
  const totals = totalsOf(lines);
  const shown = settledCounts.filter(
    (name) => name === 'issued' || name === 'redeemed' || totals[name].certificates > 0,
  );
  const columns = [
    { name: labels.certificate },
    { name: labels.face, look: 'sum' as const },
    ...shown.map((name) => ({ name: labels.counts[name], look: 'sum' as const })),
  ];
  return html`<section class="card">${tableView({
    caption: labels.figures,
    columns,
    phone: ['start', 'end', ...shown.map(() => 'half' as const)],
    rows: [
      ...lines.map((line): Content[] => [
        line.title,
        formatFace(line.faceKopecks, language),
        ...shown.map((name) => formatCount(line[name], language)),
      ]),
      [
        bold(labels.total),
        '',
        ...shown.map((name) => bold(formatCount(totals[name].certificates, language))),
      ],
      [bold(labels.sums), '', ...shown.map((name) => bold(formatFace(totals[name].kopecks, language)))],
    ],
  })}</section>`;
}

function decideCards(
  { month, comment }: MonthData,
  labels: SettlementLabels,
  language: Language,
  errors: FieldErrors,
): Html {
  const counted = html`<input type="hidden" name="counted" value="${String(month.countedAt?.getTime())}">`;
  const action = (what: string): string => at(`${path}/${month.month.slice(0, 7)}/${what}`, language);
  return html`<section class="card"><h2>${labels.decision}</h2>
<form method="post" action="${action('agree')}">${counted}<p>${labels.agreeLead}</p><div class="actions"><button class="button main">${labels.agree}</button></div></form>
<form class="narrow" method="post" action="${action('dispute')}">${counted}
${areaView({ name: 'comment', label: labels.comment, hint: labels.commentHint, value: comment, error: errors['comment'], attributes: html`required rows="3" maxlength="${maxComment}"` })}
<p>${labels.disputeLead}</p><div class="actions"><button class="button">${labels.dispute}</button></div></form></section>`;
}
