/** Schemes of code transfer and activation that go together. */
export const schemes = [
  'pool/none',
  'pool/letter',
  'pool/pull',
  'pool/api',
  'api/none',
  'platform/none',
] as const;
export type Scheme = (typeof schemes)[number];

export const isScheme = (text: string): text is Scheme => (schemes as readonly string[]).includes(text);

/** The supplier's server is called for a code, or to activate one. */
export const calledSchemes: readonly Scheme[] = ['api/none', 'pool/api'];

/** Tested by a real code that is sold, activated and accepted; the others by `supplier certify`. */
export const schemesTestedByHand: readonly Scheme[] = ['pool/none', 'pool/letter', 'pool/pull'];

/** SQL: the scheme of a product. */
export const schemeOf = (product: string): string =>
  `${product}.transfer_scheme || '/' || ${product}.activation_scheme`;
