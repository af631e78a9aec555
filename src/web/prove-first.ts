/** Asks somebody to prove to be there, and keeps what they sent until they have. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { keepForm } from '../people/sessions/kept-forms.ts';
import { formOf } from './forms.ts';
import { privatePageHeaders } from './page-headers.ts';
import { at, languageOf } from './request-language.ts';

/** Where what was kept is shown again. */
export const againPath = '/in/again';

/** Leads to the proof, and from there on to a page. */
export const leadToProof = (request: FastifyRequest, reply: FastifyReply, next: string): FastifyReply =>
  reply
    .headers(privatePageHeaders())
    .redirect(`${at('/in/second', languageOf(request))}&next=${encodeURIComponent(next)}`, 303);

/** Leads to the proof, and from there on with what was sent. Files are not kept: who sends one comes to a page instead. */
export async function proveFirst(
  ctx: Pick<Context, 'db' | 'keyring' | 'clock'>,
  request: FastifyRequest,
  reply: FastifyReply,
  otherwise = '/home',
): Promise<FastifyReply> {
  const { session } = request;
  const isForm = !(request.headers['content-type'] ?? '').startsWith('multipart/');
  if (!isForm || session === null || session.membership === null)
    return leadToProof(request, reply, otherwise);
  const kept = { path: request.url, fields: [...formOf(request)] };
  const id = await keepForm(ctx.db, ctx.keyring, session, kept, ctx.clock.now());
  return leadToProof(request, reply, `${againPath}/${id}`);
}
