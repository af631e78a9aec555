/** Roubles with kopecks always, as in books: `1 000,00`, `1,000.00`. */
import type { Language } from '../../platform/text/language.ts';
import { kopecksPerRouble } from '../../platform/values/money.ts';

const formats = { ru: sumFormat('ru-RU'), en: sumFormat('en-GB') };

function sumFormat(locale: string): Intl.NumberFormat {
  return new Intl.NumberFormat(locale, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    useGrouping: 'always',
  });
}

export const formatSum = (kopecks: number, language: Language): string =>
  formats[language].format(kopecks / kopecksPerRouble).replace('-', '−');
