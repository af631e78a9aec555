/** The closing document of a month, for both sides' books. */
import type { Paper } from '../../certificates/documents/pdf/paper.ts';
import type { MovementKind, Statement } from '../../ledger/statement.ts';
import { formatCount, formatShortDate } from '../../platform/text/formats.ts';
import type { PaperParties } from './invoice.ts';
import { formatSum } from './format-sum.ts';
import { monthName, type Month } from './months.ts';
import { papersLabels } from './papers-labels.ts';

export interface ClosingAsk extends PaperParties {
  clientId: number;
  month: Month;
  statement: Statement;
}

const kinds = ['top_up', 'chargeback', 'hold', 'release', 'refund'] as const satisfies MovementKind[];
const incoming: readonly MovementKind[] = ['top_up', 'release', 'refund'];

export function closingPaper({ clientId, month, statement, language, clientName, payee }: ClosingAsk): Paper {
  const labels = papersLabels[language];
  const { totals, openingKopecks, closingKopecks, heldKopecks } = statement;
  const sum = (kopecks: number): string => formatSum(kopecks, language);
  const row = (name: string, total: { transfers: number; sumKopecks: number }, sign: 1 | -1): string[] => [
    name,
    formatCount(total.transfers, language),
    sum(sign * total.sumKopecks),
  ];
  const none = { transfers: 0, sumKopecks: 0 };
  const { capture = none } = totals;
  return {
    language,
    title: labels.closingTitle(monthName(month, language)),
    subtitle: labels.closingSubtitle(
      `FV-${clientId}-${month.name}`,
      formatShortDate(new Date(`${month.from}T12:00:00+03:00`), language),
      formatShortDate(new Date(Date.parse(`${month.to}T12:00:00+03:00`) - 86_400_000), language),
    ),
    facts: [
      ...(payee.length === 0 ? [] : [{ name: labels.operator, value: [...payee] }]),
      { name: labels.client, value: [`${clientName} (${clientId})`] },
      { name: labels.opening, value: [sum(openingKopecks)] },
    ],
    table: {
      columns: [
        { name: labels.movement, share: 0.55 },
        { name: labels.count, share: 0.2, isSum: true },
        { name: labels.sum, share: 0.25, isSum: true },
      ],
      rows: kinds.map((kind) =>
        row(labels.kinds[kind], totals[kind] ?? none, incoming.includes(kind) ? 1 : -1),
      ),
    },
    totals: [
      {
        name: `${labels.issued} (${formatCount(capture.transfers, language)})`,
        value: [sum(capture.sumKopecks)],
      },
      { name: labels.held, value: [sum(heldKopecks)] },
      { name: labels.closing, value: [sum(closingKopecks)] },
    ],
    notes: [...labels.closingNotes],
    signatures: [labels.signedOperator, labels.signedClient],
  };
}
