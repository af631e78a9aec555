/** The form of a client, and the terms that are made of what was typed. */
import { readAccess } from '../../../clients/change-access.ts';
import { usualKeptMonths } from '../../../clients/add-client.ts';
import type { ClientTerms } from '../../../clients/change-client.ts';
import type { ListedClient } from '../../../clients/list-clients.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import { moscowDay, moscowMidnight } from '../../../platform/time/moscow-time.ts';
import { fieldsView, readForm, typedOf, wrongAt, type ShownForm } from '../../../web/form/fields.ts';
import type { FieldErrors } from '../../../web/form-view.ts';
import type { OperatorCall } from '../operator.ts';
import { clientFields, clientSections } from './client-fields.ts';
import { clientLabels, type ClientLabels } from './labels.ts';

export const newClientTyped = (now: Date): URLSearchParams =>
  typedOf(clientFields, {
    registered: moscowDay(now),
    discountBasisPoints: 0,
    creditKopecks: 0,
    keepRecipientsMonths: usualKeptMonths,
    callbackFormat: 'form',
    switchedOn: true,
    testMode: true,
    uuidRequired: true,
    postOnly: true,
  });

export const typedClient = (client: ListedClient, creditKopecks: number): URLSearchParams =>
  typedOf(clientFields, {
    ...client,
    creditKopecks,
    registered: moscowDay(client.registeredAt),
    contactMail: client.contactMail ?? '',
    language: client.language ?? '',
    callbackUrl: client.callbackUrl ?? '',
    networks: client.allowedNetworks.join('\n'),
  });

/** The terms as typed; `before`: the day of registration as it was, whose time of day is kept. */
export function readTerms(
  call: OperatorCall,
  before: { registeredAt: Date } | null,
): { terms: Required<ClientTerms> } | { errors: FieldErrors } {
  const { fields } = clientLabels[call.language];
  const read = readForm(clientFields, fields, call);
  const { registered, contactMail, callbackUrl, networks } = 'errors' in read ? read.right : read.values;
  const registeredAt = registered === undefined ? null : registeredIn(registered, before, call.now);
  const allowsPrivate = call.ctx.config.privateAddresses.callbacks;
  const address = readAccess({
    allowsPrivate,
    ...(callbackUrl !== undefined && { callbackUrl }),
    ...(contactMail !== undefined && { contactMail }),
  });
  const allowed = readAccess({ allowsPrivate, ...(networks !== undefined && { networks }) });
  const wrong = [
    registered !== undefined && registeredAt === null ? 'registered' : '',
    'field' in address ? address.field : '',
    'field' in allowed ? allowed.field : '',
  ];
  const errors = { ...('errors' in read && read.errors), ...wrongAt(clientFields, fields, wrong) };
  if ('errors' in read || registeredAt === null || 'field' in address || 'field' in allowed)
    return { errors };
  const { registered: _day, networks: _networks, language: letters, ...values } = read.values;
  const chosen = { language: letters === '' ? null : letters };
  return { terms: { allowedNetworks: [], ...values, ...chosen, ...address, ...allowed, registeredAt } };
}

function registeredIn(registered: string, before: { registeredAt: Date } | null, now: Date): Date | null {
  if (registered > moscowDay(now)) return null;
  if (before !== null && moscowDay(before.registeredAt) === registered) return before.registeredAt;
  return registered === moscowDay(now) ? now : moscowMidnight(registered);
}

export function clientFormView(shown: ShownForm, { fields, form }: ClientLabels): Html {
  const names = Object.keys(clientSections) as (keyof typeof clientSections)[];
  return html`<div class="halves">${names.map(
    (name) =>
      html`<section class="card"><h2>${form[name]}</h2>${fieldsView(clientSections[name], fields, shown)}</section>`,
  )}</div>`;
}
