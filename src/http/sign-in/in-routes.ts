/** `/in`: signing in and out, and a new password for who forgot it. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endSession } from '../../people/sessions/end-sessions.ts';
import { createRecoverer, openRecovery, recoverPassword } from '../../people/sign-in/recovery.ts';
import { createSignIn } from '../../people/sign-in/sign-in.ts';
import { mostPassword } from '../../platform/secrets/weak-password.ts';
import { html, type Content } from '../../platform/text/html.ts';
import { fieldView, type FieldErrors } from '../../web/form-view.ts';
import { formOf } from '../../web/forms.ts';
import { messageView } from '../../web/message-view.ts';
import { at, languageOf } from '../../web/request-language.ts';
import { nextPath } from '../../web/signed-in.ts';
import {
  deviceOf,
  goOn,
  labelsOf,
  minutesOf,
  passwordFields,
  sendPersonPage,
  weaknessText,
  type SignInParts,
} from './page.ts';

const longestField = 300;

/** Signing in and out by password, and a new password for who forgot it. */
export function registerIn(scope: FastifyInstance, parts: SignInParts): void {
  const { ctx } = parts;
  const signIn = createSignIn(ctx);
  const recoverer = createRecoverer(ctx);
  const anybody = {
    config: { needs: 'anybody' as const, leadsTo: 'nothing' as const, undone: 'pages' as const },
  };

  scope.get('/in', anybody, (request, reply) => sendSignIn(request, reply, {}));

  scope.post('/in', anybody, async (request, reply) => {
    const form = formOf(request);
    const email = (form.get('email') ?? '').slice(0, longestField);
    const password = form.get('password') ?? '';
    const labels = labelsOf(request);
    const ask = { login: email, password, knownBy: parts.device.read(request), ...deviceOf(request) };
    const outcome =
      password.length > mostPassword ? ({ is: 'wrong' } as const) : await signIn.signIn(ask, ctx.clock.now());
    switch (outcome.is) {
      case 'signed-in':
        // Whoever signs in again has left what this browser had open.
        if (request.session !== null) await endSession(ctx.db, request.session);
        return goOn(parts, request, reply, nextPath(form.get('next'), '/home'), {
          session: outcome.cookie,
          known: outcome.device,
        });
      case 'wrong':
        return sendSignIn(request, reply, { email, problem: labels.wrong, status: 403 });
      case 'refused': {
        reply.header('retry-after', outcome.waitSeconds);
        const problem = labels.tooMany(minutesOf(outcome.waitSeconds));
        return sendSignIn(request, reply, { email, problem, status: 429 });
      }
    }
  });

  scope.post('/out', anybody, async (request, reply) => {
    if (request.session !== null) await endSession(ctx.db, request.session);
    parts.cookie.clear(reply);
    return goOn(parts, request, reply, '/in');
  });

  scope.get('/in/recover', anybody, (request, reply) => sendRecover(request, reply, {}));

  scope.post('/in/recover', anybody, async (request, reply) => {
    const email = (formOf(request).get('email') ?? '').slice(0, longestField);
    const language = languageOf(request);
    const outcome = await recoverer.ask({ email, language, address: request.ip }, ctx.clock.now());
    const labels = labelsOf(request);
    if (outcome.is === 'asked') return sendRecover(request, reply, { said: labels.recoverSent });
    reply.header('retry-after', outcome.waitSeconds);
    return sendRecover(request, reply, { problem: labels.tooMany(minutesOf(outcome.waitSeconds)) });
  });

  scope.get<{ Params: { token: string } }>('/in/new-password/:token', anybody, async (request, reply) => {
    const asked = await openRecovery(ctx.db, ctx.keyring, request.params.token, ctx.clock.now());
    return asked === null ? sendLinkOver(request, reply) : sendNewPassword(request, reply, {});
  });

  scope.post<{ Params: { token: string } }>('/in/new-password/:token', anybody, async (request, reply) => {
    const labels = labelsOf(request);
    const form = formOf(request);
    const chosen = form.get('chosen') ?? '';
    if (chosen !== form.get('repeat')) return sendNewPassword(request, reply, { repeat: labels.differ });
    const ask = { token: request.params.token, chosen };
    const outcome = await recoverPassword(ctx.db, ctx.keyring, ask, ctx.clock.now());
    switch (outcome.is) {
      case 'unknown':
        return sendLinkOver(request, reply);
      case 'weak':
        return sendNewPassword(request, reply, { chosen: weaknessText(outcome.why, labels) });
      case 'recovered':
        if (request.session !== null) await endSession(ctx.db, request.session);
        parts.cookie.clear(reply);
        request.session = null;
        return sendSignIn(request, reply, { said: labels.recovered });
    }
  });
}

