import cookies from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** A session cookie: set, read and removed. */
export interface SessionCookie {
  /** `''` if there is none. */
  read(request: FastifyRequest): string;
  set(reply: FastifyReply, value: string): void;
  clear(reply: FastifyReply): void;
}

/** The cookie `name` of a scope that has not read cookies yet. */
export async function acceptSessionCookie(
  scope: FastifyInstance,
  name: string,
  baseUrl: string,
  keptDays = 0,
): Promise<SessionCookie> {
  if (!scope.hasRequestDecorator('cookies')) await scope.register(cookies);
  return cookieNamed(name, baseUrl, keptDays);
}

/**
 * It is gone when the browser closes, unless it is kept. Over https the cookie is bound to the exact host (`__Host-`); plain http is used only on this machine, where browsers
 * would reject such a cookie. It is sent when a link in a letter is opened (`Lax`); own-forms.ts protects forms.
 */
export function cookieNamed(name: string, baseUrl: string, keptDays = 0): SessionCookie {
  const secure = baseUrl.startsWith('https:');
  const fullName = secure ? `__Host-${name}` : `facevalue-${name}`;
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const;
  return {
    read: (request) => request.cookies[fullName] ?? '',
    set: (reply, value) =>
      void reply.setCookie(fullName, value, {
        ...options,
        ...(keptDays > 0 && { maxAge: keptDays * 86_400 }),
      }),
    clear: (reply) => void reply.clearCookie(fullName, options),
  };
}
