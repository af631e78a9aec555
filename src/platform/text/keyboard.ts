/** Converts a text typed with the wrong keyboard layout: the keys of ЙЦУКЕН and QWERTY. */

const russianKeys = 'йцукенгшщзхъфывапролджэячсмитьбюё№';
const latinKeys = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`#";

const typedBy = (from: string, to: string) => {
  const keys = new Map(Array.from(from, (key, place) => [key, to.charAt(place)]));
  return (text: string): string => Array.from(text.toLowerCase(), (sign) => keys.get(sign) ?? sign).join('');
};

/** What the same keys give with a Latin layout, in small letters. */
export const onLatinKeys = typedBy(russianKeys, latinKeys);

/** What the same keys give with a Russian layout, in small letters. */
export const onRussianKeys = typedBy(latinKeys, russianKeys);
