/** The second factor: asked for, proved again, and set up. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readFileSync } from 'node:fs';
import { barcodeSvg } from '../../certificates/documents/barcode.ts';
import { beginEnrolment, confirmEnrolment } from '../../people/factors/enrol.ts';
import { askPasskey, listPasskeys, passkeyProof, relyingPartyOf } from '../../people/factors/passkeys.ts';
import { createSecondStep, type Proven } from '../../people/factors/second-step.ts';
import { createSignIn } from '../../people/sign-in/sign-in.ts';
import { html, raw } from '../../platform/text/html.ts';
import { fieldView } from '../../web/form-view.ts';
import { formOf } from '../../web/forms.ts';
import { privatePageHeaders } from '../../web/page-headers.ts';
import { at } from '../../web/request-language.ts';
import { nextPath, sessionIn } from '../../web/signed-in.ts';
import { sendSignIn } from './in-routes.ts';
import { codeField, goOn, labelsOf, minutesOf, sendPersonPage, type SignInParts } from './page.ts';
import { secretsCard, secretsScript } from '../../web/shell/secrets-view.ts';

export const passkeyScript = readFileSync(new URL('./passkey.browser.js', import.meta.url), 'utf8');

const firstStep = {
  config: { needs: 'first-step' as const, leadsTo: 'nothing' as const, undone: 'pages' as const },
};

/** The second step of signing in and the fresh proof for what wants one, which are the same; and enrolling an authenticator. */
export function registerSecond(scope: FastifyInstance, parts: SignInParts): void {
  const { ctx } = parts;
  const steps = createSecondStep(ctx);
  const passwords = createSignIn(ctx);

  scope.get('/in/second', firstStep, (request, reply) => {
    const { owes, hasFactor } = sessionIn(request);
    if (owes === 'enrolment') return goOn(parts, request, reply, '/in/enrol');
    return hasFactor || owes === 'nothing'
      ? sendProof(parts, request, reply, {})
      : sendSignIn(request, reply, {});
  });

  scope.post('/in/second', firstStep, async (request, reply) => {
    const session = sessionIn(request);
    const form = formOf(request);
    const [answer, password] = [form.get('answer') ?? '', form.get('password') ?? ''];
    const now = ctx.clock.now();
    const address = request.ip;
    const party = relyingPartyOf(ctx.config.baseUrl);
    if (!session.hasFactor) {
      const outcome = await passwords.stepUpByPassword(session, { password, address }, now);
      return afterProof(
        request,
        reply,
        outcome.is === 'proven' ? { ...outcome, byRecoveryCode: false } : outcome,
      );
    }
    const outcome =
      answer !== '' && party !== null
        ? await steps.by(session, address, passkeyProof(ctx.db, party, session, parsed(answer), now), now)
        : await steps.byCode(session, { code: (form.get('code') ?? '').slice(0, 40), address }, now);
    return afterProof(request, reply, outcome);
  });

  function afterProof(
    request: FastifyRequest,
    reply: FastifyReply,
    outcome: Proven,
  ): Promise<FastifyReply> | FastifyReply {
    const labels = labelsOf(request);
    switch (outcome.is) {
      case 'proven':
        return goOn(parts, request, reply, nextPath(formOf(request).get('next'), '/home'), {
          session: outcome.cookie,
        });
      case 'wrong':
        return sendProof(parts, request, reply, { problem: labels.codeWrong, status: 422 });
      case 'ended':
        parts.cookie.clear(reply);
        request.session = null;
        return sendSignIn(request, reply, { problem: labels.ended, status: 403 });
      case 'refused':
        reply.header('retry-after', outcome.waitSeconds);
        return sendProof(parts, request, reply, {
          problem: labels.tooMany(minutesOf(outcome.waitSeconds)),
          status: 429,
        });
    }
  }

  /** What a passkey is asked to sign, for the page's script. */
  scope.post('/in/passkey', firstStep, async (request, reply) => {
    const party = relyingPartyOf(ctx.config.baseUrl);
    const options = party === null ? null : await askPasskey(ctx.db, party, sessionIn(request));
    return reply
      .headers(privatePageHeaders())
      .code(options === null ? 404 : 200)
      .send(options ?? {});
  });

  scope.get('/in/enrol', firstStep, (request, reply) => sendEnrolment(request, reply, null));

  scope.post('/in/enrol', firstStep, async (request, reply) => {
    const labels = labelsOf(request);
    const code = (formOf(request).get('code') ?? '').slice(0, 40);
    const outcome = await confirmEnrolment(ctx, sessionIn(request), code, ctx.clock.now());
    switch (outcome.is) {
      case 'enrolled':
        parts.cookie.set(reply, outcome.cookie);
        return sendRecoveryCodes(request, reply, outcome.recoveryCodes);
      case 'wrong':
        return sendEnrolment(request, reply, labels.codeWrong);
      case 'ended':
        parts.cookie.clear(reply);
        request.session = null;
        return sendSignIn(request, reply, { problem: labels.ended, status: 403 });
    }
  });

  async function sendEnrolment(
    request: FastifyRequest,
    reply: FastifyReply,
    problem: string | null,
  ): Promise<FastifyReply> {
    const session = sessionIn(request);
    const begun = await beginEnrolment(ctx.db, ctx.keyring, session, ctx.clock.now());
    if (begun.is === 'ended') return goOn(parts, request, reply, '/in');
    if (begun.is === 'step-up') return sendProof(parts, request, reply, { next: '/in/enrol' });
    const errors = problem === null ? {} : { code: problem };
    const picture = barcodeSvg('qr', begun.address);
    return sendPersonPage(request, reply, {
      title: labelsOf(request).enrolTitle,
      path: '/in/enrol',
      errors,
      status: problem === null ? 200 : 422,
      main: (labels, language) => html`<section class="card"><h1>${labels.enrolTitle}</h1>
${session.owes === 'enrolment' && html`<p class="notice note">${labels.enrolWhy}</p>`}
<p class="lead">${labels.enrolLead}</p>
${picture !== '' && html`<div class="qr">${raw(picture)}</div>`}
<p class="on-phone"><a href="${begun.address}">${labels.onThisPhone}</a></p>
<p>${labels.secret}: <code data-secret="${begun.secret}">${begun.secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code></p>
<form method="post" action="${at('/in/enrol', language)}">${codeField(labels.enrolCode, errors)}
<button class="button main">${labels.enrolAct}</button></form></section>`,
    });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

interface ProofAsk {
  problem?: string;
  status?: number;
  next?: string;
}

/** Asks for a code, a passkey or, of who has neither, the password. */
export async function sendProof(
  { ctx }: SignInParts,
  request: FastifyRequest,
  reply: FastifyReply,
  { problem, status = 200, next: wanted }: ProofAsk,
): Promise<FastifyReply> {
  const session = sessionIn(request);
  const query = request.query as Record<string, string | undefined>;
  const next = wanted ?? nextPath(formOf(request).get('next') ?? query['next'], '');
  const party = relyingPartyOf(ctx.config.baseUrl);
  const hasPasskey = party !== null && (await listPasskeys(ctx.db, session.personId)).length > 0;
  const owed = session.owes === 'second-step';
  const labels = labelsOf(request);
  return sendPersonPage(request, reply, {
    title: owed ? labels.secondTitle : labels.confirmTitle,
    path: '/in/second',
    status,
    notice: problem === undefined ? null : { kind: 'no', text: problem },
    scripts: hasPasskey ? [passkeyScript] : [],
    main: (
      _labels,
      language,
    ) => html`<section class="card"><h1>${owed ? labels.secondTitle : labels.confirmTitle}</h1>
${!owed && html`<p>${labels.confirmLead}</p>`}
${session.hasFactor && html`<p class="lead">${labels.secondLead}</p>`}
<form method="post" action="${at('/in/second', language)}">
${next !== '' && html`<input type="hidden" name="next" value="${next}">`}
${
  session.hasFactor
    ? codeField(labels.code, {})
    : fieldView({
        name: 'password',
        label: labels.password,
        type: 'password',
        attributes: html`autocomplete="current-password" required maxlength="200"`,
      })
}
<button class="button main">${labels.confirm}</button>
</form>
${
  hasPasskey &&
  html`<form method="post" action="${at('/in/second', language)}" data-passkey="get" data-options="/in/passkey" hidden>
${next !== '' && html`<input type="hidden" name="next" value="${next}">`}
<input type="hidden" name="answer"><button class="button">${labels.byPasskey}</button>
<p class="notice no" role="alert" data-failed hidden>${labels.passkeyFailed}</p></form>`
}</section>`,
  });
}

/** The ten codes, once. */
export const sendRecoveryCodes = (
  request: FastifyRequest,
  reply: FastifyReply,
  codes: string[],
): FastifyReply =>
  sendPersonPage(request, reply, {
    title: labelsOf(request).codesTitle,
    path: '/me',
    main: (labels, language) => html`<h1>${labels.codesTitle}</h1>
${secretsCard(
  {
    lead: labels.codesLead,
    items: [{ name: labels.codesName, value: codes.join('\n') }],
    fileName: 'recovery-codes',
    to: '/home',
  },
  language,
)}`,
    scripts: [secretsScript],
  });
