import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../../context.ts';
import { chooseLanguage, type Language } from '../../platform/text/language.ts';
import { privatePageHeaders } from '../../web/page-headers.ts';
import { findTillSession, type TillSession } from '../../people/tills/till-sessions.ts';
import { tillScript, tillStyle, type SignedInTill } from './layout.ts';
import { readCookie, setCookie } from './session-cookie.ts';
import { passwordPage, signInPage, type SignInNote } from './sign-in-views.ts';
import { noticePage, type TillNotice } from './till-views.ts';
import { isSameSecret } from '../../platform/secrets/constant-time.ts';

export type TillContext = Pick<Context, 'config' | 'db' | 'keyring' | 'clock' | 'log'>;

/** One request of a signed-in till. */
export interface TillCall {
  request: FastifyRequest;
  reply: FastifyReply;
  language: Language;
  session: TillSession;
  /** The same, as the pages show it. */
  till: SignedInTill;
  form: URLSearchParams;
}

type Answer = (call: TillCall) => Promise<FastifyReply> | FastifyReply;
type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

export const isSecure = ({ config }: Pick<TillContext, 'config'>): boolean =>
  config.baseUrl.startsWith('https:');

/** Lets in whoever is signed in; forms must come from a page that this session was shown. */
export const createSignedIn =
  (ctx: TillContext) =>
  (answer: Answer, whileOneTime = false): Handler =>
  async (request, reply) => {
    const secure = isSecure(ctx);
    const language = languageOf(request);
    const cookie = readCookie(request, secure);
    const session = await findTillSession(ctx.db, cookie, ctx.clock.now());
    if (session === null) {
      if (cookie !== '') setCookie(reply, '', secure);
      return sendSignIn(reply, language, cookie === '' ? null : 'signed-out');
    }
    const token = formTokenOf(cookie);
    const form = formOf(request);
    if (request.method === 'POST' && !isSameSecret(form.get('form') ?? '', token)) {
      return sendNotice(reply, language, { is: 'expired-form' }, 403);
    }
    const till = { supplierName: session.supplierName, userName: session.userName, formToken: token };
    if (session.oneTime && !whileOneTime) return send(reply, passwordPage(language, till, { oneTime: true }));
    return answer({ request, reply, language, session, till, form });
  };

export const formOf = (request: FastifyRequest): URLSearchParams =>
  new URLSearchParams(typeof request.body === 'string' ? request.body : '');

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Only who holds the cookie can name it; it says nothing about the cookie. */
const formTokenOf = (cookie: string): string => digest(`form of ${cookie}`).toString('base64url');

export const languageOf = (request: FastifyRequest): Language =>
  chooseLanguage(
    (request.query as Record<string, unknown> | undefined)?.['lang'],
    request.headers['accept-language'],
  );

export function send(reply: FastifyReply, page: string): FastifyReply {
  const needs = { styles: [tillStyle], scripts: [tillScript], camera: true };
  return reply
    .headers(privatePageHeaders(needs))
    .header('content-type', 'text/html; charset=utf-8')
    .send(page);
}

export const sendSignIn = (
  reply: FastifyReply,
  language: Language,
  note: SignInNote,
  login = '',
): FastifyReply => send(reply.code(note === 'refused' ? 403 : 200), signInPage(language, note, login));

export const sendNotice = (
  reply: FastifyReply,
  language: Language,
  notice: TillNotice,
  status: number,
): FastifyReply => send(reply.code(status), noticePage(language, notice));

export function sendTooMany(reply: FastifyReply, language: Language, waitSeconds: number): FastifyReply {
  reply.header('retry-after', String(waitSeconds));
  return sendNotice(reply, language, { is: 'too-many', minutes: Math.ceil(waitSeconds / 60) }, 429);
}
