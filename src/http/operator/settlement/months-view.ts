/** Months that suppliers have not agreed to, and how one of them stands. */
import { monthName, monthOf } from '../../../clients/money/months.ts';
import { formatCount, formatFace } from '../../../platform/text/formats.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { totalsOf } from '../../../reports/settlement.ts';
import type { SettlementMonth } from '../../../reports/settlements/read-months.ts';
import { addressOf, at } from '../../../web/request-language.ts';
import { tableView } from '../../../web/shell/list-view.ts';
import { factsView, momentView } from '../../../web/shell/parts-view.ts';
import { settlementLabels } from './labels.ts';

export function monthsView(months: readonly SettlementMonth[], language: Language): Html {
  const labels = settlementLabels[language];
  if (months.length === 0) return html`<p class="notice yes">${labels.allAgreed}</p>`;
  return html`<h2>${labels.months}</h2><p>${labels.monthsLead}</p>
<section class="card">${tableView({
    caption: labels.months,
    leads: 0,
    phone: ['start', 'line', 'named', 'named', 'end', 'line'],
    columns: [
      { name: labels.month },
      { name: labels.supplier },
      { name: labels.counts.issued, look: 'sum' },
      { name: labels.counts.redeemed, look: 'sum' },
      { name: labels.state },
      { name: labels.said },
    ],
    rows: months.map((month) => rowOf(month, language)),
  })}</section>`;
}

function rowOf(one: SettlementMonth, language: Language): Content[] {
  const totals = one.lines && totalsOf(one.lines);
  const told = (of: { certificates: number; kopecks: number } | undefined): Content =>
    of && `${formatCount(of.certificates, language)} · ${formatFace(of.kopecks, language)}`;
  const { supplierId, supplierName, month } = one;
  const address = addressOf('/o/settlement', { supplier: String(supplierId), month: month.slice(0, 7) });
  return [
    html`<a href="${at(address, language)}">${nameOf(month, language)}</a>`,
    supplierName,
    told(totals?.issued),
    told(totals?.redeemed),
    html`<span>${stateView(one, language)}</span>`,
    one.comment,
  ];
}

const nameOf = (month: string, language: Language): string => {
  const named = monthOf(month.slice(0, 7));
  return named === null ? month : monthName(named, language);
};

function stateView({ decision, countedAt }: SettlementMonth, language: Language): Html {
  const state = decision ?? (countedAt === null ? 'counting' : 'waits');
  const look = { agreed: ' yes', disputed: ' no', waits: ' note', counting: '' }[state];
  return html`<span class="state${look}">${settlementLabels[language].states[state]}</span>`;
}

/** What its supplier has answered. */
export function monthFacts(month: SettlementMonth, language: Language): Html {
  const labels = settlementLabels[language];
  const { countedAt, decidedAt, decidedByName, comment } = month;
  return factsView([
    [labels.state, stateView(month, language)],
    countedAt && [labels.counted, momentView(countedAt, language)],
    decidedAt && [labels.decided, html`${momentView(decidedAt, language)} · ${decidedByName}`],
    comment === '' ? null : [labels.said, comment],
  ]);
}
