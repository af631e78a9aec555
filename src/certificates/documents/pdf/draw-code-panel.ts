/** Draws the codes of a certificate and its barcode. */
import { codeGroups } from '../../../platform/text/typography.ts';
import { formatDate } from '../../../platform/text/formats.ts';
import { barcodeBars } from '../barcode.ts';
import { barcodeText, codeBlocks, isOver } from '../../certificate.ts';
import { barcodeSize, drawBarcode } from './draw-barcode.ts';
import { drawStamp, stampHeight } from './draw-marks.ts';
import { exchangeLinkOf, type Drawing } from './drawing.ts';
import { contentWidth, printable, sheet } from './sheet.ts';

const padding = 12;
const barcodeBox = { width: 236, height: 92 };
const captionHeight = 14;
const codeColumnWidth = 230;
const codeBox = { height: 50, gap: 6 };
const valueFontSize = 18;
const orderLine = { height: 16, fontSize: 9 };
/** Space between the groups of a number, relative to its font size. */
const groupGap = 0.35;
const maxTitleHeight = 34;
const issuerLineHeight = 24;

/** The block at the bottom of the left column: barcode, or the stamp in its place. */
interface Proof {
  height: number;
  draw(x: number, y: number): void;
}

/** Brand and barcode on the left; boxes with number and PIN on the right, the order number below them. */
export function drawCodePanel(drawing: Drawing, top: number): number {
  const { doc, tags, ink } = drawing;
  const boxes = boxesOf(drawing);
  const order = orderNumberOf(drawing);
  const proof = proofOf(drawing);
  const left = { x: sheet.margin + padding, width: contentWidth - codeColumnWidth - 3 * padding };
  const titleHeight = measureTitle(drawing, left.width);
  const leftHeight = titleHeight + issuerLineHeight + (proof === null ? 0 : proof.height + 10);
  const boxesHeight = boxes.length * (codeBox.height + codeBox.gap) - codeBox.gap;
  const rightHeight = boxesHeight + (order === '' ? 0 : codeBox.gap + orderLine.height);
  const height = Math.max(leftHeight, rightHeight) + 2 * padding;
  tags.decoration(() => doc.roundedRect(sheet.margin, top, contentWidth, height, 8).fill(ink.panel));
  drawTitle(drawing, left.x, top + padding, left.width, titleHeight);
  const x = sheet.margin + contentWidth - padding - codeColumnWidth;
  for (const [index, box] of boxes.entries())
    drawCodeBox(drawing, box, x, top + padding + index * (codeBox.height + codeBox.gap));
  if (order !== '') drawOrderNumber(drawing, order, x, top + height - padding - orderLine.height);
  proof?.draw(left.x, top + height - padding - proof.height);
  return top + height;
}

interface CodeBox {
  label: string;
  value: string;
}

/** What the till asks for; no till asks for a choice certificate. */
const boxesOf = (drawing: Drawing): CodeBox[] => {
  const { view, code, labels } = drawing;
  const link = exchangeLinkOf(drawing);
  if (link !== null) return [{ label: labels.exchange, value: link }];
  return codeBlocks(view, code)
    .flatMap((block) => {
      if (block === 'barcode') return [];
      return block === 'pin'
        ? [{ label: labels.pin, value: code.pin }]
        : [{ label: labels.certificateNumber, value: code.number }];
    })
    .filter(({ value }) => value !== '');
};

const orderNumberOf = ({ view }: Drawing): string =>
  view.design.blocks.below.includes('order_number') ? printable(view.orderNumber) : '';

/** For the support of the giver, so it is smaller than what the till asks for. */
function drawOrderNumber({ doc, tags, labels, ink }: Drawing, number: string, x: number, y: number): void {
  const label = `${printable(labels.orderNumber)} `;
  doc.font('regular').fontSize(orderLine.fontSize).fillColor(ink.muted);
  const left = x + 10 + doc.widthOfString(label);
  tags.text('P', () => {
    doc.text(label, x + 10, y + 3, { lineBreak: false });
    doc
      .font('bold')
      .fillColor(ink.text)
      .text(number, left, y + 3, { lineBreak: false });
  });
}

