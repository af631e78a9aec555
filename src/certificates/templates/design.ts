import type { Language } from '../../platform/text/language.ts';

/** The three areas of a certificate, on page and paper, and the blocks that each may contain, in the default order. */
export const placesOfBlocks = {
  head: ['face', 'validity', 'greeting'],
  code: ['number', 'pin', 'barcode'],
  below: ['terms', 'places', 'order_number', 'issuer', 'support'],
} as const;

export type DesignBlocks = {
  [Place in keyof typeof placesOfBlocks]: (typeof placesOfBlocks)[Place][number][];
};

/** Labels that a brand may replace. */
export const designLabels = [
  /** The name of the product; see `titleIn`. */
  'title',
  /** Next to the brand: «Подарочный сертификат». */
  'certificate',
  /** The button that opens the gift. */
  'reveal',
  'number',
  'pin',
  /** Below the barcode: «Покажите на кассе». */
  'barcode',
  'terms',
  /** One sentence on paper: how to pay with it. */
  'hint',
] as const;

export type DesignLabels = Partial<Record<(typeof designLabels)[number], string>>;

/**
 * `#rrggbb` each. `onAccent` on `accent`, and `accent` on `paper` or the background, have a contrast of at least 4.5.
 */
export interface DesignColours {
  /** Buttons, links, lines. */
  accent: string;
  onAccent: string;
  /** Behind the sheet. */
  paper: string;
}

/**
 * Texts of the letter as written in the template, with placeholders such as `{{ recipient }}`; absent ones use the
 * default.
 */
export interface LetterTexts {
  subject?: string;
  /** Preview text that mail programs show next to the subject. */
  preheader?: string;
  heading?: string;
  text?: string;
  button?: string;
}

/**
 * The look of a certificate as plain data, from which page, letter, PDF and print are drawn. Picture, terms and barcode
 * are in the certificate's view instead: the template's, or else the product's.
 */
export interface CertificateDesign {
  /** Dark mode uses `dark`; paper always uses `light`. */
  colours: { light: DesignColours; dark: DesignColours };
  /** Background and text of the title if there is no picture; null: a colour derived from the title. */
  banner: { ground: string; text: string } | null;
  /** The visible blocks in order, per area. Blocks that are not listed are hidden. */
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
