import type { Language } from '../platform/text/language.ts';
import type { CertificateDesign, DesignBlocks } from '../templates/design.ts';

export type { Language };

export type BarcodeKind =
  | 'none'
  | 'code128'
  | 'ean13'
  | 'code39'
  | 'itf'
  | 'qr'
  | 'datamatrix'
  | 'pdf417'
  | 'aztec';

/** What a certificate shows before it is revealed: nothing secret. */
export interface GiftView {
  clientId: number;
  requestId: number;
  orderId: number;
  orderNumber: string;
  productTitle: string;
  brief: string;
  pictureUrl: string | null;
  faceKopecks: number;
  /** The last second of the validity; null when it is unlimited. */
  expiresAt: Date | null;
  /** The brand's own HTML as the catalogue holds it: always through `terms.ts` before anyone sees it. */
  termsHtml: string;
  www: string;
  issuer: { name: string; legalAddress: string };
  support: { phone: string; email: string; url: string };
  greeting: string;
  senderName: string;
  recipientName: string;
  /** In which the recipient is written to. */
  language: Language;
  /** `text` is a pattern of what the bars say: `{{number}}`, `{{pin}}` or both with signs between them. */
  barcode: { kind: BarcodeKind; text: string };
  /** The look it was sold with. */
  design: CertificateDesign;
  /** A test order: canned values, marked as a sample wherever it is shown. */
  sample: boolean;
  /**
   * Of codes that their supplier has yet to activate, `awaiting-activation` are shown all the same, as agreed, and
   * `closed-until-activation` are not. What a till has accepted is `redeemed`, whatever comes after it.
   */
  state: 'active' | 'blocked' | 'awaiting-activation' | 'closed-until-activation' | 'redeemed' | 'expired';
  /** When a till accepted it, as far as we were told. */
  redeemedAt: Date | null;
  /** Which till, in its supplier's words; empty while none has. */
  redeemedAtTill: string;
  /** When it was taken back and its sum returned; it is `blocked` since. */
  refundedAt: Date | null;
}

/** Nobody can pay with it any more; the number of what was redeemed or has expired may still be looked up. */
export const isOver = ({ state }: Pick<GiftView, 'state'>): boolean =>
  state === 'redeemed' || state === 'expired' || state === 'blocked';

/** The secret part, in memory only while it is shown. */
export interface CertificateCode {
  number: string;
  /** `''` when the brand has none. */
  pin: string;
}

/** The text that the certificate's barcode carries; empty when it shows no barcode. */
export function barcodeText({ barcode }: Pick<GiftView, 'barcode'>, code: CertificateCode): string {
  if (barcode.kind === 'none') return '';
  const named = [...barcode.text.matchAll(placeOfCode)].map(([, name]) => name);
  // Without a PIN, a pattern of both would end in a dangling sign: the number alone is what a till can read.
  if (code.pin === '' && named.includes('pin')) return named.includes('number') ? code.number : '';
  return barcode.text.replaceAll(placeOfCode, (_, name) => (name === 'pin' ? code.pin : code.number));
}

const placeOfCode = /\{\{\s*(number|pin)\s*\}\}/g;

/** The code's blocks that are drawn, in order: those of the design, and never a code without its number or PIN. */
export function codeBlocks(view: Pick<GiftView, 'design'>, code: CertificateCode): DesignBlocks['code'] {
  const blocks = view.design.blocks.code.filter((block) => block !== 'pin' || code.pin !== '');
  return blocks.includes('number') || blocks.includes('pin') ? blocks : ['number', ...blocks];
}

/** The product's name as the certificate bears it in a language. */
export const titleIn = (
  { design, productTitle }: Pick<GiftView, 'design' | 'productTitle'>,
  language: Language,
): string => design.words[language].title ?? productTitle;
