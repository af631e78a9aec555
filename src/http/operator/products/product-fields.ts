/** The fields of a product, section by section. */
import {
  acceptances,
  activationSchemes,
  barcodeKinds,
  mostInOnePurchase,
  type ProductSet,
} from '../../../catalog/set-product.ts';
import { html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import {
  choice,
  count,
  flag,
  line,
  mail,
  requiredLine,
  roubles,
  term,
  textRead,
} from '../../../web/form/kinds.ts';

const longestTerms = 60_000;
export const mostDays = 3650;
const mostCodes = 999_999_999;

const text = line({ most: 2000 });

export const productSections = {
  texts: {
    title: requiredLine({ most: 300 }),
    brief: line({ most: 2000, rows: 2, attributes: null }),
    disclaimer: {
      ...line({ most: longestTerms, rows: 8, attributes: null }),
      // Terms are kept as they are stored, with their edges.
      read: ([typed = '']: readonly string[], language: Language) => textRead(typed, longestTerms, language),
    },
    image: text,
  },
  catalogue: {
    www: text,
    url: text,
    code: line({ most: 2000, attributes: html`autocomplete="off" autocapitalize="none" spellcheck="false"` }),
    catalogComment: text,
  },
  validity: {
    validity: choice(['unlimited', 'fixed', 'days']),
    validUntil: line({ type: 'date', most: 20, attributes: null }),
    validDays: line({ most: 20, attributes: html`inputmode="numeric" autocomplete="off"` }),
    minValidityDays: count({ least: 0, most: mostDays, empty: 0 }),
  },
  delivery: {
    digitalAcceptance: choice(acceptances),
    certificatesInOnePurchase: count({ least: 1, most: mostInOnePurchase }),
    barcodeKind: term(barcodeKinds),
    barcodeOf: choice(['number', 'pin']),
  },
  ofPool: {
    activationScheme: choice(activationSchemes),
    deliverBeforeActivation: flag(),
    lowStock: count({ least: 0, most: mostCodes, empty: null }),
  },
  flags: { codeInLetter: flag(), remindBeforeExpiry: flag(), inParts: flag() },
  ofChoice: { confirmAboveKopecks: roubles({ name: 'confirmAbove', empty: null }) },
  language: { language: choice(['ru', 'en']) },
  issuer: {
    issuerName: text,
    issuerAddress: text,
    supportPhone: text,
    supportEmail: mail('text'),
    supportUrl: text,
  },
};

const { texts, catalogue, validity, delivery, ofPool, flags, ofChoice, language, issuer } = productSections;

export const productFields = {
  ...texts,
  ...catalogue,
  ...validity,
  ...delivery,
  ...ofPool,
  ...flags,
  ...ofChoice,
  ...language,
  ...issuer,
};

/** The field at which a refusal is said. */
export const refusedAt = {
  'barcode-unfit': 'barcodeKind',
  'activation-needs-pool': 'activationScheme',
  'choice-needs-platform': 'digitalAcceptance',
  'choice-is-fixed': 'digitalAcceptance',
  'parts-need-till': 'inParts',
} as const satisfies Partial<Record<ProductSet, keyof typeof productFields>>;
