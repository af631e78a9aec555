/** A certificate as it is being drawn: document, fonts, colours, labels. */
import { isOver, titleIn, type CertificateCode, type GiftView, type Language } from '../../certificate.ts';
import type { PdfLabels } from './labels.ts';
import { newSheet, printable, type Sheet } from './sheet.ts';
import { openTags, type Tags } from './tags.ts';

export interface PdfTask {
  view: GiftView;
  code: CertificateCode;
  picture: Uint8Array | null;
  language: Language;
}

/** A certificate being drawn, with its labels and colours. */
export interface Drawing {
  doc: Sheet;
  tags: Tags;
  view: GiftView;
  code: CertificateCode;
  /** The product's title, in this language. */
  title: string;
  labels: PdfLabels;
  language: Language;
  ink: Ink;
}

/** Where its holder exchanges it; null: it is no choice certificate, or over. */
export const exchangeLinkOf = ({ view, code }: Drawing): string | null =>
  isOver(view) ? null : (code.exchangeLink ?? null);

export interface Ink {
  text: string;
  muted: string;
  line: string;
  /** The accent colour of the product's design. */
  accent: string;
  panel: string;
}

export function openDrawing(task: PdfTask, labels: PdfLabels): Drawing {
  const { view, code, language } = task;
  const { accent, paper } = view.design.colours.light;
  // File managers show the properties of a document, so they contain nothing secret.
  const title = printable(titleIn(view, language));
  const doc = newSheet(
    `${printable(labels.documentTitle)} — ${title}`,
    printable(view.issuer.name),
    language,
  );
  const ink = { text: '#23201c', muted: '#6b645b', line: '#ddd5ca', accent, panel: paper };
  return { doc, tags: openTags(doc), view, code, title, labels, language, ink };
}
