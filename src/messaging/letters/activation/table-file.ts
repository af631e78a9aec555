/** The table as a workbook. Numbers are text cells: a spreadsheet would drop their zeros and last digits. */
import { writeXlsx } from 'hucre/xlsx';
import { moscowDate } from '../../../platform/time/moscow-time.ts';
import type { Language } from '../../../platform/text/language.ts';
import { tableHeadings, type ActivationLetterRow } from './activation-letter.ts';
import { activationLetterLabels } from './labels.ts';

const columnWidths = [6, 28, 14, 18, 24];

export async function activationTableFile(rows: ActivationLetterRow[], language: Language): Promise<Buffer> {
  const labels = activationLetterLabels[language];
  const bytes = await writeXlsx({
    sheets: [
      {
        name: labels.sheet,
        columns: columnWidths.map((width) => ({ width })),
        freezePane: { rows: 1 },
        rows: [
          tableHeadings(labels),
          ...rows.map((row) => [
            row.row,
            row.number,
            row.faceKopecks / 100,
            row.expiresAt === null ? labels.unlimited : moscowDate(row.expiresAt),
            row.orderNumber,
          ]),
        ],
      },
    ],
  });
  return Buffer.from(bytes);
}
