/** Barcodes of codes: what is drawn of them on pages, paper and in wallets. */
import bwipjs from 'bwip-js/node';
import type { BarcodeKind } from '../certificate.ts';
import { code128Widths } from '../../platform/values/code128.ts';
import {
  linearQuietModules,
  maxBarcodeTextLength,
  symbologies,
  type DrawnKind,
} from '../../platform/values/judge-barcode.ts';

const linearHeightModules = 40;
const squareQuietModules = 4;

/** Black bars in units of the narrowest one, including the white margin that scanners need. */
export interface Bars {
  kind: DrawnKind;
  width: number;
  height: number;
  rectangles: { x: number; y: number; width: number; height: number }[];
}

/** Their names in the encoder. */
const encoders: Record<DrawnKind, string> = {
  code128: 'code128',
  ean13: 'ean13',
  code39: 'code39',
  itf: 'interleaved2of5',
  qr: 'qrcode',
  datamatrix: 'datamatrix',
  pdf417: 'pdf417',
  aztec: 'azteccode',
};

/**
 * Encodes a code. What the requested kind cannot hold exactly (letters in EAN-13, a wrong check digit) becomes Code
 * 128, and what that cannot hold becomes QR, so that a till always reads exactly the code that was sold.
 */
export function barcodeBars(kind: BarcodeKind, text: string): Bars | null {
  if (kind === 'none' || text === '' || text.length > maxBarcodeTextLength) return null;
  for (const candidate of [kind, 'code128', 'qr'] as const) {
    const bars = tryBars(candidate, text);
    if (bars !== null) return bars;
  }
  return null;
}

function tryBars(kind: DrawnKind, text: string): Bars | null {
  if (symbologies[kind].faultOf(text) !== null) return null;
  if (kind === 'code128') return linearBars(kind, code128Widths(text));
  try {
    // oxlint-disable-next-line import/no-named-as-default-member -- the named export is another function, the symbology «raw».
    const [drawn] = bwipjs.raw(encoders[kind], text, {});
    if (drawn === undefined) return null;
    return 'pixs' in drawn ? matrixBars(kind, drawn) : linearBars(kind, drawn.sbs);
  } catch {
    // The encoder throws if it cannot encode a text; its message would contain the code.
    return null;
  }
}

interface Matrix {
  /** Modules row by row, 1 is black. If there are fewer rows than `pixy`, each is drawn that much higher. */
  pixs: number[];
  pixx: number;
  pixy: number;
}

/** Widths alternate: bar, space, bar, … */
function linearBars(kind: DrawnKind, widths: number[]): Bars {
  const rectangles: Bars['rectangles'] = [];
  let x = linearQuietModules;
  for (let index = 0; index < widths.length; index += 1) {
    const width = widths[index] ?? 0;
    if (index % 2 === 0 && width > 0) rectangles.push({ x, y: 0, width, height: linearHeightModules });
    x += width;
  }
  return { kind, width: x + linearQuietModules, height: linearHeightModules, rectangles };
}

function matrixBars(kind: DrawnKind, { pixs, pixx, pixy }: Matrix): Bars {
  const rows = pixs.length / pixx;
  const rowHeight = pixy / rows;
  const rectangles: Bars['rectangles'] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < pixx; column++) {
      if (pixs[row * pixx + column] !== 1) continue;
      const start = column;
      while (column + 1 < pixx && pixs[row * pixx + column + 1] === 1) column++;
      const place = { x: start + squareQuietModules, y: row * rowHeight + squareQuietModules };
      rectangles.push({ ...place, width: column - start + 1, height: rowHeight });
    }
  }
  return { kind, width: pixx + 2 * squareQuietModules, height: pixy + 2 * squareQuietModules, rectangles };
}

/** The bars as SVG with an explicit size and an accessible name; empty if there is nothing to draw. */
export function barcodeSvg(kind: BarcodeKind, text: string): string {
  const bars = barcodeBars(kind, text);
  if (bars === null) return '';
  const modulePixels = isSquare(bars) ? 6 : 2;
  const path = barsPath(bars);
  const size = `width="${bars.width * modulePixels}" height="${bars.height * modulePixels}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="${symbologies[bars.kind].title}" ${size}`,
    ` viewBox="0 0 ${bars.width} ${bars.height}" shape-rendering="crispEdges">`,
    `<path fill="#fff" d="M0 0h${bars.width}v${bars.height}H0z"/><path fill="#000" d="${path}"/></svg>`,
  ].join('');
}

/** The bars as the path of an SVG: all of one kind of code are equally high, so those of one width differ only in their place. */
export function barsPath({ rectangles }: Bars): string {
  const shapes: string[] = [];
  let path = '';
  for (const { x, y, width, height } of rectangles)
    path += `M${x} ${y}${(shapes[width] ??= `h${width}v${height}h-${width}z`)}`;
  return path;
}

export const isSquare = (bars: Bars): boolean => bars.width === bars.height;
