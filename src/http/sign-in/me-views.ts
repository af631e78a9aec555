/** `/me`: one's own sessions, password and second factors; `/switch`: another membership. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { roleName } from '../../people/access/role-names.ts';
import { listPasskeys, relyingPartyOf, type Passkey } from '../../people/factors/passkeys.ts';
import { countRecoveryCodes } from '../../people/factors/recovery-codes.ts';
import { deviceName } from '../../people/sessions/device-name.ts';
import { listSessions, type ListedSession } from '../../people/sessions/end-sessions.ts';
import { listMemberships } from '../../people/team/members.ts';
import { html, type Html } from '../../platform/text/html.ts';
import { formatMoment } from '../../platform/text/formats.ts';
import type { Language } from '../../platform/text/language.ts';
import { fieldView, type FieldErrors } from '../../web/form-view.ts';
import { at } from '../../web/request-language.ts';
import { sessionIn } from '../../web/signed-in.ts';
import type { SignInLabels } from './labels-ru.ts';
import { labelsOf, passwordFields, sendPersonPage, type SignInContext } from './page.ts';
import { passkeyScript } from './second-routes.ts';

interface View {
  labels: SignInLabels;
  language: Language;
}

/** Sessions, password, second step, passkeys. */
export async function sendMe(
  ctx: SignInContext,
  request: FastifyRequest,
  reply: FastifyReply,
  errors: FieldErrors,
): Promise<FastifyReply> {
  const session = sessionIn(request);
  const [sessions, passkeys, codesLeft] = await Promise.all([
    listSessions(ctx, session, ctx.clock.now()),
    listPasskeys(ctx.db, session.personId),
    countRecoveryCodes(ctx.db, session.personId),
  ]);
  const canHavePasskeys = relyingPartyOf(ctx.config.baseUrl) !== null;
  return sendPersonPage(request, reply, {
    title: labelsOf(request).meTitle,
    path: '/me',
    errors,
    status: Object.keys(errors).length > 0 ? 422 : 200,
    scripts: session.hasFactor && canHavePasskeys ? [passkeyScript] : [],
    main: (labels, language) => html`<h1>${labels.meTitle}</h1>
<p class="lead">${session.name} · ${session.email}</p>
${session.membership === null && html`<p class="notice note">${labels.nowhere}</p>`}
${factorCard({ labels, language }, session.hasFactor, codesLeft)}
${session.hasFactor && passkeyCard({ labels, language }, passkeys, canHavePasskeys)}
<section class="card"><h2>${labels.changePassword}</h2>
<form method="post" action="${at('/me/password', language)}">
${fieldView({ name: 'old', label: labels.oldPassword, error: errors['old'], type: 'password', attributes: html`autocomplete="current-password" required maxlength="200"` })}
${passwordFields(labels, errors)}<button class="button main">${labels.save}</button></form></section>
${sessionsCard({ labels, language }, sessions)}
${keysCard(labels)}`,
  });
}

/** A choice of this browser, which the script of the search shows and keeps. */
const keysCard = (labels: SignInLabels): Html =>
  html`<section class="card" data-keys hidden><h2>${labels.keys}</h2><label class="choice"><input type="checkbox" autocomplete="off"> ${labels.keysOn}</label><p class="hint">${labels.keysHint}</p></section>`;

function factorCard({ labels, language }: View, hasFactor: boolean, codesLeft: number): Html {
  const link = (name: string): Html =>
    html`<a class="button" href="${at('/in/enrol', language)}">${name}</a>`;
  return html`<section class="card"><h2>${labels.second}</h2>
<p>${hasFactor ? labels.secondOn : labels.secondOff}</p>
${
  hasFactor
    ? html`<p>${labels.codesLeft(codesLeft)}</p><div class="actions">
<form method="post" action="${at('/me/recovery-codes', language)}"><button class="button">${labels.newCodes}</button></form>
${link(labels.replace)}
<form method="post" action="${at('/me/factor/remove', language)}"><button class="button">${labels.turnOff}</button></form></div>`
    : link(labels.turnOn)
}</section>`;
}

function passkeyCard({ labels, language }: View, passkeys: Passkey[], canHave: boolean): Html {
  const rows = passkeys.map(
    ({ id, name, usedAt }) => html`<li><b>${name}</b>
${usedAt !== null && html`<span class="hint">${labels.seen}: ${formatMoment(usedAt, language)}</span>`}
<form method="post" action="${at('/me/passkeys/remove', language)}"><input type="hidden" name="id" value="${id}"><button class="as-link">${labels.remove} <span class="skip">${name}</span></button></form></li>`,
  );
  const form = html`<form method="post" action="${at('/me/passkeys', language)}" data-passkey="create" data-options="/me/passkeys/options" hidden>
${fieldView({ name: 'name', label: labels.passkeyName, attributes: html`required maxlength="60"` })}
<input type="hidden" name="answer"><button class="button">${labels.passkeyAdd}</button>
<p class="notice no" role="alert" data-failed hidden>${labels.passkeyFailed}</p></form>`;
  return html`<section class="card"><h2>${labels.passkeys}</h2><p>${canHave ? labels.passkeysLead : labels.passkeyNone}</p>
${rows.length > 0 && html`<ul class="rows">${rows}</ul>`}${canHave && form}</section>`;
}

function sessionsCard({ labels, language }: View, sessions: ListedSession[]): Html {
  const end = (id: string, name: string): Html =>
    html`<form method="post" action="${at('/me/sessions/end', language)}"><input type="hidden" name="id" value="${id}"><button class="as-link">${name}</button></form>`;
  const rows = sessions.map(
    ({ id, address, agent, seenAt, isThis }) => html`<li><b>${deviceName(agent) ?? labels.browser}</b>
<span class="hint">${labels.address}: ${address} · ${labels.seen}: ${formatMoment(seenAt, language)}</span>
${isThis ? html`<span class="state yes">${labels.thisOne}</span>` : end(String(id), labels.end)}</li>`,
  );
  return html`<section class="card"><h2>${labels.sessions}</h2><ul class="rows">${rows}</ul>
${sessions.length > 1 && end('others', labels.endOthers)}</section>`;
}

/** Where the person may go on. */
export async function sendSwitch(
  ctx: SignInContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const session = sessionIn(request);
  const memberships = await listMemberships(ctx, session.personId);
  return sendPersonPage(request, reply, {
    title: labelsOf(request).switchTitle,
    path: '/switch',
    main: (labels, language) => html`<h1>${labels.switchTitle}</h1><section class="card">
${memberships.length === 0 && html`<p class="lead">${labels.nowhere}</p>`}
<ul class="rows">${memberships.map(
      ({ id, side, partyName, role }) => html`<li><b>${side === 'operator' ? labels.operator : partyName}</b>
<span class="hint">${roleName(role, language)}</span>
${
  id === session.membership?.id
    ? html`<span class="state yes">${labels.here}</span>`
    : html`<form method="post" action="${at('/switch', language)}"><input type="hidden" name="membership" value="${String(id)}"><button class="button">${labels.goOn}</button></form>`
}</li>`,
    )}</ul></section>`,
  });
}
