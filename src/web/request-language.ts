import type { FastifyRequest } from 'fastify';
import { chooseLanguage, type Language } from '../platform/text/language.ts';

/** The language to answer in: `?lang=`, then the browser's, then the one of what is shown. */
export const languageOf = (request: FastifyRequest, otherwise?: Language): Language =>
  chooseLanguage(
    (request.query as { lang?: unknown } | undefined)?.lang,
    request.headers['accept-language'],
    otherwise,
  );

/** An address of ours that keeps the reader's language. */
export const at = (path: string, language: Language): string => `${path}?lang=${language}`;
