/** How long the body of a request may be, by what it carries; every route that takes one has its line here. */

/** Forms of people. */
export const maxFormBytes = {
  /** A button and no fields. */
  button: 1024,
  /** A few fields that a person fills in. */
  fields: 8192,
  /** A checkbox for each row of the longest table. */
  table: 128 * 1024,
} as const;

export type FormSize = keyof typeof maxFormBytes;

/** Requests of programs. */
export const maxApiBytes = {
  /** An order in Cyrillic with a greeting takes 15,000. */
  clientApi: 65_536,
  /** A code and a till. */
  integration: 4096,
  /** A receipt for each part of an SMS. */
  textReceipts: 65_536,
} as const;
