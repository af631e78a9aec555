import { readFileSync } from 'node:fs';
import { prepareZXingModule, readBarcodes, type ReadInputBarcodeFormat } from 'zxing-wasm/reader';

const pixelsPerModule = 4;
const wasm = readFileSync(
  new URL('../../node_modules/zxing-wasm/dist/reader/zxing_reader.wasm', import.meta.url),
);
prepareZXingModule({
  overrides: { wasmBinary: wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.length) },
});

/** Scans the SVG of a barcode like a till: rendered to pixels, then decoded by an independent reader. */
export async function readBarcodeSvg(svg: string): Promise<{ format: string; text: string } | null> {
  return readPixels(drawSvg(svg));
}

/** Scans a PNG, for instance of a printed page. */
export async function readBarcodePng(png: Uint8Array): Promise<{ format: string; text: string } | null> {
  return readPixels(png);
}

/** The reader's ImageData, outside a browser. */
interface Pixels {
  colorSpace: 'srgb';
  width: number;
  height: number;
  data: Uint8ClampedArray;
}

/**
 * What a till's scanner reads as delivered. Left out are the pharmacies' readings of Code 39: they take codes of
 * certain lengths for numbers of their own.
 */
const tillFormats: ReadInputBarcodeFormat[] = [
  'Code128',
  'EAN13',
  'Code39Std',
  'ITF',
  'QRCode',
  'DataMatrix',
  'PDF417',
  'Aztec',
];

async function readPixels(image: Uint8Array | Pixels): Promise<{ format: string; text: string } | null> {
  const options = { tryHarder: true, maxNumberOfSymbols: 1, formats: tillFormats };
  const [found] = await readBarcodes(image, options);
  return found === undefined ? null : { format: found.format, text: found.text };
}

/** Our SVGs consist of rectangles only (`M h v h z`), so rendering them takes a few lines. */
function drawSvg(svg: string): Pixels {
  const box = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg);
  if (box === null) throw new Error('The SVG has no view box.');
  const width = Number(box[1]) * pixelsPerModule;
  const height = Number(box[2]) * pixelsPerModule;
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  const black = svg.slice(svg.indexOf('fill="#000"'));
  for (const match of black.matchAll(/M([\d.]+) ([\d.]+)h([\d.]+)v([\d.]+)h/g)) {
    const [x = 0, y = 0, w = 0, h = 0] = match
      .slice(1)
      .map((value) => Math.round(Number(value) * pixelsPerModule));
    for (let row = y; row < y + h; row++)
      for (let column = x; column < x + w; column++)
        data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3);
  }
  return { width, height, data, colorSpace: 'srgb' };
}
