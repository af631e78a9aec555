/** Hints that commands add when an e-mail address is wrong. */
import { hasMixedScripts } from '../../platform/values/mixed-scripts.ts';

/** People cannot see from which alphabet a letter is. */
export const addressHint = (address: string): string =>
  hasMixedScripts(address)
    ? ' It has letters of another alphabet that look like Latin ones, such as a Cyrillic а: type it again.'
    : '';
