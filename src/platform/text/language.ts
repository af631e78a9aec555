import { LRUCache } from 'lru-cache';

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
  return preferredIn(acceptLanguage.slice(0, maxHeaderLength)) ?? otherwise;
}

/** Browsers send few different ones. */
const maxKnownHeaders = 500;
const knownPreferences = new LRUCache<string, { language: Language | null }>({ max: maxKnownHeaders });

/** The best of our languages that a header names; null if it names none. */
function preferredIn(header: string): Language | null {
  const known = knownPreferences.get(header);
  if (known !== undefined) return known.language;
  // The sort is stable, so equal weights keep the browser's order.
  const preferences = header.split(',').map(readPreference);
  const best = preferences.filter((one) => one.weight > 0).toSorted((a, b) => b.weight - a.weight);
  const language = best.map((one) => one.language).find(isLanguage) ?? null;
  knownPreferences.set(header, { language });
  return language;
}

/**
 * The link for a message in this language, so that its page uses the same. A Russian link stays bare, and its page
 * follows the visitor's browser.
 */
export const inLanguage = (link: string, language: Language): string =>
  language === usualLanguage ? link : `${link}?lang=${language}`;

function readPreference(part: string): { language: string; weight: number } {
  const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
  const quality = parameters.find((parameter) => parameter.trim().startsWith('q='));
  const weight = quality === undefined ? 1 : Number(quality.trim().slice(2));
  return { language: tag.trim().split('-')[0] ?? '', weight: Number.isFinite(weight) ? weight : 0 };
}
