/** The head of a PDF: face, validity, greeting. */
import { formatDate } from '../../../platform/text/formats.ts';
import { greetingIn, isOver, type Language } from '../../certificate.ts';
import { worthText } from '../../worth.ts';
import { exchangeLinkOf, type Drawing } from './drawing.ts';
import type { PdfLabels } from './labels.ts';
import { contentWidth, printable, sheet, type Sheet } from './sheet.ts';

const rowHeight = 42;
const faceFontSize = 34;
/** Space for the widest face; the validity stands beside it. */
const maxFaceWidth = 250;
const besideFace = 22;
const validityFontSize = 12.5;
const validityHeight = 17;
const hintFontSize = 9.5;
/** The larger one as long as the greeting fits. */
const greetingFontSizes = { large: 12, usual: 10.5 };
const maxGreetingHeight = 130;
const maxSiteLength = 60;

/** «100 ₽», and beside it «Действует до 31 декабря 2027 г.» above a hint; returns the lower edge. */
export function drawFaceRow(drawing: Drawing, top: number): number {
  const { head } = drawing.view.design.blocks;
  const left = head.includes('face') ? drawFace(drawing, top) + besideFace : sheet.margin;
  const width = sheet.margin + contentWidth - left;
  const validity = head.includes('validity')
    ? validityOf(drawing.view, drawing.language, drawing.labels)
    : '';
  const hint = hintOf(drawing);
  const { doc, tags, ink } = drawing;
  doc.font('regular').fontSize(hintFontSize);
  const space = rowHeight - (validity === '' ? 0 : validityHeight);
  const hintHeight = hint === '' ? 0 : Math.min(space, doc.heightOfString(hint, { width }));
  let y = top + (space - hintHeight) / 2;
  if (validity !== '') {
    doc.font('bold').fontSize(validityFontSize).fillColor(ink.text);
    const at = y;
    tags.text('P', () => doc.text(validity, left, at, { lineBreak: false }));
    y += validityHeight;
  }
  if (hint !== '') {
    doc.font('regular').fontSize(hintFontSize).fillColor(ink.muted);
    tags.text('P', () => doc.text(hint, left, y, { width, height: space, ellipsis: true }));
  }
  return top + rowHeight;
}

/** Returns the right edge. */
function drawFace({ doc, tags, view, language, ink }: Drawing, top: number): number {
  const face = worthText(view, language);
  const wanted = doc.font('bold').fontSize(faceFontSize).widthOfString(face);
  const size = Math.min(faceFontSize, (faceFontSize * maxFaceWidth) / wanted);
  doc.fontSize(size).fillColor(ink.accent);
  const width = doc.widthOfString(face);
  const y = top + (rowHeight - doc.currentLineHeight()) / 2;
  tags.text('P', () => doc.text(face, sheet.margin, y, { lineBreak: false }));
  return sheet.margin + width;
}

/** A redeemed certificate shows the stamp only, not its expiry date. */
function validityOf({ state, expiresAt }: Drawing['view'], language: Language, labels: PdfLabels): string {
  if (state === 'redeemed') return '';
  if (expiresAt === null) return labels.unlimited;
  const date = formatDate(expiresAt, language);
  return state === 'expired' ? labels.wasValidUntil(date) : labels.validUntil(date);
}

function hintOf(drawing: Drawing): string {
  const { view, labels } = drawing;
  if (isOver(view)) return '';
  if (exchangeLinkOf(drawing) !== null) return labels.exchangeHint;
  const site = siteName(view.www);
  const usual = site === '' ? labels.hint : labels.hintWithSite(site);
  return view.state === 'awaiting-activation' ? labels.awaiting : printable(usual);
}

const siteName = (www: string): string =>
  URL.canParse(www) ? new URL(www).hostname.replace(/^www\./, '') : printable(www).slice(0, maxSiteLength);

/** Giver, recipient and greeting beside a bar; null if the order has none of them. */
export function drawGreeting(
  { doc, tags, view, labels, language, ink }: Drawing,
  top: number,
): number | null {
  const [sender, recipient] = [printable(view.senderName), printable(view.recipientName)];
  const text = greetingIn(view, language)
    .split(/\r\n?|\n/)
    .map(printable)
    .filter((line) => line !== '')
    // What is read aloud or copied has no lines: only spaces part the words.
    .join(' \n');
  if (text === '') return null;
  const heading = labels.gift(sender, recipient);
  const [left, width] = [sheet.margin + 14, contentWidth - 14];
  const size = greetingSize(doc, [heading, text].filter(Boolean).join('\n'), width);
  doc.font('bold').fontSize(size).fillColor(ink.text);
  const headingHeight = heading === '' ? 0 : doc.heightOfString(heading, { width }) + 2;
  if (heading !== '') tags.text('P', () => doc.text(heading, left, top, { width }));
  doc.font('regular').fontSize(size);
  const height = Math.min(doc.heightOfString(text, { width }), maxGreetingHeight - headingHeight);
  const place = { width, height: height + 1, ellipsis: true };
  tags.text('P', () => doc.text(text, left, top + headingHeight, place));
  const bottom = top + headingHeight + height;
  tags.decoration(() => doc.rect(sheet.margin, top, 3, bottom - top).fill(ink.accent));
  return bottom;
}

function greetingSize(doc: Sheet, text: string, width: number): number {
  const { large, usual } = greetingFontSizes;
  const height = doc.font('bold').fontSize(large).heightOfString(text, { width });
  return height <= maxGreetingHeight ? large : usual;
}
