/** `/team`: the members of the person's present party, and its invitations. Ids of other parties are not found. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ofParty } from '../../people/access/party.ts';
import { confirmMember } from '../../people/team/confirm-member.ts';
import { changeRole, listMembers, removeMember } from '../../people/team/members.ts';
import { giveBack } from '../../people/team/give-back.ts';
import { invite, resendInvitation, revokeInvitation } from '../../people/team/invite.ts';
import { requireFactor } from '../../people/team/policy.ts';
import { isLanguage } from '../../platform/text/language.ts';
import type { Question } from '../../web/confirm/question.ts';
import { notOffered } from '../../web/form/problems.ts';
import { sendFailure } from '../../web/failures.ts';
import { formOf } from '../../web/forms.ts';
import { languageOf } from '../../web/request-language.ts';
import { partyIn, principalIn } from '../../web/signed-in.ts';
import type { Flash } from './labels.ts';
import { memberQuestion } from './member-question.ts';
import { agreedTo, goOn, labelsOf, type SignInParts } from './page.ts';
import { sendTeam } from './team-views.ts';

const mayChange = {
  config: { needs: 'team.change' as const, leadsTo: 'rights' as const, undone: 'pages' as const },
};

export function registerTeam(scope: FastifyInstance, parts: SignInParts): void {
  const { ctx } = parts;
  const { db, keyring } = ctx;

  scope.get('/team', { config: { needs: 'team.read' } }, (request, reply) =>
    sendTeam(ctx, request, reply, {}),
  );

  scope.post('/team/invite', mayChange, async (request, reply) => {
    const form = formOf(request);
    const language = form.get('language');
    const ask = {
      party: partyIn(request),
      email: (form.get('email') ?? '').slice(0, 300),
      role: form.get('role') ?? '',
      language: isLanguage(language) ? language : languageOf(request),
    };
    if (language !== null && !isLanguage(language))
      return sendTeam(ctx, request, reply, { language: notOffered[languageOf(request)] });
    const outcome = await invite(
      ofParty(ctx, ask.party).db,
      keyring,
      principalIn(request),
      ask,
      ctx.clock.now(),
    );
    const labels = labelsOf(request);
    switch (outcome.is) {
      case 'invited':
        return goOn(parts, request, reply, '/team', { flash: 'invited' });
      case 'forbidden':
      case 'no-party':
        return sendFailure(request, reply.code(404), 'not-found');
      case 'waits':
        return goOn(parts, request, reply, '/team', { flash: 'waits' });
      case 'not-asked':
        return goOn(parts, request, reply, '/team', { flash: 'too-many' });
      case 'bad-role':
        return sendTeam(ctx, request, reply, { role: labels['bad-role'] });
      default:
        return sendTeam(ctx, request, reply, { email: labels[outcome.is] });
    }
  });

  /** Acts on one row of the page, told by its outcome. */
  const act = (
    path: string,
    run: (request: FastifyRequest, id: number) => Promise<{ is: string }>,
    flashes: Record<string, Flash | null>,
    question: ((request: FastifyRequest, id: number) => Promise<Question | null>) | null = null,
  ): void => {
    const config = { ...mayChange.config, undone: question === null ? 'pages' : 'asked-first' } as const;
    scope.post(path, { config }, async (request, reply): Promise<FastifyReply> => {
      const asks = async (sent: URLSearchParams): Promise<Question | null> =>
        (await question?.(request, Number(sent.get('id')))) ?? null;
      const form = await agreedTo(parts, request, reply, asks);
      if (form === null) return reply;
      const id = Number(form.get('id'));
      const outcome = Number.isSafeInteger(id) && id > 0 ? await run(request, id) : { is: 'missing' };
      const flash = Object.hasOwn(flashes, outcome.is) ? flashes[outcome.is] : undefined;
      if (flash === undefined) return sendFailure(request, reply.code(404), 'not-found');
      return goOn(parts, request, reply, '/team', { flash });
    });
  };

  /** Null: not there, or it is refused. */
  const asking =
    (name: 'remove' | 'confirm') =>
    async (request: FastifyRequest, personId: number): Promise<Question | null> => {
      const { personId: ownId } = principalIn(request);
      const members = await listMembers(db, partyIn(request));
      return memberQuestion(name, members, {
        personId,
        ownId,
        side: partyIn(request).side,
        language: languageOf(request, request.session?.language),
      });
    };

  const now = (): Date => ctx.clock.now();
  act(
    '/team/resend',
    (request, id) =>
      resendInvitation(db, keyring, principalIn(request), { party: partyIn(request), id }, now()),
    { resent: 'resent', 'too-many': 'too-many' },
  );
  act(
    '/team/revoke',
    (request, id) =>
      revokeInvitation(db, keyring, principalIn(request), { party: partyIn(request), id }, now()),
    { revoked: 'revoked' },
  );
  act(
    '/team/role',
    (request, personId) => {
      const ask = { party: partyIn(request), personId, role: formOf(request).get('role') ?? '' };
      return changeRole(db, keyring, principalIn(request), ask, now());
    },
    {
      changed: 'roleChanged',
      unchanged: null,
      'last-lead': 'lastLead',
      waits: 'waits',
      'not-asked': 'too-many',
    },
  );
  act(
    '/team/confirm',
    (request, personId) =>
      partyIn(request).side === 'operator'
        ? confirmMember(db, keyring, principalIn(request), personId, now())
        : Promise.resolve({ is: 'missing' }),
    { confirmed: 'confirmed', unchanged: null, 'same-side': 'sameSide' },
    asking('confirm'),
  );
  act(
    '/team/remove',
    (request, personId) =>
      removeMember(db, keyring, principalIn(request), { party: partyIn(request), personId }, now()),
    { removed: 'memberRemoved', 'last-lead': 'lastLead' },
    asking('remove'),
  );
  act(
    '/team/give-back',
    (request, personId) =>
      giveBack(db, keyring, principalIn(request), { party: partyIn(request), personId }, now()),
    { 'given-back': 'givenBack', waits: 'waits', 'not-asked': 'too-many' },
  );

  scope.post('/team/policy', mayChange, async (request, reply) => {
    const ask = { party: partyIn(request), everybody: formOf(request).get('everybody') === 'yes' };
    await requireFactor(db, keyring, principalIn(request), ask, now());
    return goOn(parts, request, reply, '/team', { flash: 'policySaved' });
  });
}
