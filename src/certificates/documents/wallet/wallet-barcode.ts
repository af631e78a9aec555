/** The barcode of a wallet pass, in the formats of both wallets. */
import { barcodeBars } from '../barcode.ts';
import {
  barcodeText,
  codeBlocks,
  type BarcodeKind,
  type CertificateCode,
  type GiftView,
} from '../../certificate.ts';

type DrawnKind = Exclude<BarcodeKind, 'none'>;

export interface WalletBarcode {
  kind: DrawnKind;
  text: string;
}

/** The barcode of the pass: the same as on page and paper; null if they show none. */
export function walletBarcode(view: GiftView, code: CertificateCode): WalletBarcode | null {
  if (!codeBlocks(view, code).includes('barcode')) return null;
  const text = barcodeText(view, code);
  const bars = barcodeBars(view.barcode.kind, text);
  return bars === null ? null : { kind: bars.kind, text };
}

/** Apple supports four kinds. Other linear ones become Code 128, other square ones QR, with the same content. */
const appleFormats: Record<DrawnKind, 'Code128' | 'QR' | 'PDF417' | 'Aztec'> = {
  code128: 'Code128',
  ean13: 'Code128',
  code39: 'Code128',
  itf: 'Code128',
  qr: 'QR',
  datamatrix: 'QR',
  pdf417: 'PDF417',
  aztec: 'Aztec',
};

export const appleFormat = ({ kind }: WalletBarcode) => `PKBarcodeFormat${appleFormats[kind]}` as const;

/** Google supports ITF only with fourteen digits. */
export const googleFormat = ({ kind, text }: WalletBarcode): string =>
  kind === 'itf' && text.length !== 14 ? 'CODE_128' : googleFormats[kind];

const googleFormats: Record<DrawnKind, string> = {
  code128: 'CODE_128',
  ean13: 'EAN_13',
  code39: 'CODE_39',
  itf: 'ITF_14',
  qr: 'QR_CODE',
  datamatrix: 'DATA_MATRIX',
  pdf417: 'PDF_417',
  aztec: 'AZTEC',
};
