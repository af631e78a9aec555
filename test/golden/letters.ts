/** Subject, text and page of every letter, and every text message, in both languages. */
import type { Language } from '../../src/platform/text/language.ts';
import { everyLetter, type Written } from '../support/every-letter.ts';
import type { Golden } from './golden.ts';
import { pageText } from './page-text.ts';

const languages: Language[] = ['ru', 'en'];

export const letters = (): Golden =>
  Object.fromEntries(
    Object.entries(everyLetter).flatMap(([kind, write]) =>
      languages.map((language) => [
        `letters/${kind}.${language}.txt`,
        write(language)
          .map(textOf)
          .join(`\n${'='.repeat(20)}\n`),
      ]),
    ),
  );

const textOf = (written: Written): string =>
  typeof written === 'string'
    ? `${written}\n`
    : `${written.subject}\n\n${written.text.trimEnd()}\n\nAs a page:\n${pageText(written.html)}`;
