/** The invoice of an announced payment. */
import type { Paper } from '../../certificates/documents/pdf/paper.ts';
import type { TopUpRequest } from '../../ledger/top-up-requests.ts';
import { formatDate } from '../../platform/text/formats.ts';
import type { Language } from '../../platform/text/language.ts';
import { formatSum } from './format-sum.ts';
import { papersLabels } from './papers-labels.ts';

export interface PaperParties {
  language: Language;
  clientName: string;
  /** Lines of the operator's name and bank details. */
  payee: readonly string[];
}

export function invoicePaper(request: TopUpRequest, { language, clientName, payee }: PaperParties): Paper {
  const labels = papersLabels[language];
  const { reference, sumKopecks, askedAt } = request;
  const sum = formatSum(sumKopecks, language);
  return {
    language,
    title: labels.invoiceTitle(reference),
    subtitle: labels.from(formatDate(askedAt, language)),
    facts: [
      { name: labels.payee, value: payee.length === 0 ? [labels.noPayee] : [...payee] },
      { name: labels.payer, value: [clientName] },
      { name: labels.purpose, value: [labels.purposeText(reference)] },
    ],
    table: {
      columns: [
        { name: labels.what, share: 0.75 },
        { name: labels.sum, share: 0.25, isSum: true },
      ],
      rows: [[labels.prepayment, sum]],
    },
    totals: [{ name: labels.toPay, value: [sum] }],
    notes: [...labels.invoiceNotes],
    signatures: [],
  };
}
