/** Languages of all pages, letters and documents; Russian is the default. */
export type Language = 'ru' | 'en';

export const usualLanguage: Language = 'ru';

const maxHeaderLength = 512;

export const isLanguage = (value: unknown): value is Language => value === 'ru' || value === 'en';

/** `?lang=` first, then `Accept-Language` by its weights, then the page's own default. */
export function chooseLanguage(
  asked: unknown,
  acceptLanguage: string | undefined,
  otherwise: Language = usualLanguage,
): Language {
  if (isLanguage(asked)) return asked;
  if (acceptLanguage === undefined) return otherwise;
  const preferences = acceptLanguage.slice(0, maxHeaderLength).split(',').map(readWish);
  // The sort is stable, so equal weights keep the browser's order.
  const best = preferences.filter((wish) => wish.weight > 0).toSorted((a, b) => b.weight - a.weight);
  for (const { language } of best) if (isLanguage(language)) return language;
  return otherwise;
}

/**
 * The link for a message in this language, so that its page uses the same. A Russian link stays bare, and its page
 * follows the visitor's browser.
 */
export const inLanguage = (link: string, language: Language): string =>
  language === usualLanguage ? link : `${link}?lang=${language}`;

function readWish(part: string): { language: string; weight: number } {
  const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
  const quality = parameters.find((parameter) => parameter.trim().startsWith('q='));
  const weight = quality === undefined ? 1 : Number(quality.trim().slice(2));
  return { language: tag.trim().split('-')[0] ?? '', weight: Number.isFinite(weight) ? weight : 0 };
}
