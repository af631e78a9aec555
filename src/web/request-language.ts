import type { FastifyRequest } from 'fastify';
import { chooseLanguage, type Language } from '../platform/text/language.ts';

/** The language to answer in: `?lang=`, then the browser's, then that of the content. */
export const languageOf = (request: FastifyRequest, otherwise?: Language): Language =>
  chooseLanguage(
    (request.query as { lang?: unknown } | undefined)?.lang,
    request.headers['accept-language'],
    otherwise,
  );

/** One of our addresses with the reader's language. */
export const at = (path: string, language: Language): string =>
  `${path}${path.includes('?') ? '&' : '?'}lang=${language}`;

/** A path with a query of the given values that are not empty, without the language. */
export function addressOf(path: string, query: Readonly<Record<string, string | null | undefined>>): string {
  const given = Object.entries(query).filter(([name, value]) => name !== 'lang' && value);
  const text = new URLSearchParams(given.map(([name, value]) => [name, value ?? ''])).toString();
  return text === '' ? path : `${path}?${text}`;
}
