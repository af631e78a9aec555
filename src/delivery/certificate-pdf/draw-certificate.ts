import { buffer } from 'node:stream/consumers';
import { moscowDate } from '../../platform/moscow-time.ts';
import { printedFaceWords } from '../../platform/web/words.ts';
import { barcodeBars } from '../barcode.ts';
import { barcodeText, type CertificateCode, type GiftView, type Language } from '../certificate-view.ts';
import { termsAsLines } from '../terms.ts';
import { barcodeSize, drawBarcode } from './draw-barcode.ts';
import { drawPicture, pictureHeight } from './draw-picture.ts';
import { drawTerms } from './draw-terms.ts';
import { pdfLabels, type PdfLabels } from './labels.ts';
import { contentWidth, ink, newSheet, printable, sheet, type Sheet } from './sheet.ts';

const gap = 14;
const footHeight = 42;
const barcodeBox = { width: 236, height: 92 };
const codeColumnWidth = 230;
const codeBox = { height: 40, gap: 6 };

export interface PdfTask {
  view: GiftView;
  code: CertificateCode;
  picture: Uint8Array | null;
  language: Language;
}

/** Draws the whole certificate: picture, validity and face, codes and barcode, terms, foot, watermark. */
export async function drawCertificate({ view, code, picture, language }: PdfTask): Promise<Buffer> {
  const labels = pdfLabels[language];
  // The document's own properties are shown by every file manager: nothing secret stands in them.
  const title = printable(`${labels.documentTitle} — ${view.productTitle}`);
  const doc = newSheet(title, printable(view.issuer.name), language);
  const finished = buffer(doc);
  drawPicture(doc, picture, view.productTitle);
  const belowFace = drawFaceRow(doc, view, labels, language, sheet.margin + pictureHeight + gap);
  const belowCodes = drawCodePanel(doc, view, code, labels, belowFace + gap);
  const footTop = sheet.height - sheet.margin / 2 - footHeight;
  drawTerms(doc, labels.terms, termsAsLines(view.termsHtml), {
    top: belowCodes + gap,
    bottom: sheet.height - sheet.margin,
    bottomAboveFoot: footTop - 8,
  });
  drawFoot(doc, view, labels, footTop);
  finishPages(doc, view, labels);
  doc.end();
  return finished;
}

/** «Действителен до: 31.12.2027», a hint, «100 руб.» */
function drawFaceRow(doc: Sheet, view: GiftView, labels: PdfLabels, language: Language, top: number): number {
  const height = 34;
  const right = sheet.margin + contentWidth;
  doc.font('bold').fontSize(24).fillColor(ink.text);
  const face = printedFaceWords(view.faceKopecks, language);
  const faceWidth = doc.widthOfString(face);
  doc.text(face, right - faceWidth, top + 1, { lineBreak: false });
  const validity =
    view.expiresAt === null ? labels.unlimited : `${labels.validUntil} ${moscowDate(view.expiresAt)}`;
  doc.font('bold').fontSize(11.5);
  const validityWidth = doc.widthOfString(validity);
  doc.text(validity, sheet.margin, top + 10, { lineBreak: false });
  const hintLeft = sheet.margin + validityWidth + 20;
  const hintWidth = right - faceWidth - 20 - hintLeft;
  const site = siteName(view.www);
  const hint = site === '' ? labels.hint : labels.hintWithSite(site);
  doc.font('regular').fontSize(8.5).fillColor(ink.muted);
  const hintHeight = Math.min(height, doc.heightOfString(hint, { width: hintWidth }));
  doc.text(hint, hintLeft, top + (height - hintHeight) / 2, { width: hintWidth, height, ellipsis: true });
  return top + height;
}

const siteName = (www: string): string =>
  URL.canParse(www) ? new URL(www).hostname.replace(/^www\./, '') : printable(www).slice(0, 60);

