/** An issued certificate: its row, and what pages, letters, PDF and wallets show of it, without its code. */
import type { ClientLook } from './looks/client-look.ts';
import type { Language } from '../platform/text/language.ts';
import type { CertificateDesign, DesignBlocks } from './templates/design.ts';
import { contentOfBarcode } from '../platform/values/judge-barcode.ts';
import type { Tx } from '../platform/database/database.ts';
import { insertion } from '../platform/database/rows.ts';

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

/** How certificates of the product are used, as its catalogue or its operator says. */
export interface Use {
  acceptance: 'any' | 'eshop' | 'offline' | 'no' | 'exchange';
  /** How many of them one purchase takes; null: nobody has said. */
  mostInOnePurchase: number | null;
  /** The platform makes its numbers, and its holder exchanges it at `/x/…`. */
  isExchangedHere?: boolean;
}

/** A certificate as shown before its code is opened; contains no secret. */
export interface GiftView {
  clientId: number;
  requestId: number;
  orderId: number;
  orderNumber: string;
  productTitle: string;
  brief: string;
  pictureUrl: string | null;
  faceKopecks: number;
  /** Once a part of it was redeemed, and as long as something is left; of a choice certificate also if nothing is. */
  leftKopecks: number | null;
  /** The last second of validity; null if unlimited. */
  expiresAt: Date | null;
  /** The brand's own HTML from the catalogue; must pass through `terms.ts` before it is shown. */
  termsHtml: string;
  www: string;
  use: Use;
  issuer: { name: string; legalAddress: string };
  support: { phone: string; email: string; url: string };
  /** The order's greeting; see `greetingIn`. */
  greeting: string;
  /** The sender that the order names, or else the client's look. */
  senderName: string;
  recipientName: string;
  /** What its client adds to it; null or absent: nothing. */
  clientLook?: ClientLook | null;
  /** Language of messages to the recipient. */
  language: Language;
  /**
   * `text` is a pattern for the content of the barcode: `{{number}}`, `{{pin}}` or both with characters between them.
   */
  barcode: { kind: BarcodeKind; text: string };
  /** The template version it was sold with. */
  design: CertificateDesign;
  /** A test order: sample values, marked as a sample wherever it is shown. */
  sample: boolean;
  /**
   * A code that its supplier has not activated yet is either shown (`awaiting-activation`, if agreed) or not
   * (`closed-until-activation`). A certificate accepted by a till stays `redeemed`, whatever follows.
   */
  state: 'active' | 'blocked' | 'awaiting-activation' | 'closed-until-activation' | 'redeemed' | 'expired';
  /** When a till accepted it, as far as known. */
  redeemedAt: Date | null;
  /** Name of the till, as the supplier calls it; empty if not redeemed. */
  redeemedAtTill: string;
  /** When it was taken back and its sum returned; it is `blocked` since then. */
  refundedAt: Date | null;
  /** It ended long ago, and its number is no longer kept. */
  codeErased: boolean;
}

/** It is exchanged for others here. */
export const isChoice = ({ use }: Pick<GiftView, 'use'>): boolean => use.isExchangedHere === true;

/** Can no longer be used; the number of a redeemed or expired certificate may still be viewed until it is erased. */
export const isOver = ({ state }: Pick<GiftView, 'state'>): boolean =>
  state === 'redeemed' || state === 'expired' || state === 'blocked';

/** The secret part, in memory only while it is shown. */
export interface CertificateCode {
  number: string;
  /** `''` if the brand has no PIN. */
  pin: string;
  /** The page on which a choice certificate is exchanged, as no till takes its number; shown on paper and to its client. */
  exchangeLink?: string;
}

/** The content of the certificate's barcode; empty if it shows none. */
export const barcodeText = ({ barcode }: Pick<GiftView, 'barcode'>, code: CertificateCode): string =>
  contentOfBarcode(barcode, code);

/** The code's blocks to draw, in order: those of the design, but never without the number or PIN. */
export function codeBlocks(view: Pick<GiftView, 'design'>, code: CertificateCode): DesignBlocks['code'] {
  const blocks = view.design.blocks.code.filter((block) => block !== 'pin' || code.pin !== '');
  return blocks.includes('number') || blocks.includes('pin') ? blocks : ['number', ...blocks];
}

/** The product's name on the certificate, by language. */
export const titleIn = (
  { design, productTitle }: Pick<GiftView, 'design' | 'productTitle'>,
  language: Language,
): string => design.words[language].title ?? productTitle;

/** What the giver wrote, or what the client says in its place. */
export const greetingIn = (
  { greeting, clientLook }: Pick<GiftView, 'greeting' | 'clientLook'>,
  language: Language,
): string => (greeting === '' ? (clientLook?.words[language].greeting ?? '') : greeting);

/** A newly issued certificate. */
export interface NewCertificate {
  clientId: number;
  requestId: number;
  orderId: number;
  productId: number;
  supplierId: number;
  /** Null for a test order. */
  codeId: number | null;
  faceKopecks: number;
  issuedAt: Date;
  expiresAt: Date | null;
  tokenHash: Buffer;
  senderEmail: string;
  senderName: string;
  recipientName: string;
  greeting: string;
  /** The product's template version; null if it never had one. */
  templateVersion: number | null;
}

const certificatesInsertion = insertion('certificates', {
  client_id: 'bigint',
  request_id: 'bigint',
  order_id: 'bigint',
  product_id: 'bigint',
  supplier_id: 'bigint',
  code_id: 'bigint',
  face_kopecks: 'bigint',
  issued_at: 'timestamptz',
  expires_at: 'timestamptz',
  token_hash: 'bytea',
  sender_email: 'text',
  sender_name: 'text',
  recipient_name: 'text',
  greeting: 'text',
  template_version: 'integer',
});

export async function insertCertificates(tx: Tx, certificates: NewCertificate[]): Promise<void> {
  await certificatesInsertion.into(
    tx,
    certificates.map((certificate) => ({
      client_id: certificate.clientId,
      request_id: certificate.requestId,
      order_id: certificate.orderId,
      product_id: certificate.productId,
      supplier_id: certificate.supplierId,
      code_id: certificate.codeId,
      face_kopecks: certificate.faceKopecks,
      issued_at: certificate.issuedAt,
      expires_at: certificate.expiresAt,
      token_hash: certificate.tokenHash,
      sender_email: certificate.senderEmail,
      sender_name: certificate.senderName,
      recipient_name: certificate.recipientName,
      greeting: certificate.greeting,
      template_version: certificate.templateVersion,
    })),
  );
}

/** Dark colours on which white text has a contrast of at least 4.5, each with a lighter companion. */
const tones = [
  { deep: '#7a1f3d', light: '#c4526b' },
  { deep: '#1f4a5f', light: '#3f8aa3' },
  { deep: '#3a2f6b', light: '#7a69b8' },
  { deep: '#14532d', light: '#3f9463' },
  { deep: '#7c3a12', light: '#c9783b' },
  { deep: '#0f4c4a', light: '#2f918a' },
  { deep: '#5b2245', light: '#a8568b' },
  { deep: '#233a73', light: '#5577c4' },
] as const;

export interface BrandColour {
  deep: string;
  light: string;
}

/** The colour for a brand without a picture; the same title always gets the same one. */
export function brandColour(title: string): BrandColour {
  let hash = 0;
  for (const character of title) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
  return tones[hash % tones.length] ?? tones[0];
}
