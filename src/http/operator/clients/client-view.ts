/** `/o/clients/:id`: terms, keys and people of a client. */
import type { ListedClient } from '../../../clients/list-clients.ts';
import type { ClientKey } from '../../../clients/keys.ts';
import type { Balance } from '../../../ledger/balance.ts';
import { may } from '../../../people/access/principal.ts';
import { roleName } from '../../../people/access/role-names.ts';
import type { ListedInvitation } from '../../../people/team/invite.ts';
import type { Member } from '../../../people/team/members.ts';
import { formatFace, formatShortDate } from '../../../platform/text/formats.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import { type FieldErrors, fieldView, selectField } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { tableView, type Beside } from '../../../web/shell/list-view.ts';
import { besideView, factsView, momentView } from '../../../web/shell/parts-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { rowsView, type Columns } from '../../../web/shell/rows-view.ts';
import { mayOpen, operatorLink } from '../operator-link.ts';
import { wayView, type ClientWay } from '../onboarding/client-onboarding.ts';
import type { OperatorCall } from '../operator.ts';
import { clientLabels, type ClientLabels } from './labels.ts';
import { backToClients, modesView } from './list-page.ts';

export interface ClientPage {
  client: ListedClient;
  balance: Balance;
  keys: ClientKey[];
  members: Member[];
  invitations: ListedInvitation[];
  /** Null: the client was never led to its first sale by steps. */
  way: ClientWay | null;
  beside: Beside | null;
}

export interface ClientLook {
  errors?: FieldErrors;
  /** What was typed for the invitation. */
  email?: string;
}

export const hoursOfOverlap = ['0', '24', '72', '168'] as const;

export function clientView(page: ClientPage, call: OperatorCall, look: ClientLook = {}): ShellPage {
  const { language, principal, party } = call;
  const labels = clientLabels[language];
  const { client } = page;
  const own = (path: string): string => at(`/o/clients/${client.id}${path}`, language);
  const links = (
    [
      ['/o/orders?client=', labels.orders],
      ['/o/money/', labels.money],
      ['/o/callbacks?client=', labels.calls],
      ['/o/looks?client=', labels.looks],
    ] as const
  ).filter(([path]) => mayOpen(call, path));
  const isForgotten = client.forgottenAt !== null;
  const mayChange = may(principal, 'clients.change', party) && !isForgotten;
  const facts = html`<section class="card">${factsView(factsOf(page, call))}
${mayChange && html`<div class="actions"><a class="button" href="${own('/edit')}">${labels.change}</a></div>`}</section>`;
  return {
    title: client.name,
    errors: look.errors ?? {},
    main: html`${backToClients(page.beside, call)}
<div class="heading"><h1>${client.name}</h1><p>${modesView(client, labels)}</p></div>
<p>${links.map(([path, name], index) => html`${index > 0 && ' · '}${operatorLink(call, `${path}${client.id}`, name)}`)}${may(principal, 'orders.read', party) && html` · <a href="${own('/bulk')}">${labels.bulk}</a>`}</p>
${client.forgottenAt !== null && html`<p class="notice note">${labels.forgotten} ${momentView(client.forgottenAt, language)}</p>`}
${
  isForgotten
    ? facts
    : besideView(
        html`${facts}${callbackCard(page, call, own)}`,
        html`${page.way !== null && wayView(page.way, client.id, call)}
${keysCard(page, call, look, own)}
${peopleCard(page, call, look, own)}
${mayChange && may(principal, 'recipients.forget', party) && html`<p><a href="${own('/forget')}">${labels.forget}</a></p>`}`,
      )
}`,
  };
}

function factsOf({ client, balance }: ClientPage, call: OperatorCall): (readonly [string, Content] | null)[] {
  const { language, principal, party } = call;
  const labels = clientLabels[language];
  const { facts, fields } = labels;
  const seesMoney = may(principal, 'money.read', party);
  const sum = (kopecks: number): string => formatFace(kopecks, language);
  const rules = (['uuidRequired', 'postOnly'] as const).filter((rule) => client[rule]);
  return [
    [labels.id, html`<code>${String(client.id)}</code>`],
    [facts.registered, formatShortDate(client.registeredAt, language)],
    [facts.discount, `${client.discountBasisPoints / 100} %`],
    seesMoney ? [facts.credit, sum(balance.creditKopecks)] : null,
    seesMoney ? [facts.balance, sum(balance.fundsKopecks)] : null,
    seesMoney ? [facts.held, sum(balance.heldKopecks)] : null,
    seesMoney ? [facts.available, sum(client.availableKopecks)] : null,
    [facts.prices, client.pricesInKopecks ? labels.withKopecks : labels.wholeRoubles],
    [facts.language, fields.languageOf[client.language ?? '']],
    [facts.contact, client.contactMail ?? labels.nobody],
    [facts.keepRecipients, labels.months(client.keepRecipientsMonths)],
    [facts.networks, client.allowedNetworks.join(', ') || labels.anyNetwork],
    [facts.rules, rules.map((rule) => fields[rule]).join('; ') || labels.anyRequest],
  ];
}

