/** `/me`: what belongs to the person alone, and `/switch`, where else the person is a member. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { removeFactors, renewCodes } from '../../people/factors/enrol.ts';
import { countRecoveryCodes } from '../../people/factors/recovery-codes.ts';
import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  relyingPartyOf,
  removePasskey,
} from '../../people/factors/passkeys.ts';
import { switchMembership } from '../../people/sessions/change-session.ts';
import { endSessionsOf, revokeSession } from '../../people/sessions/end-sessions.ts';
import { createSignIn } from '../../people/sign-in/sign-in.ts';
import type { Language } from '../../platform/text/language.ts';
import type { Question } from '../../web/confirm/question.ts';
import type { FieldErrors } from '../../web/form-view.ts';
import { sendFailure } from '../../web/failures.ts';
import { formOf } from '../../web/forms.ts';
import { privatePageHeaders } from '../../web/page-headers.ts';
import { languageOf } from '../../web/request-language.ts';
import { principalIn, sessionIn } from '../../web/signed-in.ts';
import { chooseDensity, listToGoBack } from '../../web/shell/density.ts';
import { homeOf } from '../../web/shell/navigation.ts';
import { factorQuestion, passkeyQuestion, renewQuestion } from './factor-questions.ts';
import { sendMe, sendSwitch } from './me-views.ts';
import { agreedTo, goOn, labelsOf, minutesOf, weaknessText, type SignInParts } from './page.ts';
import { sendProof, sendRecoveryCodes } from './second-routes.ts';

const signedIn = { config: { needs: 'signed-in' as const } };
const harmless = {
  config: { needs: 'signed-in' as const, leadsTo: 'nothing' as const, undone: 'pages' as const },
};
/** Whoever has somebody's sign-in has their rights. */
const ofSignIn = {
  config: { needs: 'signed-in' as const, leadsTo: 'rights' as const, undone: 'pages' as const },
};

/** Not to be put back. */
const lasting = { config: { ...ofSignIn.config, undone: 'asked-first' as const } };

const languageIn = (request: FastifyRequest): Language => languageOf(request, request.session?.language);
const passkeyIn = (form: URLSearchParams): string => (form.get('id') ?? '').slice(0, 1500);

