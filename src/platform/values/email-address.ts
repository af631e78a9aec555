/** E-mail addresses. */
import { hasMixedScripts } from './mixed-scripts.ts';

const localPart = String.raw`[^\s@<>()[\]\\,;:"\p{C}.]+(?:\.[^\s@<>()[\]\\,;:"\p{C}.]+)*`;
const domainLabel = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`;
const form = new RegExp(`^${localPart}@(?:${domainLabel}\\.)+(?!\\p{N}+$)${domainLabel}$`, 'u');
const maxLength = 255;
const maxLocalPartLength = 64;

/**
 * Exactly one mailbox: no name, list, quoted local part or line break that could start a header. Letters of any script
 * are allowed on both sides, but not those of two in one word: nobody has such an address.
 */
export const isEmailAddress = (text: string): boolean =>
  text.length <= maxLength &&
  text.lastIndexOf('@') <= maxLocalPartLength &&
  form.test(text) &&
  !hasMixedScripts(text);
