import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * The cookie of a signed-in till. Over https it is bound to the very host (`__Host-`); plain http exists only on the
 * machine itself, where browsers would not keep it.
 */
const nameFor = (secure: boolean): string => (secure ? '__Host-till' : 'facevalue-till');

export function readCookie(request: FastifyRequest, secure: boolean): string {
  const prefix = `${nameFor(secure)}=`;
  const pairs = (request.headers.cookie ?? '').split('; ');
  return pairs.find((pair) => pair.startsWith(prefix))?.slice(prefix.length) ?? '';
}

/** `''` takes the cookie away. */
export function setCookie(reply: FastifyReply, value: string, secure: boolean): void {
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Strict'];
  if (secure) attributes.push('Secure');
  if (value === '') attributes.push('Max-Age=0');
  reply.header('set-cookie', [`${nameFor(secure)}=${value}`, ...attributes].join('; '));
}
