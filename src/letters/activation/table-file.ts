import { writeXlsx } from 'hucre/xlsx';
import { moscowDate } from '../../platform/moscow-time.ts';
import type { Language } from '../../platform/web/language.ts';
import { tableHeadings, type ActivationLetterRow } from './activation-letter.ts';
import { activationLetterWords } from './words.ts';

const columnWidths = [6, 28, 14, 18, 24];

/** The table as a workbook. Numbers are text in it: a spreadsheet would drop their zeros and last digits. */
export async function activationTableFile(rows: ActivationLetterRow[], language: Language): Promise<Buffer> {
  const words = activationLetterWords[language];
  const bytes = await writeXlsx({
    sheets: [
      {
        name: words.sheet,
        columns: columnWidths.map((width) => ({ width })),
        freezePane: { rows: 1 },
        rows: [
          tableHeadings(words),
          ...rows.map((row) => [
            row.row,
            row.number,
            row.faceKopecks / 100,
            row.expiresAt === null ? words.unlimited : moscowDate(row.expiresAt),
            row.orderNumber,
          ]),
        ],
      },
    ],
  });
  return Buffer.from(bytes);
}
