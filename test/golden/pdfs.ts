/** Every kind of PDF: its structure and text as a screen reader gets them, its links, its pages and its title, by poppler. */
import { createPdfMaker } from '../../src/certificates/documents/pdf/pdf-maker.ts';
import type { Statement } from '../../src/ledger/statement.ts';
import { closingPaper } from '../../src/clients/money/closing-document.ts';
import { invoicePaper } from '../../src/clients/money/invoice.ts';
import { poppler, structureOf } from '../support/read-pdf.ts';
import { sampleCode, sampleGift } from '../support/sample-gift.ts';
import type { Golden } from './golden.ts';

/** By the files of src that make a PDF or what is in it, the golden files that show it. */
export const makersOfPdfs: Record<string, string> = {
  'src/certificates/documents/pdf/draw-paper.ts': 'pdfs/invoice.en.txt',
  'src/certificates/documents/pdf/drawing.ts': 'pdfs/certificate.en.txt',
  'src/clients/money/closing-document.ts': 'pdfs/closing-document.en.txt',
  'src/clients/money/invoice.ts': 'pdfs/invoice.en.txt',
};

const at = new Date('2026-11-21T09:00:00Z');
const topUp = {
  requestId: 1,
  reference: 'FV-11638-1',
  sumKopecks: 123_456_00,
  askedAt: at,
  askedBy: '',
  withdrawnAt: null,
  settledAt: null,
  booked: null,
};
const month = { name: '2026-10', from: '2026-10-01', to: '2026-11-01' };
const total = (transfers: number, sumKopecks: number) => ({ transfers, sumKopecks });
const statement = {
  openingKopecks: 100_000_00,
  closingKopecks: 88_765_43,
  heldKopecks: 1_000_00,
  totals: {
    top_up: total(1, 50_000_00),
    chargeback: total(2, 2_000_00),
    hold: total(30, 60_000_00),
    release: total(4, 765_43),
    refund: total(5, 3_000_00),
    capture: total(6, 58_000_00),
  },
} as Statement;

export async function pdfs(): Promise<Golden> {
  const maker = createPdfMaker();
  const golden: Golden = {};
  try {
    for (const language of ['ru', 'en'] as const) {
      const parties = { language, clientName: 'Bonus Club', payee: ['Facevalue', 'Account 40702810'] };
      const closing = { ...parties, clientId: 11_638, month, statement };
      const made = {
        certificate: await maker.make({ ...sampleGift, language }, sampleCode, null, language),
        invoice: await maker.paper(invoicePaper(topUp, parties)),
        'closing-document': await maker.paper(closingPaper(closing)),
      };
      for (const [name, pdf] of Object.entries(made)) golden[`pdfs/${name}.${language}.txt`] = readable(pdf);
    }
  } finally {
    await maker.close();
  }
  return golden;
}

/** Of the facts about a file: its bytes, dates and versions say nothing of what somebody reads. */
const facts = /^(?:Title|Author|Tagged|Pages|Encrypted|Page size):/;
/** Where and as which object something is drawn. */
const drawing = /\n *(?:\/.*|Object \d+ \d+)(?=\n)/g;

function readable(pdf: Buffer): string {
  const told = poppler('pdfinfo', pdf).toString().split('\n');
  const structure = structureOf(pdf)
    .replaceAll(drawing, '')
    .replaceAll(/ \((?:block|inline)\)|:(?=\n)/g, '')
    .replaceAll(/\n *(?=")/g, ' ');
  const links = poppler('pdfinfo', pdf, '-url').toString();
  return [
    ...told.filter((line) => facts.test(line)).map((line) => line.replace(/\s+/, ' ')),
    structure.trim(),
    ...links.split('\n').slice(1),
  ].join('\n');
}
