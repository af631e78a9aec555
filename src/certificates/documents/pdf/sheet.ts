import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import Pdf from 'pdfkit';

/** A4 portrait in points. */
export const sheet = { width: 595.28, height: 841.89, margin: 40 };
export const contentWidth = sheet.width - 2 * sheet.margin;

const fontFolder = '@expo-google-fonts/pt-sans';
const fontFile = (path: string) => fileURLToPath(import.meta.resolve(`${fontFolder}/${path}`));
const regular = readFileSync(fontFile('400Regular/PTSans_400Regular.ttf'));
const bold = readFileSync(fontFile('700Bold/PTSans_700Bold.ttf'));

export type Sheet = PDFKit.PDFDocument;

/** An empty document with both fonts; only used glyphs are embedded. */
export function newSheet(title: string, author: string, lang: string): Sheet {
  const doc = new Pdf({
    size: 'A4',
    // Text is positioned by hand; a bottom margin would make the library add pages.
    margins: { top: sheet.margin, left: sheet.margin, right: sheet.margin, bottom: 0 },
    pdfVersion: '1.7',
    lang,
    displayTitle: true,
    tagged: true,
    bufferPages: true,
    info: { Title: title, Author: author, Creator: 'Facevalue', Producer: 'Facevalue' },
  });
  doc.registerFont('regular', regular).registerFont('bold', bold);
  return doc.font('regular');
}

/** Text that the fonts can show: one line, no control characters, no emoji. */
export function printable(text: string): string {
  return text
    .replaceAll(/[\p{Extended_Pictographic}\u{fe0f}\u{200d}]/gu, (c) => (/[©®™]/.test(c) ? c : ''))
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
}
