/** The thread of the row `pdfs` that uses the PDF library alone. */
import { buffer } from 'node:stream/consumers';
import { answerInThread } from '../../src/platform/threads/thread-messages.ts';
import { newSheet, sheet } from '../../src/certificates/documents/pdf/sheet.ts';

/** The PDF library alone: the same fonts and as many words at fixed positions, without measuring, barcodes or tags. */
async function drawBare(lines: string[]): Promise<number> {
  const doc = newSheet('Подарочный сертификат', 'Bench', 'ru');
  const finished = buffer(doc);
  doc
    .font('bold')
    .fontSize(14)
    .text('Подарочный сертификат 1 000 руб.', sheet.margin, sheet.margin, { lineBreak: false });
  doc.font('regular').fontSize(9);
  for (const [index, line] of lines.entries())
    doc.text(line, sheet.margin, 300 + index * 12, { lineBreak: false });
  doc.end();
  return (await finished).length;
}

answerInThread(drawBare);
