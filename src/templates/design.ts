import type { Language } from '../platform/text/language.ts';

/** The three places of a certificate, on the page and on paper, and what may stand in each, in this usual order. */
export const placesOfBlocks = {
  head: ['face', 'validity', 'greeting'],
  code: ['number', 'pin', 'barcode'],
  below: ['terms', 'places', 'order_number', 'issuer', 'support'],
} as const;

export type DesignBlocks = {
  [Place in keyof typeof placesOfBlocks]: (typeof placesOfBlocks)[Place][number][];
};

/** Words of ours that a brand may say its own way. */
export const designLabels = [
  /** The name of the product; see `titleIn`. */
  'title',
  /** Beside the brand: «Подарочный сертификат». */
  'certificate',
  /** The button that opens the gift. */
  'reveal',
  'number',
  'pin',
  /** Under the barcode: «Покажите на кассе». */
  'barcode',
  'terms',
  /** One sentence on paper: how to pay with it. */
  'hint',
] as const;

export type DesignLabels = Partial<Record<(typeof designLabels)[number], string>>;

/** `#rrggbb` each. Text in `onAccent` on `accent`, and `accent` on `paper` or on a sheet, have a contrast of 4.5 and more. */
export interface DesignColours {
  /** Buttons, links, lines. */
  accent: string;
  onAccent: string;
  /** Behind the sheet. */
  paper: string;
}

/** Texts of the letter as written in the template, with places such as `{{ recipient }}`; what is absent is ours. */
export interface LetterTexts {
  subject?: string;
  /** What mail programs show beside the subject. */
  preheader?: string;
  heading?: string;
  text?: string;
  button?: string;
}

/**
 * What a certificate looks like, as plain data: page, letter, PDF and print are drawn from it. The picture, the
 * terms and the barcode of the design are not here: the certificate's view holds them, each the template's or, where that
 * names none, the product's.
 */
export interface CertificateDesign {
  /** In dark clients and at night `dark` takes the place of `light`; paper is always `light`. */
  colours: { light: DesignColours; dark: DesignColours };
  /** The ground and the text of the title where there is no picture; null: a colour made of the title. */
  banner: { ground: string; text: string } | null;
  /** What is shown, and in which order within its place. What is not listed is not shown. */
  blocks: DesignBlocks;
  words: Record<Language, DesignLabels>;
  letter: Record<Language, LetterTexts>;
}

/** The look of a product without a template. */
export const plainDesign: CertificateDesign = {
  colours: {
    light: { accent: '#a63c1a', onAccent: '#ffffff', paper: '#f4eee5' },
    dark: { accent: '#f2a678', onAccent: '#2b1206', paper: '#14110e' },
  },
  banner: null,
  blocks: {
    head: [...placesOfBlocks.head],
    code: [...placesOfBlocks.code],
    below: [...placesOfBlocks.below],
  },
  words: { ru: {}, en: {} },
  letter: { ru: {}, en: {} },
};
