/** How close the rows of lists stand: a choice for each browser, as screens differ. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressOf } from '../request-language.ts';
import { cookieNamed } from '../session-cookie.ts';
import { nextPath } from '../signed-in.ts';

const keptDays = 365;
const choice = (baseUrl: string) => cookieNamed('rows', baseUrl, keptDays);

export const isDense = (request: FastifyRequest, baseUrl: string): boolean =>
  choice(baseUrl).read(request) === 'dense';

export function chooseDensity(reply: FastifyReply, baseUrl: string, asked: string | null): void {
  if (asked === 'dense') choice(baseUrl).set(reply, asked);
  else choice(baseUrl).clear(reply);
}

/** The list on which it was chosen, with its filters. */
export function listToGoBack(asked: unknown): string {
  const [path = '', query = ''] = typeof asked === 'string' ? asked.split('?', 2) : [];
  return addressOf(nextPath(path, '/home'), Object.fromEntries(new URLSearchParams(query)));
}
