/** Letters of one alphabet among those of another, which only a program tells apart: «а» typed on a Russian keyboard. */

/** Alphabets with letters that look like those of others. Languages that mix other scripts do so on purpose. */
const alphabets = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Coptic', 'Cherokee', 'Lisu', 'Georgian'].map(
  (name) => new RegExp(`\\p{Script=${name}}`, 'u'),
);
/** Small letters, as which addresses are compared, look like Latin ones less often than capitals: н is no h. */
const smallLookAlikes = new Set('аеѕіјорсухԛԝԁһӏѵοϲϳ');

const latin = /\p{Script=Latin}/u;
const isOfTwoAlphabets = (word: string): boolean => alphabets.filter((one) => one.test(word)).length > 1;

function isOfLookAlikes(word: string): boolean {
  const letters = Array.from(word.toLowerCase()).filter((sign) => /\p{L}/u.test(sign));
  return letters.length > 0 && letters.every((letter) => smallLookAlikes.has(letter));
}

/** Wide and mathematical letters, which no keyboard writes. */
const isReshaped = (sign: string): boolean =>
  /\P{ASCII}/u.test(sign) && /[a-z\d]/i.test(sign.normalize('NFKC'));

/**
 * Whether an address has letters that look like others: two alphabets in one word, or a word of look-alikes alone beside Latin ones. A whole
 * Cyrillic name at a Latin domain is an address like any other.
 */
export function hasMixedScripts(address: string): boolean {
  if (!/\P{ASCII}/u.test(address)) return false;
  const [local = '', domain = ''] = address.split('@');
  const words = [local, ...domain.split('.')];
  return (
    words.some(isOfTwoAlphabets) ||
    (latin.test(address) && words.some(isOfLookAlikes)) ||
    Array.from(address.normalize('NFC')).some(isReshaped)
  );
}