/** A certificate that can no longer be used gets a stamp instead of a barcode. */
function proofOf(drawing: Drawing): Proof | null {
  const { view, code, labels, language, doc, tags, ink } = drawing;
  if (isOver(view)) {
    const { redeemedAt } = view;
    const stamp = redeemedAt === null ? labels.expired : labels.redeemed(formatDate(redeemedAt, language));
    return { height: stampHeight, draw: (x, y) => drawStamp(drawing, stamp, x, y) };
  }
  const link = exchangeLinkOf(drawing);
  if (link === null && !codeBlocks(view, code).includes('barcode')) return null;
  const bars =
    link === null ? barcodeBars(view.barcode.kind, barcodeText(view, code)) : barcodeBars('qr', link);
  if (bars === null) return null;
  const size = barcodeSize(bars, barcodeBox);
  const caption = link === null ? labels.barcodeCaption : '';
  return {
    height: size.height + (caption === '' ? 0 : captionHeight),
    draw(x, y) {
      tags.figure(
        link === null ? labels.barcode : labels.exchangeCode,
        [x, y, x + size.width, y + size.height],
        () => drawBarcode(doc, bars, x, y, size),
      );
      if (caption === '') return;
      doc.font('regular').fontSize(8).fillColor(ink.text);
      tags.text('P', () => doc.text(caption, x, y + size.height + 3, { lineBreak: false }));
    },
  };
}

function measureTitle({ doc, title }: Drawing, width: number): number {
  doc.font('bold').fontSize(13);
  return Math.min(doc.heightOfString(title, { width }), maxTitleHeight);
}

function drawTitle(
  { doc, tags, view, title, labels, ink }: Drawing,
  x: number,
  y: number,
  width: number,
  height: number,
) {
  const place = { width, height: height + 1, ellipsis: true };
  tags.text('H1', () => doc.font('bold').fontSize(13).fillColor(ink.text).text(title, x, y, place));
  const issuer = printable(view.issuer.name);
  if (issuer === '' || !view.design.blocks.below.includes('issuer')) return;
  const issuerPlace = { width, height: issuerLineHeight, ellipsis: true };
  doc.font('regular').fontSize(8.5).fillColor(ink.text);
  tags.text('P', () => doc.text(`${labels.issuer}: ${issuer}`, x, y + height + 2, issuerPlace));
}

function drawCodeBox({ doc, tags, ink }: Drawing, box: CodeBox, x: number, y: number): void {
  tags.decoration(() =>
    doc.roundedRect(x, y, codeColumnWidth, codeBox.height, 5).fillAndStroke('#ffffff', ink.line),
  );
  doc.font('regular').fontSize(8.5).fillColor(ink.muted);
  tags.text('P', () => doc.text(printable(box.label), x + 10, y + 7, { lineBreak: false }));
  const value = printable(box.value);
  const groups = codeGroups(value);
  const width = codeColumnWidth - 20;
  const widthOf = (size: number): number =>
    doc.font('bold').fontSize(size).widthOfString(value) + (groups.length - 1) * size * groupGap;
  // A long code is set in a smaller size until it fits its box; it is never cut.
  const fontSize = Math.min(valueFontSize, (valueFontSize * width) / widthOf(valueFontSize));
  doc.font('bold').fontSize(fontSize).fillColor(ink.text);
  const top = y + 20 + (valueFontSize - fontSize) / 2;
  tags.text('P', () => {
    let left = x + 10;
    for (const group of groups) {
      doc.text(group, left, top, { lineBreak: false });
      left += doc.widthOfString(group) + fontSize * groupGap;
    }
  });
}
