import type { FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { createLoadLimit } from '../platform/process/load-limit.ts';

/** Limits log lines, because everybody can send this header. */
const linesOfHeader = { events: 1, windowSeconds: 600 };

/**
 * Warns about X-Forwarded-For from an untrusted address. Behind a proxy that the settings do not list all callers share
 * the proxy's address, so limits count them as one, and allowed networks admit all or nobody.
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
