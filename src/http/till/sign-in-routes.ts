/** Signing in and out of the till, and choosing a password. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createTillSignIn } from '../../people/tills/till-sign-in.ts';
import { endSession } from '../../people/sessions/end-sessions.ts';
import { mostPassword } from '../../platform/secrets/weak-password.ts';
import { formOf } from '../../web/forms.ts';
import { at, languageOf } from '../../web/request-language.ts';
import { sendPage } from '../../web/send-page.ts';
import { passwordPage, type PasswordNote } from './sign-in-views.ts';
import {
  cashierIn,
  createCashierSignedIn,
  sendSignIn,
  sendTooMany,
  type CashierCall,
  type TillContext,
  type TillCookies,
} from './till-call.ts';

const maxLogin = 60;

export function registerSignIn(scope: FastifyInstance, ctx: TillContext, cookies: TillCookies): void {
  const signedIn = createCashierSignedIn(ctx, cookies);
  const cookie = cookies.cashier;
  const people = createTillSignIn(ctx);

  async function startSession(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const language = languageOf(request);
    const form = formOf(request);
    const login = (form.get('login') ?? '').slice(0, maxLogin);
    const password = form.get('password') ?? '';
    if (password.length > mostPassword) return sendSignIn(reply, language, 'refused', login);
    const agent = request.headers['user-agent'] ?? '';
    const ask = { login, password, address: request.ip, agent, knownBy: cookies.device.read(request) };
    const outcome = await people.signIn(ask, ctx.clock.now());
    switch (outcome.is) {
      case 'refused':
        return sendTooMany(reply, language, outcome.waitSeconds);
      case 'wrong':
        return sendSignIn(reply, language, 'refused', login);
      case 'signed-in':
        await endFormer(request, reply);
        cookie.set(reply, outcome.cookie);
        cookies.device.set(reply, outcome.device);
        return reply.redirect(at('/till', language), 303);
    }
  }

  /** Whoever signs in again has left what this browser had open. */
  async function endFormer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const former = await cashierIn(ctx, cookie, request, reply);
    if (former !== null) await endSession(ctx.db, former);
  }

  async function endOfSession({ reply, language, session }: CashierCall): Promise<FastifyReply> {
    await endSession(ctx.db, session);
    cookie.clear(reply);
    return reply.redirect(at('/till', language), 303);
  }

  async function savePassword(call: CashierCall): Promise<FastifyReply> {
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
        cookie.set(reply, outcome.cookie);
        return reply.redirect(at('/till', language), 303);
      case 'ended':
        return sendSignIn(reply, language, 'signed-out');
    }
  }

  scope.post('/till/sign-in', (request, reply) => startSession(request, reply));
  scope.post('/till/sign-out', signedIn(endOfSession));
  scope.get('/till/password', signedIn(showPassword));
  scope.post('/till/password', signedIn(savePassword));
}

const showPassword = ({ reply, language, till, session }: CashierCall): FastifyReply =>
  sendPage(reply, passwordPage(language, till, { oneTime: session.oneTime }));

const askAgain = (
  { reply, language, till, session }: CashierCall,
  note: PasswordNote,
  status: number,
): FastifyReply =>
  sendPage(reply.code(status), passwordPage(language, till, { oneTime: session.oneTime, note }));
