/** What the page of a choice certificate is asked, and what all its answers need of it. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { privatePageHeaders } from '../../../web/page-headers.ts';
import { at, languageOf } from '../../../web/request-language.ts';
import type { ConfirmationLimits } from './confirmations.ts';
import type { ExchangePages, ShownChoice } from './exchange-pages.ts';
import type { Search } from './exchange-page.ts';

export interface ExchangeRoute {
  Params: { token: string };
  Querystring: Record<string, string | undefined>;
}

export type ExchangeRequest = FastifyRequest<ExchangeRoute>;

const maxSearch = 100;

export interface Asked {
  pages: ExchangePages;
  limits: ConfirmationLimits;
  request: ExchangeRequest;
  reply: FastifyReply;
  shown: ShownChoice;
  token: string;
}

/** Back leads to addresses of an exchange that was made meanwhile. */
export function isOutdated({ request: { query }, shown }: Asked): boolean {
  const { step } = query;
  return step !== undefined && step !== String(shown.step);
}

export const numberIn = (text: string): number | null => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : null);

export function searchIn(query: ExchangeRequest['query']): Search {
  const { q = '', c = '', after = '' } = query;
  return {
    text: q.replaceAll('\0', '').trim().slice(0, maxSearch),
    categoryId: numberIn(c),
    after: numberIn(after) ?? 0,
  };
}

export const languageFor = ({ request, shown }: Asked) => languageOf(request, shown.view.language);

export function redirect(
  request: ExchangeRequest,
  reply: FastifyReply,
  address: string,
  part = 'main',
): FastifyReply {
  return reply.headers(privatePageHeaders()).redirect(`${at(address, languageOf(request))}#${part}`, 303);
}

export const pathOf = (request: ExchangeRequest): string => `/x/${request.params.token}`;
