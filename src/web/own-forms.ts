import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A form that came from a page of somebody else's; answered as any other failure, by the route's own page. */
export class ForeignForm extends Error {
  readonly statusCode = 403;
}

const harmless = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Where a cookie says who is asking, what changes anything must come from a page of ours. Browsers say where a request
 * comes from (`Sec-Fetch-Site`); over plain http off this machine they don't, and the `Origin` has to be ours.
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
