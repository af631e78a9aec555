import type { Language } from '../../platform/web/language.ts';
import type { CertificateDesign } from '../../templates/design.ts';
import type { WalletName } from '../../delivery/wallet/wallets.ts';
import type { Notice } from './notice-view.ts';
import { englishWords } from './words-en.ts';
import { russianWords } from './words-ru.ts';

/** What is said of a certificate that nobody can pay with any more. */
export interface EndWords {
  stamp: string;
  /** Before the contacts of those who help. */
  ask: string;
  /** Where no contact is known; empty where there is nothing to add. */
  askNobody: string;
}

export interface GiftWords {
  certificate: string;
  otherLanguage: { language: Language; name: string };
  languageNav: string;
  giftFor: (recipient: string) => string;
  giftFromFor: (sender: string, recipient: string) => string;
  giftFrom: (sender: string) => string;
  faceLabel: string;
  validUntil: (date: string) => string;
  until: (date: string) => string;
  unlimited: string;
  reveal: string;
  revealHint: string;
  lookUp: string;
  ends: {
    redeemed: EndWords & { told: (moment: string, till: string) => string };
    expired: EndWords & { told: (date: string) => string };
    refunded: EndWords & { told: (date: string) => string };
    blocked: EndWords & { told: () => string };
  };
  awaiting: string;
  closed: string;
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
  /** Opens the barcode over the whole screen. */
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
  validity: string;
  issuer: string;
  site: string;
  phone: string;
  email: string;
  help: string;
  notices: Record<Notice, { title: string; text: string }>;
  backToGift: string;
}

export const giftWords: Record<Language, GiftWords> = { ru: russianWords, en: englishWords };

/** Our words, and the brand's own where its design has some. */
export function wordsOf(design: CertificateDesign, language: Language): GiftWords {
  const ours = giftWords[language];
  const theirs = design.words[language];
  return {
    ...ours,
    certificate: theirs.certificate ?? ours.certificate,
    reveal: theirs.reveal ?? ours.reveal,
    number: theirs.number ?? ours.number,
    pin: theirs.pin ?? ours.pin,
    barcodeHint: theirs.barcode ?? ours.barcodeHint,
    terms: theirs.terms ?? ours.terms,
  };
}
