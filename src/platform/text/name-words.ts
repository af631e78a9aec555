/** Names are found by the beginnings of their words, by an index. */

const longestWord = 60;
const mostWords = 8;

/** What is no letter and no digit separates words, whatever the locale of the database takes for a letter. */
const signs = '«»„“”‘’‹›…–—−·•№!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';

/** The words of a text in the form in which names are compared: small letters, е for ё. */
export const wordsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll('ё', 'е')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, mostWords)
    .map((word) => word.slice(0, longestWord));

/** What finds names that have these words, each by its beginning; null: there are none. */
export const queryOf = (words: readonly string[]): string | null =>
  words.length === 0 ? null : words.map((word) => `${word}:*`).join(' & ');

/** SQL: the name has the words of the parameter, by the indexes of migration 0272, which have the same expression. */
export const hasWords = (column: string, parameter: string): string =>
  `to_tsvector('simple', translate(${column}, 'ёЁ${sqlSigns()}', 'еЕ' || repeat(' ', ${signs.length}))) @@ to_tsquery('simple', ${parameter})`;

const sqlSigns = (): string => signs.replaceAll("'", "''");