export function registerMe(scope: FastifyInstance, parts: SignInParts): void {
  const { ctx } = parts;
  const signIn = createSignIn(ctx);

  const confirmFirst = (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    sendProof(parts, request, reply, { next: '/me', status: 403 });

  /** Where one begins: the first section of one's role. */
  scope.get('/home', signedIn, (request, reply) => goOn(parts, request, reply, homeOf(principalIn(request))));

  scope.get('/me', signedIn, (request, reply) => sendMe(ctx, request, reply, {}));

  /** From the line over a list. */
  scope.post('/me/rows', harmless, (request, reply) => {
    chooseDensity(reply, ctx.config.baseUrl, formOf(request).get('rows'));
    return goOn(parts, request, reply, listToGoBack((request.query as { to?: unknown }).to));
  });

  scope.post('/me/sessions/end', harmless, async (request, reply) => {
    const { personId, tokenHash } = sessionIn(request);
    const id = Number(formOf(request).get('id'));
    if (!Number.isSafeInteger(id) || !(await revokeSession(ctx.db, personId, id))) {
      if (formOf(request).get('id') !== 'others') return sendFailure(request, reply.code(404), 'not-found');
      await endSessionsOf(ctx.db, personId, tokenHash);
    }
    return goOn(parts, request, reply, '/me', { flash: 'endedOne' });
  });

  scope.post('/me/password', ofSignIn, async (request, reply) => {
    const form = formOf(request);
    const labels = labelsOf(request);
    const [old, chosen] = [form.get('old') ?? '', form.get('chosen') ?? ''];
    const again = (errors: FieldErrors): Promise<FastifyReply> => sendMe(ctx, request, reply, errors);
    if (chosen !== form.get('repeat')) return again({ repeat: labels.differ });
    const ask = { old: old.slice(0, 201), chosen, address: request.ip };
    const outcome = await signIn.changePassword(sessionIn(request), ask, ctx.clock.now());
    switch (outcome.is) {
      case 'chosen':
        return goOn(parts, request, reply, '/me', { session: outcome.cookie, flash: 'passwordChanged' });
      case 'weak':
        return again({ chosen: weaknessText(outcome.why, labels) });
      case 'wrong':
        return again({ old: labels.oldWrong });
      case 'refused':
        return again({ old: labels.tooMany(minutesOf(outcome.waitSeconds)) });
      case 'ended':
        return goOn(parts, request, reply, '/in');
    }
  });

  scope.post('/me/factor/remove', lasting, async (request, reply) => {
    const { personId } = sessionIn(request);
    const asks = async (): Promise<Question> => {
      const codes = await countRecoveryCodes(ctx.db, personId);
      const passkeys = (await listPasskeys(ctx.db, personId)).length;
      return factorQuestion({ codes, passkeys }, languageIn(request));
    };
    if ((await agreedTo(parts, request, reply, asks)) === null) return reply;
    const outcome = await removeFactors(ctx, sessionIn(request), ctx.clock.now());
    switch (outcome.is) {
      case 'removed':
        return goOn(parts, request, reply, '/me', { session: outcome.cookie, flash: 'turnedOff' });
      case 'needed':
        return goOn(parts, request, reply, '/me', { flash: 'needed' });
      case 'step-up':
        return confirmFirst(request, reply);
      case 'ended':
        return goOn(parts, request, reply, '/in');
    }
  });

  scope.post('/me/recovery-codes', lasting, async (request, reply) => {
    const { personId } = sessionIn(request);
    const asks = async (): Promise<Question | null> =>
      renewQuestion(await countRecoveryCodes(ctx.db, personId), languageIn(request));
    if ((await agreedTo(parts, request, reply, asks)) === null) return reply;
    const outcome = await renewCodes(ctx, sessionIn(request), ctx.clock.now());
    if (outcome.is === 'renewed') return sendRecoveryCodes(request, reply, outcome.recoveryCodes);
    return outcome.is === 'step-up' ? confirmFirst(request, reply) : goOn(parts, request, reply, '/me');
  });

  /** What a new passkey is made for; the page's script asks. */
  scope.post('/me/passkeys/options', harmless, async (request, reply) => {
    const party = relyingPartyOf(ctx.config.baseUrl);
    const asked =
      party === null ? null : await beginPasskey(ctx.db, party, sessionIn(request), ctx.clock.now());
    const isAsked = asked?.is === 'asked';
    return reply
      .headers(privatePageHeaders())
      .code(isAsked ? 200 : 403)
      .send(isAsked ? asked.options : {});
  });

  scope.post('/me/passkeys', ofSignIn, async (request, reply) => {
    const party = relyingPartyOf(ctx.config.baseUrl);
    if (party === null) return goOn(parts, request, reply, '/me');
    const form = formOf(request);
    const name = (form.get('name') ?? '').trim() || 'Passkey';
    let answer: unknown = null;
    try {
      answer = JSON.parse(form.get('answer') ?? '');
    } catch {
      // Judged as any other wrong answer.
    }
    const outcome = await addPasskey(ctx, party, sessionIn(request), { answer, name }, ctx.clock.now());
    switch (outcome.is) {
      case 'added':
        return goOn(parts, request, reply, '/me', { flash: 'passkeyAdded' });
      case 'wrong':
        return goOn(parts, request, reply, '/me', { flash: 'passkeyFailed' });
      case 'step-up':
        return confirmFirst(request, reply);
      case 'ended':
        return goOn(parts, request, reply, '/in');
    }
  });

  scope.post('/me/passkeys/remove', lasting, async (request, reply) => {
    const asks = async (sent: URLSearchParams): Promise<Question | null> => {
      const passkeys = await listPasskeys(ctx.db, sessionIn(request).personId);
      const passkey = passkeys.find((one) => one.id === passkeyIn(sent));
      return passkey === undefined ? null : passkeyQuestion(passkey.name, languageIn(request));
    };
    const form = await agreedTo(parts, request, reply, asks);
    if (form === null) return reply;
    const id = passkeyIn(form);
    const outcome = await removePasskey(ctx, sessionIn(request), id, ctx.clock.now());
    if (outcome.is === 'step-up') return confirmFirst(request, reply);
    if (outcome.is === 'missing') return sendFailure(request, reply.code(404), 'not-found');
    return goOn(parts, request, reply, '/me', { flash: 'removed' });
  });

  scope.get('/switch', { config: { needs: 'first-step' } }, (request, reply) =>
    sendSwitch(ctx, request, reply),
  );

  scope.post(
    '/switch',
    { config: { needs: 'first-step', leadsTo: 'nothing', undone: 'pages' as const } },
    async (request, reply) => {
      const id = Number(formOf(request).get('membership'));
      const cookie = Number.isSafeInteger(id)
        ? await switchMembership(ctx.db, sessionIn(request), id, ctx.clock.now())
        : null;
      if (cookie === null) return sendFailure(request, reply.code(404), 'not-found');
      return goOn(parts, request, reply, '/home', { session: cookie });
    },
  );
}
