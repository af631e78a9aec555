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
export const at = (path: string, language: Language): string => `${path}?lang=${language}`;
