/** A number with the right plural form of its noun and a non-breaking space. */
import type { Language } from './language.ts';

const rules = { ru: new Intl.PluralRules('ru'), en: new Intl.PluralRules('en') };

/** «1 день», «2 дня», «5 дней». */
export type Forms = readonly [one: string, few: string, many: string];

export function counted(count: number, language: Language, [one, few, many]: Forms): string {
  const rule = rules[language].select(count);
  return `${count}\u00a0${rule === 'one' ? one : rule === 'few' ? few : many}`;
}
