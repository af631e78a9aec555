/** Which columns of a list are left out: a choice for each browser, as screens differ. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieNamed } from '../session-cookie.ts';

const keptDays = 365;
/** Far below what a browser keeps and a proxy lets through. */
const longestChoice = 1000;
const choice = (baseUrl: string) => cookieNamed('columns', baseUrl, keptDays);

/** The keys are the addresses of the lists. */
const choicesIn = (request: FastifyRequest, baseUrl: string): URLSearchParams =>
  new URLSearchParams(choice(baseUrl).read(request));

export const hiddenColumns = (request: FastifyRequest, baseUrl: string, list: string): ReadonlySet<string> =>
  new Set(choicesIn(request, baseUrl).get(list)?.split('.'));

/** The lists chosen for first are forgotten where there are too many. */
export function hideColumns(
  request: FastifyRequest,
  reply: FastifyReply,
  baseUrl: string,
  { list, hidden }: { list: string; hidden: readonly string[] },
): void {
  const choices = choicesIn(request, baseUrl);
  choices.delete(list);
  if (hidden.length > 0) choices.append(list, hidden.join('.'));
  const kept = [...choices];
  while (new URLSearchParams(kept).toString().length > longestChoice) kept.shift();
  if (kept.length === 0) choice(baseUrl).clear(reply);
  else choice(baseUrl).set(reply, new URLSearchParams(kept).toString());
}
