/** `/invite/:token`: opening it changes nothing, for mail scanners open every link; its form accepts. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { roleName } from '../../people/access/role-names.ts';
import { acceptAsKnown, acceptAsNew } from '../../people/team/accept-invitation.ts';
import { ofInvitation, openInvitation, type OpenedInvitation } from '../../people/team/invitation.ts';
import { askAgain } from '../../people/team/ask-again.ts';
import { html, type Content } from '../../platform/text/html.ts';
import { fieldView, type FieldErrors } from '../../web/form-view.ts';
import { formOf } from '../../web/forms.ts';
import { messageView } from '../../web/message-view.ts';
import { at, languageOf } from '../../web/request-language.ts';
import {
  deviceOf,
  goOn,
  labelsOf,
  passwordFields,
  sendPersonPage,
  weaknessText,
  type SignInParts,
} from './page.ts';

const anybody = {
  config: { needs: 'anybody' as const, leadsTo: 'nothing' as const, undone: 'pages' as const },
};

type WithToken = FastifyRequest<{ Params: { token: string } }>;

export function registerInvite(scope: FastifyInstance, parts: SignInParts): void {
  const { ctx } = parts;
  const ctxOf = ({ params }: WithToken) => ofInvitation(ctx, params.token);
  const open = (request: WithToken): Promise<OpenedInvitation> =>
    openInvitation(ctxOf(request).db, ctx.keyring, request.params.token, ctx.clock.now());

  scope.get<{ Params: { token: string } }>('/invite/:token', anybody, async (request, reply) =>
    sendInvitation(request, reply, await open(request), {}),
  );

  scope.post<{ Params: { token: string } }>('/invite/:token', anybody, async (request, reply) => {
    const opened = await open(request);
    const { token } = request.params;
    const labels = labelsOf(request);
    const form = formOf(request);
    const { session } = request;
    const now = ctx.clock.now();
    if (session !== null) {
      const outcome = await acceptAsKnown(ctxOf(request), session, token, now);
      if (outcome.is === 'accepted') return goOn(parts, request, reply, '/home', { session: outcome.cookie });
      return sendInvitation(request, reply, await open(request), {});
    }
    const [name, password] = [form.get('name') ?? '', form.get('chosen') ?? ''];
    if (opened.is === 'open' && password !== form.get('repeat')) {
      return sendInvitation(request, reply, opened, { repeat: labels.differ });
    }
    const outcome = await acceptAsNew(ctxOf(request), { token, name, password, ...deviceOf(request) }, now);
    switch (outcome.is) {
      case 'accepted':
        return goOn(parts, request, reply, '/home', { session: outcome.cookie });
      case 'bad-name':
        return sendInvitation(request, reply, opened, { name: labels.nameWrong });
      case 'weak':
        return sendInvitation(request, reply, opened, { chosen: weaknessText(outcome.why, labels) });
      case 'not-open':
      case 'sign-in-first':
        return sendInvitation(request, reply, await open(request), {});
    }
  });

  scope.post<{ Params: { token: string } }>('/invite/:token/again', anybody, async (request, reply) => {
    const outcome = await askAgain(ctxOf(request).db, ctx.keyring, request.params.token, ctx.clock.now());
    const opened = await open(request);
    return sendInvitation(request, reply, opened, {}, outcome.is === 'asked');
  });
}

function sendInvitation(
  request: WithToken,
  reply: FastifyReply,
  opened: OpenedInvitation,
  errors: FieldErrors,
  asked = false,
): FastifyReply {
  if (opened.is !== 'open') return sendClosed(request, reply, opened, asked);
  const { inviteTitle: title } = labelsOf(request);
  return sendPersonPage(request, reply, {
    title,
    path: `/invite/${request.params.token}`,
    errors,
    status: Object.keys(errors).length > 0 ? 422 : 200,
    main: () => html`<section class="card"><h1>${title}</h1>
${bodyOf(request, opened, errors)}</section>`,
  });
}

/** There was an invitation, or there never was one. */
function sendClosed(
  request: WithToken,
  reply: FastifyReply,
  opened: Exclude<OpenedInvitation, { is: 'open' }>,
  asked: boolean,
): FastifyReply {
  const labels = labelsOf(request);
  const isKnown = opened.is !== 'unknown';
  const title = isKnown ? labels.linkOver : labels.inviteUnknown;
  const text =
    opened.is === 'expired'
      ? labels.inviteExpired(opened.invitation.invitedBy)
      : isKnown
        ? labels.inviteEnded
        : labels.inviteUnknownText;
  return sendPersonPage(request, reply, {
    title,
    path: isKnown ? `/invite/${request.params.token}` : '/in',
    status: asked ? 200 : isKnown ? 410 : 404,
    notice: asked ? { kind: 'yes', text: labels.askedAgain } : null,
    main: (_labels, language) =>
      messageView({
        title,
        text,
        sign: 'broken',
        ...(opened.is === 'expired'
          ? { act: !asked && againForm(request) }
          : { action: { text: labels.signIn, address: at('/in', language) } }),
      }),
  });
}

const againForm = (
  request: WithToken,
): Content => html`<form method="post" action="${at(`/invite/${request.params.token}/again`, languageOf(request))}">
<button class="button main">${labelsOf(request).askAgain}</button></form>`;

function bodyOf(
  request: WithToken,
  opened: Extract<OpenedInvitation, { is: 'open' }>,
  errors: FieldErrors,
): Content {
  const labels = labelsOf(request);
  const language = languageOf(request, request.session?.language);
  const { invitation } = opened;
  const party = invitation.side === 'operator' ? labels.operator : opened.partyName;
  const { session } = request;
  const path = `/invite/${request.params.token}`;
  const lead = html`<p class="lead">${labels.inviteLead(invitation.invitedBy, party, roleName(invitation.role, language))}</p>`;
  const accept = html`<button class="button main">${labels.accept}</button>`;
  if (session !== null && session.email !== invitation.email) {
    return html`${lead}<p class="notice no">${labels.inviteOther(session.email, invitation.email)}</p>`;
  }
  if (session !== null && session.owes !== 'second-step') {
    return html`${lead}<form method="post" action="${at(path, language)}">${accept}</form>`;
  }
  if (opened.known) {
    return html`${lead}<p>${labels.inviteSignIn}</p>
<p><a class="button main" href="${at(session === null ? '/in' : '/in/second', language)}&amp;next=${path}">${labels.signIn}</a></p>`;
  }
  return html`${lead}<form method="post" action="${at(path, language)}">
${fieldView({ name: 'email', label: labels.email, value: invitation.email, type: 'email', attributes: html`autocomplete="username" readonly` })}
${fieldView({ name: 'name', label: labels.name, value: formOf(request).get('name') ?? '', error: errors['name'], attributes: html`autocomplete="name" required maxlength="100"` })}
${passwordFields(labels, errors)}${accept}</form>`;
}
