/** What can be wrong with a field of any form. */
import { formatCount } from '../../platform/text/formats.ts';
import type { Language } from '../../platform/text/language.ts';

const tooLong: Record<Language, (most: string) => string> = {
  ru: (most) => `Слишком длинно: до ${most} знаков.`,
  en: (most) => `Too long: up to ${most} characters.`,
};

/** Characters are counted as people see letters, so an emoji is no longer than in a browser; null: it is not too long. */
export const tooLongText = (text: string, most: number, language: Language): string | null =>
  text.length > most && [...text].length > most ? tooLong[language](formatCount(most, language)) : null;

/** Somebody chose what is not among the choices, as of a page that is old by now. */
export const notOffered: Record<Language, string> = {
  ru: 'Такого варианта нет. Выберите заново.',
  en: 'There is no such choice. Choose again.',
};
