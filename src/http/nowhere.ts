/** The answers at addresses that no route has. */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendFailure, wantsPage } from '../web/failures.ts';
import { acceptPersons, type SignedInContext } from '../web/signed-in.ts';

/** The methods that an address accepts; none where there is no such address. */
export type MethodsAt = (path: string) => string[];

/** Remembers the addresses of all routes that are registered from now on. */
export function watchAddresses(app: FastifyInstance): MethodsAt {
  const known: { method: string; pattern: RegExp }[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    if (url.endsWith('*')) return;
    const pattern = new RegExp(`^${url.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+')}$`);
    for (const one of [method].flat()) known.push({ method: one, pattern });
  });
  return (path) => known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
}

/** Paths behind a sign-in: a signed-in person gets the page "not found" within their navigation. */
const personFolders = ['c', 'o', 's', 'me', 'in', 'team', 'home', 'switch', 'invite', 'setup'];

export async function registerNowhere(
  app: FastifyInstance,
  ctx: SignedInContext,
  methodsAt: MethodsAt,
): Promise<void> {
  const answer = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
    answerNowhere(request, reply, methodsAt);
  await app.register(async (scope) => {
    await acceptPersons(scope, ctx);
    for (const folder of personFolders) scope.get(`/${folder}/*`, { config: { needs: 'anybody' } }, answer);
  });
  app.setNotFoundHandler(answer);
}

function answerNowhere(request: FastifyRequest, reply: FastifyReply, methodsAt: MethodsAt): FastifyReply {
  if (!wantsPage(request)) return sendNoAddress(reply.code(404));
  const methods = methodsAt(request.url.split('?')[0] ?? '');
  // Its own method: the address has a part that is longer than any of ours.
  if (methods.length === 0 || methods.includes(request.method))
    return sendFailure(request, reply.code(404), 'not-found');
  return sendFailure(request, reply.code(405).header('allow', methods.join(', ')), 'only-a-button');
}

/** An address with a broken percent code, or with a part that is longer than any of ours. */
export function answerBadAddress(
  { statusCode = 400 }: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  reply.code(statusCode);
  if (wantsPage(request)) sendFailure(request, reply, 'not-found');
  else sendNoAddress(reply);
}

const sendNoAddress = (reply: FastifyReply): FastifyReply =>
  reply.send({ status: 'error', error: { code: 1000, text: 'malformed request: there is no such address' } });
