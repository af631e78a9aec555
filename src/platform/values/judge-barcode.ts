/** Judges what the barcode of a certificate can carry, for codes that come in and for those that are drawn alike. */
import { code128Widths } from './code128.ts';
import { hasEanCheckDigit } from './ean.ts';

export type DrawnKind = 'code128' | 'ean13' | 'code39' | 'itf' | 'qr' | 'datamatrix' | 'pdf417' | 'aztec';

/** A product's barcode. Its text contains `{{number}}` and `{{pin}}`, with characters between them. */
export interface Barcode {
  kind: DrawnKind | 'none';
  text: string;
}

interface NumberAndPin {
  number: string;
  /** `''` if the brand has no PIN. */
  pin: string;
}

/** Why a symbology cannot carry a text (barcode-texts.ts). */
type TextFault =
  | 'barcode-ascii'
  | 'barcode-capitals'
  | 'barcode-digits'
  | 'barcode-13-digits'
  | 'barcode-check-digit'
  | 'barcode-even';

export interface BarcodeFault {
  /** `unfit`: another kind is drawn in its place. `thin`: it is drawn, and may not be read from paper. */
  is: 'unfit' | 'thin';
  reason: { title: string } & (
    | { is: TextFault | 'barcode-pin' | 'barcode-thin' }
    | { is: 'barcode-long'; most: number }
  );
}

/** Longer codes are not drawn as a barcode: it could not be scanned from paper. */
export const maxBarcodeTextLength = 200;

/** On each side of a linear barcode. */
export const linearQuietModules = 10;
/** A PDF gives a linear barcode 83 mm: of more modules each is thinner than two dots of a printer with 300 dots an inch. */
const mostLinearModules = 490;

interface Symbology {
  title: string;
  /** Why the text cannot be carried exactly; null: it can. */
  faultOf: (text: string) => TextFault | null;
  /** How many modules a linear barcode needs for a text. */
  modulesOf?: (text: string) => number;
}

const signs = (form: RegExp, fault: TextFault) => (text: string) => (form.test(text) ? null : fault);
const ofAscii = signs(/^[\x20-\x7e]+$/, 'barcode-ascii');

export const symbologies: Record<DrawnKind, Symbology> = {
  code128: {
    title: 'Code 128',
    faultOf: ofAscii,
    modulesOf: (text) => code128Widths(text).reduce((sum, width) => sum + width, 0),
  },
  ean13: { title: 'EAN-13', faultOf: faultOfEan },
  code39: {
    title: 'Code 39',
    faultOf: signs(/^[A-Z0-9 \-.$/+%]+$/, 'barcode-capitals'),
    modulesOf: (text) => 16 * (text.length + 2) - 1,
  },
  itf: { title: 'Interleaved 2 of 5', faultOf: faultOfItf, modulesOf: (text) => 7 * text.length + 9 },
  qr: { title: 'QR', faultOf: () => null },
  datamatrix: { title: 'Data Matrix', faultOf: ofAscii },
  pdf417: { title: 'PDF417', faultOf: ofAscii },
  aztec: { title: 'Aztec', faultOf: ofAscii },
};

function faultOfEan(text: string): TextFault | null {
  if (!/^\d+$/.test(text)) return 'barcode-digits';
  if (text.length !== 13) return 'barcode-13-digits';
  return hasEanCheckDigit(text) ? null : 'barcode-check-digit';
}

/** With an odd number of digits the encoder would add a leading zero, and the till would read another number. */
function faultOfItf(text: string): TextFault | null {
  if (!/^\d+$/.test(text)) return 'barcode-digits';
  return text.length % 2 === 0 ? null : 'barcode-even';
}

/** The content of a code's barcode; empty if it shows none. */
export function contentOfBarcode({ kind, text }: Barcode, code: NumberAndPin): string {
  if (kind === 'none') return '';
  if (text === '{{number}}') return code.number;
  const named = [...text.matchAll(placeOfCode)].map(([, name]) => name);
  // If there is no PIN, a pattern with both would end in a separator; a till can read only the number.
  if (code.pin === '' && named.includes('pin')) return named.includes('number') ? code.number : '';
  return text.replaceAll(placeOfCode, (_, name) => (name === 'pin' ? code.pin : code.number));
}

const placeOfCode = /\{\{\s*(number|pin)\s*\}\}/g;

/** Why the barcode cannot show this code as it is meant to; null: it can. The reason never quotes the code. */
export function barcodeFault(barcode: Barcode, code: NumberAndPin): BarcodeFault | null {
  const { kind } = barcode;
  if (kind === 'none') return null;
  const { title, faultOf, modulesOf } = symbologies[kind];
  const text = contentOfBarcode(barcode, code);
  if (text === '') return { is: 'unfit', reason: { is: 'barcode-pin', title } };
  if (text.length > maxBarcodeTextLength)
    return { is: 'unfit', reason: { is: 'barcode-long', most: maxBarcodeTextLength, title } };
  const why = faultOf(text);
  if (why !== null) return { is: 'unfit', reason: { is: why, title } };
  const modules = (modulesOf?.(text) ?? 0) + 2 * linearQuietModules;
  return modules > mostLinearModules ? { is: 'thin', reason: { is: 'barcode-thin', title } } : null;
}
