/** Notes of template versions, by language. */
import type { Language } from '../platform/text/language.ts';

/** Notes of versions that the platform itself writes, in Russian. */
const russian: Record<string, string> = {
  'the product was changed': 'продукт изменён',
  'how it was until then': 'как было до этого',
};

export const noteText = (note: string, language: Language): string =>
  language === 'ru' ? (russian[note] ?? note) : note;
