/** Draws the terms from `top` on, on as many pages as needed; returns where the last page ends. */
import type { TermsItem } from '../../terms.ts';
import type { Drawing } from './drawing.ts';
import { linkedParts, linkedText } from './linked-text.ts';
import { contentWidth, printable, sheet, type Sheet } from './sheet.ts';

/** Font sizes to try, largest first, to keep the certificate on one page. */
const fontSizes = [10, 9.5, 9, 8.5, 8, 7.5, 7, 6.5];
/** Terms that do not fit on one page even then use this readable size and continue on further pages. */
const flowingFontSize = 8;
const markerWidth = 20;
/** Longer than any line. The library measures all that is left of a word for each line of it: the longest terms would take all the time there is. */
const endlessWord = /\S{300}/g;
const depthIndent = 12;

export interface TermsPlace {
  top: number;
  /** The lower edge for text, on a page before the last and on the one with the footer. */
  bottom: number;
  bottomAboveFoot: number;
}

export function drawTerms(drawing: Drawing, lines: readonly TermsItem[], place: TermsPlace): void {
  if (lines.length === 0) return;
  const { doc, tags, labels, ink } = drawing;
  const texts = lines.map((line) => ({
    ...line,
    text: printable(line.text).replaceAll(endlessWord, '$& '),
    links: line.links.map(({ text, href }) => ({ text: printable(text), href })),
  }));
  doc.font('bold').fontSize(11.5).fillColor(ink.accent);
  tags.text('H2', () => doc.text(printable(labels.terms), sheet.margin, place.top, { lineBreak: false }));
  const top = place.top + 18;
  const available = place.bottomAboveFoot - top;
  const fitting = fontSizes.find((size) => totalHeight(doc, texts, size) <= available);
  const size = fitting ?? flowingFontSize;
  let y = top;
  for (const [index, line] of texts.entries()) {
    const height = lineHeight(doc, line, size);
    const isLast = index === texts.length - 1;
    if (y + height > (isLast ? place.bottomAboveFoot : place.bottom) && y > sheet.margin) {
      doc.addPage();
      y = sheet.margin;
    }
    drawLine(drawing, line, size, y);
    // Not `y + height`: a paragraph longer than a page has added pages itself.
    y = doc.y + gapAfter(size);
  }
}

const gapAfter = (size: number): number => size * 0.32;
const indentOf = (line: TermsItem): number =>
  line.depth * depthIndent + (line.marker === '' ? 0 : Math.max(markerWidth, line.marker.length * 5));

function setFont(doc: Sheet, line: TermsItem, size: number): Sheet {
  return doc.font(line.bold ? 'bold' : 'regular').fontSize(size);
}

function lineHeight(doc: Sheet, line: TermsItem, size: number): number {
  const width = contentWidth - indentOf(line);
  return setFont(doc, line, size).heightOfString(line.text, { width }) + gapAfter(size);
}

function totalHeight(doc: Sheet, lines: readonly TermsItem[], size: number): number {
  return lines.reduce((sum, line) => sum + lineHeight(doc, line, size), 0);
}

function drawLine({ doc, tags, ink }: Drawing, line: TermsItem, size: number, y: number): void {
  const indent = indentOf(line);
  const left = sheet.margin + line.depth * depthIndent;
  const place = { left: sheet.margin + indent, top: y, width: contentWidth - indent };
  const drawText = linkedText(doc, linkedParts(line.text, line.links), place, () => {
    setFont(doc, line, size).fillColor(ink.text);
  });
  if (line.marker === '') return tags.text('P', drawText);
  const drawMarker = (): void => {
    setFont(doc, line, size).fillColor(ink.muted).text(line.marker, left, y, { lineBreak: false });
  };
  tags.listItem(drawMarker, drawText);
}
