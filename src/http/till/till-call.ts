import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import type { Language } from '../../platform/text/language.ts';
import { formOf } from '../../web/forms.ts';
import { languageOf } from '../../web/request-language.ts';
import { sendPage } from '../../web/send-page.ts';
import type { SessionCookie } from '../../web/session-cookie.ts';
import { findTillSession, type TillSession } from '../../people/tills/till-sessions.ts';
import type { SignedInTill } from './layout.ts';
import { passwordPage, signInPage, type SignInNote } from './sign-in-views.ts';
import { noticePage, type TillNotice } from './till-views.ts';

export type TillContext = Pick<Context, 'config' | 'db' | 'keyring' | 'clock' | 'log'>;

/** One request of a signed-in till. */
export interface TillCall {
  request: FastifyRequest;
  reply: FastifyReply;
  language: Language;
  session: TillSession;
  /** The same, in the form used by the pages. */
  till: SignedInTill;
  form: URLSearchParams;
}

type Answer = (call: TillCall) => Promise<FastifyReply> | FastifyReply;
type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Requires a signed-in user; web/own-forms.ts has already checked that forms come from our pages. */
export const createSignedIn =
  (ctx: TillContext, sessionCookie: SessionCookie) =>
  (answer: Answer, whileOneTime = false): Handler =>
  async (request, reply) => {
    const language = languageOf(request);
    const cookie = sessionCookie.read(request);
    const session = await findTillSession(ctx.db, cookie, ctx.clock.now());
    if (session === null) {
      if (cookie !== '') sessionCookie.clear(reply);
      return sendSignIn(reply, language, cookie === '' ? null : 'signed-out');
    }
    const till = { supplierName: session.supplierName, userName: session.userName };
    if (session.oneTime && !whileOneTime) {
      return sendPage(reply, passwordPage(language, till, { oneTime: true }));
    }
    return answer({ request, reply, language, session, till, form: formOf(request) });
  };

export const sendSignIn = (
  reply: FastifyReply,
  language: Language,
  note: SignInNote,
  login = '',
): FastifyReply => sendPage(reply.code(note === 'refused' ? 403 : 200), signInPage(language, note, login));

export const sendNotice = (
  reply: FastifyReply,
  language: Language,
  notice: TillNotice,
  status: number,
): FastifyReply => sendPage(reply.code(status), noticePage(language, notice));

export function sendTooMany(reply: FastifyReply, language: Language, waitSeconds: number): FastifyReply {
  reply.header('retry-after', String(waitSeconds));
  return sendNotice(reply, language, { is: 'too-many', minutes: Math.ceil(waitSeconds / 60) }, 429);
}
