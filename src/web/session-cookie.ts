import cookies from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** A cookie that says who is asking: set, read and taken away. */
export interface SessionCookie {
  /** `''` where there is none. */
  read(request: FastifyRequest): string;
  set(reply: FastifyReply, value: string): void;
  clear(reply: FastifyReply): void;
}

/**
 * Over https the cookie is bound to the very host (`__Host-`); plain http exists only on the machine itself, where
 * browsers would not keep such a one. It comes along from a link in a letter (`Lax`); forms are guarded by own-forms.ts.
 */
export async function acceptSessionCookie(
  scope: FastifyInstance,
  name: string,
  baseUrl: string,
): Promise<SessionCookie> {
  await scope.register(cookies);
  const secure = baseUrl.startsWith('https:');
  const fullName = secure ? `__Host-${name}` : `facevalue-${name}`;
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  return {
    read: (request) => request.cookies[fullName] ?? '',
    set: (reply, value) => void reply.setCookie(fullName, value, options),
    clear: (reply) => void reply.clearCookie(fullName, options),
  };
}
