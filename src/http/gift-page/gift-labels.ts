import type { Use } from '../../certificates/certificate.ts';
import type { WalletName } from '../../certificates/documents/wallet/wallets.ts';

/** Messages instead of a gift, or beside it. */
export type Notice =
  | 'unknown'
  | 'unreadable'
  | 'failed'
  | 'resent'
  | 'resendLater'
  | 'resendTomorrow'
  | 'resendImpossible';

/** Texts for a certificate that can no longer be used. */
export interface EndLabels {
  stamp: string;
  title: string;
  /** Before the support contacts. */
  ask: string;
  /** If no contact is known; empty if there is nothing to add. */
  askNobody: string;
}

/** A notice: what is so, and what it means. */
export interface NoteLabels {
  title: string;
  text: string;
}

export interface GiftLabels {
  certificate: string;
  giftFor: (recipient: string) => string;
  giftFromFor: (sender: string, recipient: string) => string;
  giftFrom: (sender: string) => string;
  faceLabel: string;
  leftOf: (face: string) => string;
  validUntil: (date: string) => string;
  unlimited: string;
  reveal: string;
  /** Leads to the page of a choice certificate. */
  choose: string;
  chooseHint: string;
  lookChosen: string;
  revealHint: string;
  lookUp: string;
  ends: {
    redeemed: EndLabels & { sentence: (moment: string, till: string) => string };
    expired: EndLabels & { sentence: (date: string) => string };
    refunded: EndLabels & { sentence: (date: string) => string };
    blocked: EndLabels & { sentence: () => string };
  };
  awaiting: NoteLabels;
  closed: NoteLabels;
  /** Loads the page again. */
  lookAgain: string;
  unavailable: string;
  sample: string;
  sampleNote: string;
  code: string;
  codeOver: string;
  number: string;
  pin: string;
  copy: string;
  copied: string;
  copiedNumber: string;
  copiedPin: string;
  copyNumber: string;
  copyPin: string;
  barcode: string;
  barcodeHint: string;
  downloadPdf: string;
  print: string;
  /** Opens the barcode full-screen. */
  showLarge: string;
  largeHint: string;
  close: string;
  saveAsPicture: string;
  wallets: Record<WalletName, string>;
  thank: string;
  thankSubject: string;
  thankText: (title: string) => string;
  where: string;
  online: string;
  /** Null: there is nothing to say. */
  accepted: Record<Use['acceptance'], string | null>;
  inOnePurchase: (most: number) => string;
  onMap: string;
  moreAddresses: (count: number) => string;
  furtherAddresses: (count: number) => string;
  broken: string;
  brokenHint: string;
  brokenSubject: (order: string) => string;
  brokenText: (order: string) => string;
  resend: string;
  resendTo: (address: string) => string;
  resendButton: string;
  kept: string;
  forget: string;
  notKept: string;
  keep: string;
  keptCopy: string;
  terms: string;
  details: string;
  order: string;
  issuer: string;
  /** Names the client through which it came. */
  giver: string;
  site: string;
  phone: string;
  email: string;
  help: string;
  notices: Record<Notice, { title: string; text: string }>;
  backToGift: string;
  receiveByCode: string;
}
