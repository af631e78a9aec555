/** One request of a signed-in till. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import type { Language } from '../../platform/text/language.ts';
import { formOf } from '../../web/forms.ts';
import { at, languageOf } from '../../web/request-language.ts';
import { sendPage } from '../../web/send-page.ts';
import type { SessionCookie } from '../../web/session-cookie.ts';
import { findSession, type Session } from '../../people/sessions/session.ts';
import { personAtTill, type AtTill } from '../../people/tills/at-till.ts';
import type { SignedInTill } from './layout.ts';
import { passwordPage, signInPage, type SignInNote } from './sign-in-views.ts';
import { noticePage, type TillNotice } from './till-views.ts';

export type TillContext = Pick<Context, 'config' | 'db' | 'cells' | 'cell' | 'keyring' | 'clock' | 'log'>;

/** One request of a signed-in till. */
export interface TillCall {
  request: FastifyRequest;
  reply: FastifyReply;
  language: Language;
  atTill: AtTill;
  /** The same, in the form used by the pages. */
  till: SignedInTill;
  form: URLSearchParams;
}

/** One request of a cashier, whose login is of the shop alone. */
export interface CashierCall extends TillCall {
  session: Session;
}

/**
 * The till's own cookie, and that of persons, which `/in` sets: a manager signs in there while the till stays open. It has another
 * name than in former versions, which would clear a session that they don't know.
 */
export interface TillCookies {
  cashier: SessionCookie;
  person: SessionCookie;
  /** By which a browser is known where somebody signed in before. */
  device: SessionCookie;
}

type Answer<Call> = (call: Call) => Promise<FastifyReply> | FastifyReply;
type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** Requires a cashier or a person who may redeem; web/own-forms.ts has already checked that forms come from our pages. */
export const createSignedIn =
  (ctx: TillContext, cookies: TillCookies) =>
  (answer: Answer<TillCall>): Handler =>
  async (request, reply) => {
    const language = languageOf(request);
    const session =
      (await cashierIn(ctx, cookies.cashier, request, reply)) ??
      (await findSession(ctx, cookies.person.read(request), ctx.clock.now()));
    const atTill = session && (await personAtTill(ctx.db, session));
    if (atTill === null) {
      return sendSignIn(reply, language, cookies.cashier.read(request) === '' ? null : 'signed-out');
    }
    if (session?.oneTime === true) {
      return sendPage(reply, passwordPage(language, tillOf(atTill), { oneTime: true }));
    }
    return answer({ request, reply, language, atTill, till: tillOf(atTill), form: formOf(request) });
  };

/** Requires a cashier; whoever is signed in as a person has their own pages for passwords and for leaving. */
export const createCashierSignedIn =
  (ctx: TillContext, cookies: TillCookies) =>
  (answer: Answer<CashierCall>): Handler =>
  async (request, reply) => {
    const language = languageOf(request);
    const session = await cashierIn(ctx, cookies.cashier, request, reply);
    const atTill = session && (await personAtTill(ctx.db, session));
    if (session === null || atTill === null) return reply.redirect(at('/till', language), 303);
    const form = formOf(request);
    return answer({ request, reply, language, session, atTill, till: tillOf(atTill), form });
  };

export async function cashierIn(
  ctx: TillContext,
  cookie: SessionCookie,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Session | null> {
  const value = cookie.read(request);
  const session = await findSession(ctx, value, ctx.clock.now(), true);
  if (session === null && value !== '') cookie.clear(reply);
  return session;
}

const tillOf = ({ supplierName, name, tillName, isCashier }: AtTill): SignedInTill => ({
  supplierName,
  userName: name,
  tillName,
  isCashier,
});

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
