import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A form from another site's page; answered like any other failure, by the route's own page. */
export class ForeignForm extends Error {
  readonly statusCode = 403;
}

const harmless = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * CSRF protection for routes with a session cookie: changes must come from our own pages. Browsers say so in
 * `Sec-Fetch-Site`; over plain http they do so only on this machine, so otherwise `Origin` must be ours.
 */
export function refuseForeignForms(scope: FastifyInstance, baseUrl: string): void {
  const { origin } = new URL(baseUrl);
  scope.addHook('onRequest', (request, _reply, next) => {
    if (harmless.has(request.method) || isOwn(request, origin)) next();
    else next(new ForeignForm('A form of a foreign page.'));
  });
}

function isOwn({ headers }: FastifyRequest, origin: string): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined ? headers.origin === origin : site === 'same-origin';
}
