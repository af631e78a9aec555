/** Stamps over a PDF, for what is a sample, redeemed or taken back; page numbers. */
import type { Drawing } from './drawing.ts';
import { contentWidth, printable, sheet } from './sheet.ts';

const markColour = '#d21f1f';
const stampFontSize = 15;
const stampPadding = 12;
/** The boxes of the code are beside it. */
const maxStampTextWidth = 216;
export const stampHeight = 46;

/** «ИСПОЛЬЗОВАН 12.03.2027», rotated in a frame, in place of the barcode. */
export function drawStamp({ doc, tags }: Drawing, labels: string, x: number, y: number): void {
  const text = printable(labels);
  doc.save().rotate(-4, { origin: [x, y + stampHeight] });
  doc.font('bold').fontSize(stampFontSize).fillColor(markColour);
  doc.fontSize(stampFontSize * Math.min(1, maxStampTextWidth / doc.widthOfString(text)));
  const width = doc.widthOfString(text) + 2 * stampPadding;
  tags.decoration(() =>
    doc
      .roundedRect(x + 2, y + 12, width, 32, 5)
      .lineWidth(2)
      .stroke(markColour),
  );
  tags.text('P', () => doc.text(text, x + 2 + stampPadding, y + 18, { lineBreak: false }));
  doc.restore();
}

/** Page numbers if there are several pages, and the watermark of samples on each. */
export function finishPages({ doc, tags, view, labels, ink }: Drawing): void {
  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page);
    if (count > 1) {
      const pageNumber = labels.page(page + 1, count);
      doc.font('regular').fontSize(7).fillColor(ink.muted);
      const left = sheet.margin + contentWidth - doc.widthOfString(pageNumber);
      tags.decoration(() => doc.text(pageNumber, left, sheet.height - 18, { lineBreak: false }));
    }
    if (!view.sample) continue;
    // Read aloud once, drawn on every page.
    if (page === 0) tags.text('P', () => drawWatermark(doc, labels.sample));
    else tags.decoration(() => drawWatermark(doc, labels.sample));
  }
}

function drawWatermark(doc: Drawing['doc'], text: string): void {
  const centre: [number, number] = [sheet.width / 2, sheet.height / 2];
  doc.save().rotate(-52, { origin: centre }).font('bold').fontSize(130);
  doc.fillColor(markColour).fillOpacity(0.22);
  const width = doc.widthOfString(text);
  doc.text(text, centre[0] - width / 2, centre[1] - 70, { lineBreak: false });
  doc.fillOpacity(1).restore();
}
