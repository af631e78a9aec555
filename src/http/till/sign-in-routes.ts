import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createTillSignIn } from '../../people/tills/till-sign-in.ts';
import { endTillSession } from '../../people/tills/till-sessions.ts';
import { mostPassword } from '../../platform/secrets/weak-password.ts';
import { at } from './layout.ts';
import { setCookie } from './session-cookie.ts';
import { passwordPage, type PasswordNote } from './sign-in-views.ts';
import {
  createSignedIn,
  formOf,
  isSecure,
  languageOf,
  send,
  sendNotice,
  sendSignIn,
  sendTooMany,
  type TillCall,
  type TillContext,
} from './till-call.ts';

const maxLogin = 60;

/** Signing in and out of the till, and choosing a password. */
export function registerSignIn(scope: FastifyInstance, ctx: TillContext): void {
  const secure = isSecure(ctx);
  const signedIn = createSignedIn(ctx);
  const people = createTillSignIn(ctx);

  async function startSession(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const language = languageOf(request);
    // A foreign page may not sign a till in under its own account.
    const site = request.headers['sec-fetch-site'] ?? 'same-origin';
    if (site !== 'same-origin' && site !== 'none') {
      return sendNotice(reply, language, { is: 'expired-form' }, 403);
    }
    const form = formOf(request);
    const login = (form.get('login') ?? '').slice(0, maxLogin);
    const password = form.get('password') ?? '';
    if (password.length > mostPassword) return sendSignIn(reply, language, 'refused', login);
    const outcome = await people.signIn({ login, password, address: request.ip }, ctx.clock.now());
    switch (outcome.is) {
      case 'refused':
        return sendTooMany(reply, language, outcome.waitSeconds);
      case 'wrong':
        return sendSignIn(reply, language, 'refused', login);
      case 'signed-in':
        setCookie(reply, outcome.cookie, secure);
        return reply.redirect(at('/till', language), 303);
    }
  }

  async function endOfSession({ reply, language, session }: TillCall): Promise<FastifyReply> {
    await endTillSession(ctx.db, session);
    setCookie(reply, '', secure);
    return reply.redirect(at('/till', language), 303);
  }

  async function savePassword(call: TillCall): Promise<FastifyReply> {
    const { request, reply, language, session, form } = call;
    const [old, chosen] = [form.get('old') ?? '', form.get('password') ?? ''];
    if (chosen !== form.get('repeat')) return askAgain(call, 'differ', 422);
    if (old.length > mostPassword) return askAgain(call, 'wrong', 403);
    const ask = { old, chosen, address: request.ip };
    const outcome = await people.changePassword(session, ask, ctx.clock.now());
    switch (outcome.is) {
      case 'refused':
        return sendTooMany(reply, language, outcome.waitSeconds);
      case 'wrong':
        return askAgain(call, 'wrong', 403);
      case 'weak':
        return askAgain(call, outcome.why, 422);
      case 'chosen':
        setCookie(reply, outcome.cookie, secure);
        return reply.redirect(at('/till', language), 303);
    }
  }

  scope.post('/till/sign-in', (request, reply) => startSession(request, reply));
  scope.post('/till/sign-out', signedIn(endOfSession, true));
  scope.get('/till/password', signedIn(showPassword, true));
  scope.post('/till/password', signedIn(savePassword, true));
}

const showPassword = ({ reply, language, till, session }: TillCall): FastifyReply =>
  send(reply, passwordPage(language, till, { oneTime: session.oneTime }));

const askAgain = (
  { reply, language, till, session }: TillCall,
  note: PasswordNote,
  status: number,
): FastifyReply => send(reply.code(status), passwordPage(language, till, { oneTime: session.oneTime, note }));