type Own = (path: string) => string;

function keysCard({ keys }: ClientPage, call: OperatorCall, look: ClientLook, own: Own): Html {
  const { language, principal, party } = call;
  const labels = clientLabels[language];
  const mayKeys = may(principal, 'keys.change', party);
  const columns: Columns<ClientKey> = [
    { name: labels.key, cell: (key) => html`<b>№ ${String(key.version)}</b>` },
    { name: labels.created, cell: (key) => key.createdAt },
    { name: labels.state, cell: (key) => keyState(key, labels, call) },
    mayKeys && { name: labels.action, cell: (key) => retireForm(key, labels, own) },
  ];
  return html`<section class="card" id="keys"><h2>${labels.keys}</h2><p>${labels.keysLead}</p>
${rowsView({ caption: labels.keys, columns, rows: keys }, language)}
${
  mayKeys &&
  html`<form method="post" action="${own('/keys')}">
${selectField({ name: 'overlap', label: labels.overlap, value: '24', error: look.errors?.['overlap'], choices: hoursOfOverlap.map((value) => ({ value, text: labels.overlaps[value] })) })}
<div class="actions"><button class="button">${labels.rotate}</button></div></form>`
}</section>`;
}

const keyState = (
  { retiresAt, isLive }: ClientKey,
  labels: ClientLabels,
  { language }: OperatorCall,
): Content =>
  retiresAt === null
    ? html`<span><span class="state yes">${labels.keyLive}</span></span>`
    : html`<span><span class="state${isLive && ' note'}">${isLive ? labels.keyUntil : labels.keyRetired}</span> ${momentView(retiresAt, language)}</span>`;

const retireForm = ({ version, retiresAt, isLive }: ClientKey, labels: ClientLabels, own: Own): Content =>
  isLive &&
  retiresAt !== null &&
  html`<form method="post" action="${own('/keys/retire')}"><input type="hidden" name="version" value="${String(version)}"><button class="as-link" aria-label="${labels.retire}: № ${String(version)}">${labels.retire}</button></form>`;

function callbackCard({ client }: ClientPage, call: OperatorCall, own: Own): Html {
  const { language, principal, party } = call;
  const labels = clientLabels[language];
  const { callbackUrl, callbackFormat } = client;
  // What follows the address may hold a secret of the receiver.
  const address = callbackUrl?.replace(/[?#].*/s, '?…') ?? null;
  const button = (act: string, name: string): Html =>
    html`<form method="post" action="${own(act)}"><button class="button">${name}</button></form>`;
  return html`<section class="card" id="callbacks"><h2>${labels.facts.callbacks}</h2>
${address === null ? html`<p class="muted">${labels.none}</p>` : html`<p><code>${address}</code> · ${callbackFormat}</p>`}
<div class="actions">${may(principal, 'settings.change', party) && address !== null && button('/test', labels.testCall)}${may(principal, 'keys.change', party) && button('/secret', labels.replaceSecret)}</div></section>`;
}

function peopleCard(page: ClientPage, call: OperatorCall, look: ClientLook, own: Own): Html {
  const { language, principal, party } = call;
  const labels = clientLabels[language];
  const { members, invitations } = page;
  const waiting = invitations.filter(({ status }) => status === 'open' || status === 'expired');
  const rows = [
    ...members.map(({ name, role, seenAt }) => [
      name,
      roleName(role, language),
      seenAt && momentView(seenAt, language),
    ]),
    ...waiting.map(({ email, role, status, letter }) => [
      labels.invited(email),
      roleName(role, language),
      html`<span class="muted">${status === 'expired' ? labels.expired : labels.letters[letter]}</span>`,
    ]),
  ];
  const columns = [labels.person, labels.role, labels.seen].map((name) => ({ name }));
  return html`<section class="card" id="people"><h2>${labels.people}</h2>
${rows.length > 0 && tableView({ caption: labels.people, columns, rows })}
${
  may(principal, 'team.change', party) &&
  html`<form method="post" action="${own('/invite')}"><p>${labels.inviteLead}</p>
${fieldView({ name: 'email', label: labels.email, value: look.email ?? '', error: look.errors?.['email'], type: 'email', attributes: html`required maxlength="255" autocomplete="off"` })}
<div class="actions"><button class="button">${labels.invite}</button></div></form>`
}</section>`;
}
