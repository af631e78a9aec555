import { formatDate, formatFace } from '../../platform/text/formats.ts';
import { isOver, type Language } from '../../certificates/certificate-view.ts';
import type { Drawing } from './drawing.ts';
import type { PdfLabels } from './labels.ts';
import { contentWidth, printable, sheet } from './sheet.ts';

const rowHeight = 34;
const right = sheet.margin + contentWidth;
const greetingFontSize = 10.5;
const maxGreetingHeight = 130;
const maxSiteLength = 60;

/** «Действует до 31 декабря 2027 г.», a hint, «100 ₽»; returns the lower edge. */
export function drawFaceRow(drawing: Drawing, top: number): number {
  const { head } = drawing.view.design.blocks;
  const faceLeft = head.includes('face') ? drawFace(drawing, top) : right;
  const hintLeft = head.includes('validity') ? drawValidity(drawing, top) + 20 : sheet.margin;
  drawHint(drawing, hintLeft, faceLeft - 20 - hintLeft, top);
  return top + rowHeight;
}

function drawFace({ doc, tags, view, language, ink }: Drawing, top: number): number {
  const face = formatFace(view.faceKopecks, language);
  doc.font('bold').fontSize(24).fillColor(ink.accent);
  const left = right - doc.widthOfString(face);
  tags.text('P', () => doc.text(face, left, top + 1, { lineBreak: false }));
  return left;
}

function drawValidity({ doc, tags, view, labels, language, ink }: Drawing, top: number): number {
  const text = validityOf(view, language, labels);
  if (text === '') return sheet.margin;
  doc.font('bold').fontSize(11.5).fillColor(ink.text);
  const width = doc.widthOfString(text);
  tags.text('P', () => doc.text(text, sheet.margin, top + 10, { lineBreak: false }));
  return sheet.margin + width;
}

/** A redeemed certificate shows the stamp only, not its expiry date. */
function validityOf({ state, expiresAt }: Drawing['view'], language: Language, labels: PdfLabels): string {
  if (state === 'redeemed') return '';
  if (expiresAt === null) return labels.unlimited;
  const date = formatDate(expiresAt, language);
  return state === 'expired' ? labels.wasValidUntil(date) : labels.validUntil(date);
}

function drawHint({ doc, tags, view, labels, ink }: Drawing, left: number, width: number, top: number): void {
  if (isOver(view)) return;
  const site = siteName(view.www);
  const usual = site === '' ? labels.hint : labels.hintWithSite(site);
  const hint = view.state === 'awaiting-activation' ? labels.awaiting : printable(usual);
  doc.font('regular').fontSize(8.5).fillColor(ink.muted);
  const height = Math.min(rowHeight, doc.heightOfString(hint, { width }));
  const place = { width, height: rowHeight, ellipsis: true };
  tags.text('P', () => doc.text(hint, left, top + (rowHeight - height) / 2, place));
}

const siteName = (www: string): string =>
  URL.canParse(www) ? new URL(www).hostname.replace(/^www\./, '') : printable(www).slice(0, maxSiteLength);

/** Giver, recipient and greeting beside a bar; null if the order has none of them. */
export function drawGreeting({ doc, tags, view, labels, ink }: Drawing, top: number): number | null {
  const [sender, recipient] = [printable(view.senderName), printable(view.recipientName)];
  const text = view.greeting
    .split(/\r\n?|\n/)
    .map(printable)
    .filter((line) => line !== '')
    .join('\n');
  if (text === '') return null;
  const heading = labels.gift(sender, recipient);
  const [left, width] = [sheet.margin + 14, contentWidth - 14];
  doc.font('bold').fontSize(greetingFontSize).fillColor(ink.text);
  const headingHeight = heading === '' ? 0 : doc.heightOfString(heading, { width }) + 2;
  if (heading !== '') tags.text('P', () => doc.text(heading, left, top, { width }));
  doc.font('regular').fontSize(greetingFontSize);
  const height = Math.min(doc.heightOfString(text, { width }), maxGreetingHeight - headingHeight);
  const place = { width, height: height + 1, ellipsis: true };
  tags.text('P', () => doc.text(text, left, top + headingHeight, place));
  const bottom = top + headingHeight + height;
  tags.decoration(() => doc.rect(sheet.margin, top, 3, bottom - top).fill(ink.accent));
  return bottom;
}
