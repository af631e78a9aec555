/** Masks foreign texts before they are stored for people to read. */

/** Instead of what nobody but its owner may see. */
export const masked = '•••';

/** The beginning is enough to find a mistake. */
const longestText = 4000;
const longestValue = 300;

export const shorten = (text: string): string =>
  text.length > longestText ? `${text.slice(0, longestText)}\n…` : text;

export const beginningOf = (value: string): string =>
  value.length > longestValue ? `${value.slice(0, longestValue)}…` : value;

/** Addresses, phones and what may be a code are masked. */
export const withoutAddresses = (text: string): string =>
  text.replaceAll(word, (one) => (/[^@]@[^@]/.test(one) ? masked : one)).replaceAll(phone, masked);

const word = /[^\s<>"'(),;:]+/g;

/** A number is divided by few signs. */
const phone = /\+?(?:\d{10,}|[78]?[\s(-]{0,4}\d{3}[\s)-]{0,4}\d{3}[\s-]{0,4}\d{2}[\s-]{0,4}\d{2})/g;

/** A gift link opens its certificate, so where it is only looked at it loses its token, in JSON and forms alike. */
export const hideGiftLinks = (text: string): string =>
  text.replaceAll(/((?:\\?\/|%2F)g(?:\\?\/|%2F))[\w-]+/gi, '$1…');