/** The issuer and the barcode to the left, the boxes with the order number, the number and the PIN to the right. */
function drawCodePanel(
  doc: Sheet,
  view: GiftView,
  code: CertificateCode,
  labels: PdfLabels,
  top: number,
): number {
  const boxes = [
    { label: labels.orderNumber, value: view.orderNumber },
    { label: labels.certificateNumber, value: code.number },
    ...(code.pin === '' ? [] : [{ label: labels.pin, value: code.pin }]),
  ].filter((box) => box.value !== '');
  const padding = 12;
  const bars = barcodeBars(view.barcode.kind, barcodeText(view, code));
  const size = bars === null ? null : barcodeSize(bars, barcodeBox);
  const left = { x: sheet.margin + padding, width: contentWidth - codeColumnWidth - 3 * padding };
  const issuerHeight = issuerBlock(doc, view, labels, left.x, left.width, null);
  const leftHeight = issuerHeight + (size === null ? 0 : size.height + 10);
  const rightHeight = boxes.length * codeBox.height + (boxes.length - 1) * codeBox.gap;
  const height = Math.max(leftHeight, rightHeight) + 2 * padding;
  doc.roundedRect(sheet.margin, top, contentWidth, height, 8).fill(ink.panel);
  issuerBlock(doc, view, labels, left.x, left.width, top + padding);
  if (bars !== null && size !== null)
    drawBarcode(doc, bars, left.x, top + height - padding - size.height, size);
  const x = sheet.margin + contentWidth - padding - codeColumnWidth;
  for (const [index, box] of boxes.entries())
    drawCodeBox(doc, box, x, top + padding + index * (codeBox.height + codeBox.gap));
  return top + height;
}

/** Measures the block, and draws it too when it is told where. */
function issuerBlock(
  doc: Sheet,
  view: GiftView,
  labels: PdfLabels,
  x: number,
  width: number,
  top: number | null,
): number {
  const title = printable(view.productTitle);
  doc.font('bold').fontSize(13);
  const titleHeight = Math.min(doc.heightOfString(title, { width }), 34);
  if (top !== null) {
    doc.fillColor(ink.text).text(title, x, top, { width, height: titleHeight + 1, ellipsis: true });
    const issuer = `${labels.issuer}: ${printable(view.issuer.name)}`;
    const place = { width, height: 24, ellipsis: true };
    doc
      .font('regular')
      .fontSize(8.5)
      .fillColor(ink.muted)
      .text(issuer, x, top + titleHeight + 2, place);
  }
  return titleHeight + 2 + 24;
}

function drawCodeBox(doc: Sheet, box: { label: string; value: string }, x: number, y: number): void {
  doc.roundedRect(x, y, codeColumnWidth, codeBox.height, 5).fillAndStroke('#ffffff', ink.line);
  doc
    .font('regular')
    .fontSize(7.5)
    .fillColor(ink.muted)
    .text(box.label, x + 10, y + 5, { lineBreak: false });
  const value = printable(box.value);
  const room = codeColumnWidth - 20;
  doc.font('bold').fontSize(14);
  // A code is never cut: a long one is set smaller until it fits its box.
  const fontSize = Math.min(14, (14 * room) / doc.widthOfString(value));
  doc.fontSize(fontSize).fillColor(ink.text);
  doc.text(value, x + 10, y + 17 + (14 - fontSize) / 2, { lineBreak: false });
}

/** The legal address and the support contacts, at the foot of the last page. */
function drawFoot(doc: Sheet, view: GiftView, labels: PdfLabels, top: number): void {
  const { name, legalAddress } = view.issuer;
  const contacts = [view.support.phone, view.support.email, view.support.url].map(printable);
  const support = contacts.filter((contact) => contact !== '').join(' · ');
  const lines = [
    printable([name, legalAddress && `${labels.legalAddress} ${legalAddress}`].filter(Boolean).join('. ')),
    support === '' ? '' : `${labels.support} ${support}`,
  ].filter((line) => line !== '');
  doc
    .moveTo(sheet.margin, top)
    .lineTo(sheet.margin + contentWidth, top)
    .lineWidth(0.6)
    .stroke(ink.line);
  doc.font('regular').fontSize(7.5).fillColor(ink.muted);
  let y = top + 7;
  for (const line of lines) {
    const height = Math.min(doc.heightOfString(line, { width: contentWidth }), 20);
    doc.text(line, sheet.margin, y, { width: contentWidth, height: height + 1, ellipsis: true });
    y += height + 2;
  }
}

/** Page numbers where there are several pages, and the watermark of samples on each. */
function finishPages(doc: Sheet, view: GiftView, labels: PdfLabels): void {
  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page);
    if (count > 1) {
      const words = labels.page(page + 1, count);
      doc.font('regular').fontSize(7).fillColor(ink.muted);
      const left = sheet.margin + contentWidth - doc.widthOfString(words);
      doc.text(words, left, sheet.height - 18, { lineBreak: false });
    }
    if (view.sample) drawWatermark(doc, labels.sample);
  }
}

function drawWatermark(doc: Sheet, words: string): void {
  const centre: [number, number] = [sheet.width / 2, sheet.height / 2];
  doc.save().rotate(-52, { origin: centre }).font('bold').fontSize(130);
  doc.fillColor(ink.watermark).fillOpacity(0.22);
  const width = doc.widthOfString(words);
  doc.text(words, centre[0] - width / 2, centre[1] - 70, { lineBreak: false });
  doc.fillOpacity(1).restore();
}
