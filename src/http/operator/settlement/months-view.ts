/** Months that suppliers have not agreed to, and how one of them stands. */
import { monthName, monthOf } from '../../../clients/money/months.ts';
import { formatCount, formatFace } from '../../../platform/text/formats.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { totalsOf } from '../../../reports/settlement.ts';
import type { SettlementMonth } from '../../../reports/settlements/read-months.ts';
import { addressOf } from '../../../web/request-language.ts';
import { factsView, linkView, momentView } from '../../../web/shell/parts-view.ts';
import { rowsView, type Columns } from '../../../web/shell/rows-view.ts';
import { settlementLabels } from './labels.ts';

export function monthsView(months: readonly SettlementMonth[], language: Language): Html {
  const labels = settlementLabels[language];
  if (months.length === 0) return html`<p class="notice yes">${labels.allAgreed}</p>`;
  return html`<h2>${labels.months}</h2><p>${labels.monthsLead}</p>
<section class="card">${rowsView({ caption: labels.months, columns: columnsOf(language), rows: months }, language)}</section>`;
}

function columnsOf(language: Language): Columns<SettlementMonth> {
  const labels = settlementLabels[language];
  const sold = ({ lines }: SettlementMonth, count: 'issued' | 'redeemed'): Content => {
    if (lines === null) return '';
    const { certificates, kopecks } = totalsOf(lines)[count];
    return `${formatCount(certificates, language)} · ${formatFace(kopecks, language)}`;
  };
  return [
    { name: labels.month, phone: 'start', leads: true, cell: (one) => monthLink(one, language) },
    { name: labels.supplier, phone: 'line', cell: (one) => one.supplierName },
    { name: labels.counts.issued, look: 'sum', cell: (one) => sold(one, 'issued') },
    { name: labels.counts.redeemed, look: 'sum', cell: (one) => sold(one, 'redeemed') },
    { name: labels.state, phone: 'end', cell: (one) => html`<span>${stateView(one, language)}</span>` },
    { name: labels.said, phone: 'line', cell: (one) => one.comment },
  ];
}

const monthLink = ({ supplierId, month }: SettlementMonth, language: Language): Html =>
  linkView(
    addressOf('/o/settlement', { supplier: String(supplierId), month: month.slice(0, 7) }),
    nameOf(month, language),
    language,
  );

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
