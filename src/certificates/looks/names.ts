/** Names that somebody could pass for, compared as the eye compares them. */
import { asLatinLetters } from '../../platform/text/look-alikes.ts';

/** Shorter names are found in too many others. */
const leastLetters = 3;

/**
 * Characters that look alike in a name. In numbers and codes they are different, so this is for names only. A small L
 * looks like a capital I.
 */
const alike: Record<string, string> = { 0: 'O', 1: 'I', L: 'I', 3: 'З', Ø: 'O', Ł: 'I', Đ: 'D', Ħ: 'H' };

/** Words as they look: accents, small letters, alphabets and digits that stand for letters make no difference. */
const seenWords = (text: string): string[] =>
  asLatinLetters(text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toUpperCase())
    .replaceAll(/./gu, (sign) => alike[sign] ?? sign)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** Whether a text has a name: as words of their own, written together or apart. */
export function names(text: string, name: string): boolean {
  const wanted = seenWords(name).join('');
  if (wanted.length < leastLetters) return false;
  const words = seenWords(text);
  return words.some((_word, from) => {
    let together = '';
    for (let to = from; to < words.length && together.length < wanted.length; to++) together += words[to];
    return together === wanted;
  });
}

/** Whether two names look the same. */
export const looksSame = (one: string, other: string): boolean =>
  seenWords(one).join('') === seenWords(other).join('');

const latin = /\p{Script=Latin}/u;
const foreign = /\p{Script=Cyrillic}|\p{Script=Greek}|\p{Script=Armenian}|\p{Script=Cherokee}/u;

/** Whether a word of two alphabets looks like one of Latin letters alone; «МегаFon» does not. */
export const deceives = (text: string): boolean =>
  text
    .split(/[^\p{L}\p{M}]+/u)
    .some(
      (word) =>
        latin.test(word) &&
        foreign.test(word) &&
        /^[A-Z]+$/.test(seenWords(word).join('').replaceAll(/\P{L}/gu, '')),
    );
