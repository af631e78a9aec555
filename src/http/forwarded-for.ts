import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { createLoadLimit } from '../platform/process/load-limit.ts';

/** A header that everybody can send fills no log. */
const linesOfHeader = { events: 1, windowSeconds: 600 };

/**
 * Warns when a request names an address that is not believed. Behind a proxy that the settings don't know all callers share
 * the proxy's address: limits count them as one, and lists of allowed networks let in all or nobody.
 */
export function createForwardedForWatch({ log, clock }: Pick<Context, 'log' | 'clock'>) {
  const lines = createLoadLimit(linesOfHeader);
  return (request: FastifyRequest): void => {
    if (request.headers['x-forwarded-for'] === undefined) return;
    if (request.ip !== request.socket.remoteAddress) return;
    if (lines.take('x-forwarded-for', clock.now()) > 0) return;
    log.warn(
      'X-Forwarded-For of a proxy that is not trusted: if it is yours, name it in FACEVALUE_TRUSTED_PROXIES',
    );
  };
}
