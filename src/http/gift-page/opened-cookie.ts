/**
 * A browser that has just opened a gift is sent to the gift's own address, so that going back, reloading or another language
 * shows the gift again instead of the browser's question about a form. That it was opened is a cookie of this gift alone, for a
 * while; it opens nothing that its owner could not open by the button (docs/decisions/0088-back-to-an-opened-gift.md).
 */
import type { FastifyReply, FastifyRequest } from 'fastify';

const openedName = 'gift-opened';
/** Tells that the browser keeps cookies; those without get the opened gift as the answer to their button. */
const keptName = 'gift-cookies';
const openedSeconds = 30 * 60;

const has = ({ headers }: FastifyRequest, name: string): boolean =>
  (headers.cookie ?? '').split(/;\s*/).includes(`${name}=1`);

export const keepsCookies = (request: FastifyRequest): boolean => has(request, keptName);

export function tryCookies(request: FastifyRequest, reply: FastifyReply): void {
  if (!keepsCookies(request))
    void reply.header('set-cookie', `${keptName}=1; Path=/g/; SameSite=Strict; HttpOnly`);
}

/** Links of other sites and what a browser loads ahead show the sealed gift. */
export const wasOpened = (request: FastifyRequest): boolean =>
  has(request, openedName) && request.headers['sec-purpose'] === undefined;

/** A script of the page removes it when a person wants the gift forgotten. */
export function noteOpened(reply: FastifyReply, path: string): void {
  void reply.header('set-cookie', `${openedName}=1; Path=${path}; Max-Age=${openedSeconds}; SameSite=Strict`);
}
