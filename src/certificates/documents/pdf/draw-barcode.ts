/** The barcode of a PDF. */
import { isSquare, type Bars } from '../barcode.ts';
import type { Sheet } from './sheet.ts';

const pointsPerModule = { linear: 1.6, matrix: 3.4 };
const linearHeight = 60;

/** The size of the bars within a box; linear codes may have any aspect ratio. */
export function barcodeSize(
  bars: Bars,
  box: { width: number; height: number },
): { width: number; height: number } {
  const linear = isLinear(bars);
  const wanted = linear ? pointsPerModule.linear : pointsPerModule.matrix;
  const scale = Math.min(wanted, box.width / bars.width, linear ? Infinity : box.height / bars.height);
  return {
    width: bars.width * scale,
    height: linear ? Math.min(linearHeight, box.height) : bars.height * scale,
  };
}

/** Draws the bars on white with their upper left corner at (x, y). */
export function drawBarcode(
  doc: Sheet,
  bars: Bars,
  x: number,
  y: number,
  size: { width: number; height: number },
): void {
  doc.save();
  doc.rect(x, y, size.width, size.height).fill('#ffffff');
  doc.translate(x, y).scale(size.width / bars.width, size.height / bars.height);
  for (const bar of bars.rectangles) doc.rect(bar.x, bar.y, bar.width, bar.height);
  doc.fill('#000000').restore();
}

const isLinear = (bars: Bars): boolean => !isSquare(bars) && bars.kind !== 'pdf417';