interface Said {
  email?: string;
  problem?: string;
  said?: string;
  status?: number;
}

const noticeOf = ({ problem, said }: Said) =>
  problem !== undefined
    ? ({ kind: 'no', text: problem } as const)
    : said !== undefined
      ? ({ kind: 'yes', text: said } as const)
      : null;

export function sendSignIn(request: FastifyRequest, reply: FastifyReply, said: Said): FastifyReply {
  const query = request.query as Record<string, string | undefined>;
  const next = nextPath(formOf(request).get('next') ?? query['next'], '');
  return sendPersonPage(request, reply, {
    title: labelsOf(request).signIn,
    path: '/in',
    status: said.status ?? 200,
    notice: noticeOf(said),
    main: (labels, language): Content => html`<section class="card"><h1>${labels.signIn}</h1>
<form method="post" action="${at('/in', language)}">
${next !== '' && html`<input type="hidden" name="next" value="${next}">`}
${fieldView({ name: 'email', label: labels.email, value: said.email ?? '', type: 'email', attributes: html`autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="254"` })}
${fieldView({ name: 'password', label: labels.password, type: 'password', attributes: html`autocomplete="current-password" required maxlength="200"` })}
<button class="button main">${labels.signInAct}</button>
</form>
<p><a href="${at('/in/recover', language)}">${labels.forgotten}</a></p>
<p><a href="${at('/till', language)}">${labels.forTill}</a></p></section>`,
  });
}

const sendRecover = (request: FastifyRequest, reply: FastifyReply, said: Said): FastifyReply =>
  sendPersonPage(request, reply, {
    title: labelsOf(request).recoverTitle,
    path: '/in/recover',
    status: said.problem === undefined ? 200 : 429,
    notice: noticeOf(said),
    main: (labels, language) => html`<section class="card"><h1>${labels.recoverTitle}</h1>
<p class="lead">${labels.recoverLead}</p>
<form method="post" action="${at('/in/recover', language)}">
${fieldView({ name: 'email', label: labels.email, type: 'email', attributes: html`autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="254"` })}
<button class="button main">${labels.recoverAct}</button>
</form>
<p><a href="${at('/in', language)}">${labels.signIn}</a></p></section>`,
  });

function sendNewPassword(request: FastifyRequest, reply: FastifyReply, errors: FieldErrors): FastifyReply {
  const path = request.url.split('?')[0] ?? '';
  return sendPersonPage(request, reply, {
    title: labelsOf(request).recoverTitle,
    path,
    errors,
    status: Object.keys(errors).length > 0 ? 422 : 200,
    main: (labels, language) => html`<section class="card"><h1>${labels.recoverTitle}</h1>
<form method="post" action="${at(path, language)}">${passwordFields(labels, errors)}
<button class="button main">${labels.save}</button></form></section>`,
  });
}

/** Used up, too old, or none of ours: the way on is the same. */
const sendLinkOver = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendPersonPage(request, reply, {
    title: labelsOf(request).linkOver,
    path: '/in/recover',
    status: 410,
    main: (labels, language) =>
      messageView({
        title: labels.linkOver,
        text: labels.linkOverText,
        sign: 'broken',
        action: { text: labels.recoverAct, address: at('/in/recover', language) },
      }),
  });
