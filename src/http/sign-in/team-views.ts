/** People, roles and invitations; without the right to change them there are no buttons. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Side } from '../../people/access/party.ts';
import { may } from '../../people/access/principal.ts';
import { roles } from '../../people/access/rights.ts';
import { roleName } from '../../people/access/role-names.ts';
import { listInvitations, type ListedInvitation } from '../../people/team/invite.ts';
import { listMembers, type Member } from '../../people/team/members.ts';
import { everybodyNeedsFactor } from '../../people/team/policy.ts';
import { givenBackUntil, listRemoved, type RemovedMember } from '../../people/team/removed-members.ts';
import { html, type Html } from '../../platform/text/html.ts';
import { formatMoment } from '../../platform/text/formats.ts';
import type { Language } from '../../platform/text/language.ts';
import { type FieldErrors, fieldView, selectField } from '../../web/form-view.ts';
import { formOf } from '../../web/forms.ts';
import { at } from '../../web/request-language.ts';
import { partyIn, principalIn } from '../../web/signed-in.ts';
import type { SignInLabels } from './labels-ru.ts';
import { labelsOf, sendPersonPage, type SignInContext } from './page.ts';

interface View {
  labels: SignInLabels;
  language: Language;
  side: Side;
  mayChange: boolean;
}

export async function sendTeam(
  ctx: SignInContext,
  request: FastifyRequest,
  reply: FastifyReply,
  errors: FieldErrors,
): Promise<FastifyReply> {
  const party = partyIn(request);
  const mayChange = may(principalIn(request), 'team.change', party);
  const [members, removed, invitations, everybody] = await Promise.all([
    listMembers(ctx.db, party),
    mayChange ? listRemoved(ctx.db, party, ctx.clock.now()) : [],
    mayChange ? listInvitations(ctx.db, party, ctx.clock.now()) : [],
    everybodyNeedsFactor(ctx.db, party),
  ]);
  return sendPersonPage(request, reply, {
    title: labelsOf(request).teamTitle,
    path: '/team',
    errors,
    status: Object.keys(errors).length > 0 ? 422 : 200,
    main: (labels, language) => {
      const view = { labels, language, side: party.side, mayChange };
      return html`<h1>${labels.teamTitle}</h1>
<section class="card"><ul class="rows members">${members.map((member) => memberRow(view, member))}</ul></section>
${removed.length > 0 && removedCard(view, removed)}
${mayChange && inviteCard(view, errors, formOf(request))}
${mayChange && invitationsCard(view, invitations)}
${
  mayChange &&
  party.side !== 'operator' &&
  html`<section class="card"><form method="post" action="${at('/team/policy', language)}">
<label class="choice"><input type="checkbox" name="everybody" value="yes"${everybody && html` checked`}> ${labels.policy}</label>
<button class="button">${labels.save}</button></form></section>`
}`;
    },
  });
}

const roleOptions = ({ side, language }: View, chosen: string): Html[] =>
  roles[side].map(
    (role) =>
      html`<option value="${role}"${role === chosen && html` selected`}>${roleName(role, language)}</option>`,
  );

function memberRow(view: View, { personId, name, email, role, hasFactor, isConfirmed }: Member): Html {
  const { labels, language, mayChange } = view;
  const id = html`<input type="hidden" name="id" value="${String(personId)}">`;
  return html`<li><b>${name}</b><span class="hint">${email} · ${labels.factor}: ${hasFactor ? labels.yes : labels.no}${!isConfirmed && view.side === 'operator' && ` · ${labels.countsAs}`}</span>
${
  mayChange
    ? html`<div class="inline"><form class="inline" method="post" action="${at('/team/role', language)}">${id}<select name="role" aria-label="${labels.role}: ${name}">${roleOptions(view, role)}</select>
<button class="as-link">${labels.change}</button></form>
${!isConfirmed && view.side === 'operator' && html`<form method="post" action="${at('/team/confirm', language)}">${id}<button class="as-link">${labels.confirmMember}</button></form>`}
<form method="post" action="${at('/team/remove', language)}">${id}<button class="as-link">${labels.remove}</button></form></div>`
    : html`<span class="state">${roleName(role, language)}</span>`
}</li>`;
}

function removedCard({ labels, language }: View, removed: RemovedMember[]): Html {
  const rows = removed.map(
    ({ personId, name, email, role, removedAt, removedBy }) => html`<li><b>${name}</b>
<span class="hint">${email} · ${roleName(role, language)} · ${labels.removedBy(removedBy, formatMoment(removedAt, language))}</span>
<form method="post" action="${at('/team/give-back', language)}"><input type="hidden" name="id" value="${String(personId)}"><button class="as-link">${labels.giveBack}</button></form>
<span class="hint">${labels.giveBackUntil(formatMoment(givenBackUntil(removedAt), language))}</span></li>`,
  );
  return html`<section class="card" id="removed"><h2>${labels.removedLately}</h2>
<ul class="rows">${rows}</ul></section>`;
}

/** Each in itself. */
const languageChoices = [
  { value: 'ru', text: 'Русский' },
  { value: 'en', text: 'English' },
];

const inviteCard = (view: View, errors: FieldErrors, form: URLSearchParams): Html => {
  const { labels, language, side } = view;
  const choices = roles[side].map((role) => ({ value: role, text: roleName(role, language) }));
  return html`<section class="card"><h2>${labels.inviteAct}</h2>
<form method="post" action="${at('/team/invite', language)}">
${fieldView({ name: 'email', label: labels.email, error: errors['email'], value: form.get('email') ?? '', type: 'email', attributes: html`autocomplete="off" required maxlength="254"` })}
${selectField({ name: 'role', label: labels.role, choices, value: form.get('role') ?? roles[side].at(-1) ?? '', error: errors['role'] })}
${selectField({ name: 'language', label: labels.inviteLanguage, choices: languageChoices, value: form.get('language') ?? language, error: errors['language'] })}
<button class="button main">${labels.inviteAct}</button></form></section>`;
};

function invitationsCard({ labels, language }: View, invitations: ListedInvitation[]): Html {
  const act = (path: string, id: number, name: string): Html =>
    html`<form method="post" action="${at(path, language)}"><input type="hidden" name="id" value="${String(id)}"><button class="as-link">${name}</button></form>`;
  const rows = invitations.map(
    ({ id, email, role, status, letter, expiresAt }) => html`<li><b>${email}</b>
<span class="hint">${roleName(role, language)} · ${labels.letter[letter]}${status === 'open' && ` · ${labels.until} ${formatMoment(expiresAt, language)}`}</span>
<span><span class="state${status === 'accepted' ? ' yes' : status === 'open' ? ' note' : ''}">${labels.status[status]}</span></span>
${(status === 'open' || status === 'expired') && html`<div class="inline">${act('/team/resend', id, labels.resend)}${act('/team/revoke', id, labels.revoke)}</div>`}</li>`,
  );
  return html`<section class="card"><h2>${labels.invitations}</h2>
${rows.length === 0 ? html`<p>${labels.noInvitations}</p>` : html`<ul class="rows">${rows}</ul>`}</section>`;
}
