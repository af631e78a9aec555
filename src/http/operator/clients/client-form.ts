import { readAccess } from '../../../clients/change-access.ts';
import { usualKeptMonths } from '../../../clients/add-client.ts';
import { keptMonths, type ClientTerms } from '../../../clients/change-client.ts';
import type { ListedClient } from '../../../clients/list-clients.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { moscowDay, moscowMidnight } from '../../../platform/time/moscow-time.ts';
import { readRoubles } from '../../../platform/values/read-roubles.ts';
import { areaView, fieldView, type FieldErrors } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { selectField } from '../../../web/shell/filters-view.ts';
import { dayIn } from '../../../web/shell/page-call.ts';
import { clientLabels } from './labels.ts';

/** The fields of a client as they are typed and shown again. */
export interface TypedClient {
  name: string;
  registered: string;
  discount: string;
  credit: string;
  language: string;
  contactMail: string;
  /** Months. */
  keepRecipients: string;
  callbackUrl: string;
  callbackFormat: string;
  networks: string;
  kopecks: boolean;
  on: boolean;
  test: boolean;
  delayed: boolean;
  uuidRequired: boolean;
  postOnly: boolean;
}

type FieldName =
  | 'name'
  | 'registered'
  | 'discount'
  | 'credit'
  | 'contactMail'
  | 'keepRecipients'
  | 'callbackUrl'
  | 'callbackFormat'
  | 'networks';

export const newClientTyped = (now: Date): TypedClient => ({
  name: '',
  registered: moscowDay(now),
  discount: '0',
  credit: '0',
  language: '',
  contactMail: '',
  keepRecipients: String(usualKeptMonths),
  callbackUrl: '',
  callbackFormat: 'form',
  networks: '',
  kopecks: false,
  on: true,
  test: true,
  delayed: false,
  uuidRequired: true,
  postOnly: true,
});

export const typedOf = (client: ListedClient, creditKopecks: number): TypedClient => ({
  name: client.name,
  registered: moscowDay(client.registeredAt),
  discount: String(client.discountBasisPoints / 100),
  credit: String(creditKopecks / 100),
  language: client.language ?? '',
  contactMail: client.contactMail ?? '',
  keepRecipients: String(client.keepRecipientsMonths),
  callbackUrl: client.callbackUrl ?? '',
  callbackFormat: client.callbackFormat,
  networks: client.allowedNetworks.join('\n'),
  kopecks: client.pricesInKopecks,
  on: client.switchedOn,
  test: client.testMode,
  delayed: client.delayedMode,
  uuidRequired: client.uuidRequired,
  postOnly: client.postOnly,
});

export function typedIn(form: URLSearchParams): TypedClient {
  const text = (name: string): string => (form.get(name) ?? '').trim();
  const isOn = (name: string): boolean => form.get(name) === 'yes';
  return {
    name: text('name'),
    registered: text('registered'),
    discount: text('discount'),
    credit: text('credit'),
    language: text('language'),
    contactMail: text('contactMail'),
    keepRecipients: text('keepRecipients'),
    callbackUrl: text('callbackUrl'),
    callbackFormat: text('callbackFormat'),
    networks: text('networks'),
    kopecks: isOn('kopecks'),
    on: isOn('on'),
    test: isOn('test'),
    delayed: isOn('delayed'),
    uuidRequired: isOn('uuidRequired'),
    postOnly: isOn('postOnly'),
  };
}

/** `before`: the day of registration as it was, whose time of day is kept. */
export function termsOf(
  typed: TypedClient,
  before: { registeredAt: Date } | null,
  now: Date,
  allowsPrivate: boolean,
): Required<ClientTerms> | { wrong: FieldName } {
  const { callbackUrl, callbackFormat, networks, contactMail, uuidRequired, postOnly } = typed;
  const asked = { callbackUrl, callbackFormat, networks, contactMail, uuidRequired, postOnly };
  const access = readAccess({ ...asked, allowsPrivate });
  const registeredAt = registeredIn(typed.registered, before, now);
  const discountBasisPoints = basisPointsIn(typed.discount);
  const creditKopecks = readRoubles(typed.credit === '' ? '0' : typed.credit);
  const keepRecipientsMonths = monthsIn(typed.keepRecipients);
  if (registeredAt === null) return { wrong: 'registered' };
  if (discountBasisPoints === null) return { wrong: 'discount' };
  if (creditKopecks === null) return { wrong: 'credit' };
  if (keepRecipientsMonths === null) return { wrong: 'keepRecipients' };
  if ('field' in access) return { wrong: access.field };
  return {
    callbackUrl: null,
    callbackFormat: 'form',
    allowedNetworks: [],
    contactMail: null,
    ...access,
    name: typed.name,
    registeredAt,
    discountBasisPoints,
    creditKopecks,
    keepRecipientsMonths,
    language: typed.language === 'ru' || typed.language === 'en' ? typed.language : null,
    pricesInKopecks: typed.kopecks,
    switchedOn: typed.on,
    testMode: typed.test,
    delayedMode: typed.delayed,
    uuidRequired,
    postOnly,
  };
}

function registeredIn(text: string, before: { registeredAt: Date } | null, now: Date): Date | null {
  const day = dayIn(text);
  if (day === null || day > moscowDay(now)) return null;
  if (before !== null && moscowDay(before.registeredAt) === day) return before.registeredAt;
  return day === moscowDay(now) ? now : moscowMidnight(day);
}

function basisPointsIn(text: string): number | null {
  const percent = text.replace('−', '-').replace(',', '.').replace(/%$/, '').trimEnd();
  if (percent === '') return 0;
  return /^-?\d{1,3}(\.\d{1,2})?$/.test(percent) ? Math.round(Number(percent) * 100) : null;
}

function monthsIn(text: string): number | null {
  const months = text === '' ? usualKeptMonths : Number(text);
  return Number.isInteger(months) && months >= keptMonths.fewest && months <= keptMonths.most ? months : null;
}

interface ClientForm {
  action: string;
  typed: TypedClient;
  isNew: boolean;
  errors: FieldErrors;
  language: Language;
}

const choice = (name: string, text: string, isOn: boolean): Html =>
  html`<label class="choice"><input type="checkbox" name="${name}" value="yes"${isOn && html` checked`}> ${text}</label>`;

export function clientFormView({ action, typed, isNew, errors, language }: ClientForm): Html {
  const labels = clientLabels[language];
  const { form } = labels;
  const languages = (['ru', 'en'] as const).map((value) => ({ value, text: labels.languages[value] }));
  const formats = ['form', 'json'].map((value) => ({ value, text: value }));
  return html`<form method="post" action="${at(action, language)}">
<section class="card"><h2>${form.contract}</h2>
${fieldView({ name: 'name', label: form.name, value: typed.name, error: errors['name'], attributes: html`required maxlength="200" autocomplete="off"` })}
<div class="field"><label for="registered">${form.registered}</label><input id="registered" name="registered" type="date" value="${typed.registered}" required${errors['registered'] !== undefined && html` aria-invalid="true" aria-describedby="registered-error registered-hint"`}>
${errors['registered'] !== undefined && html`<p class="wrong" id="registered-error">${errors['registered']}</p>`}<p class="hint" id="registered-hint">${form.registeredHint}</p></div>
${fieldView({ name: 'discount', label: form.discount, hint: form.discountHint, value: typed.discount, error: errors['discount'], attributes: html`inputmode="decimal" maxlength="8" autocomplete="off"` })}
${fieldView({ name: 'credit', label: form.credit, value: typed.credit, error: errors['credit'], attributes: html`inputmode="decimal" maxlength="20" autocomplete="off"` })}
${choice('kopecks', form.kopecks, typed.kopecks)}</section>
<section class="card"><h2>${form.modes}</h2>
${choice('on', form.on, typed.on)}${choice('test', form.test, typed.test)}${choice('delayed', form.delayed, typed.delayed)}</section>
<section class="card"><h2>${form.messages}</h2>
${selectField({ name: 'language', label: form.language, choices: languages, value: typed.language, any: labels.ofProduct })}
${fieldView({ name: 'contactMail', label: form.contact, value: typed.contactMail, error: errors['contactMail'], type: 'email', attributes: html`maxlength="255" autocomplete="off"` })}
${fieldView({ name: 'keepRecipients', label: form.keepRecipients, hint: form.keepRecipientsHint, value: typed.keepRecipients, error: errors['keepRecipients'], attributes: html`inputmode="numeric" maxlength="3" autocomplete="off"` })}</section>
<section class="card"><h2>${form.api}</h2>
${fieldView({ name: 'callbackUrl', label: form.callbackUrl, value: typed.callbackUrl, error: errors['callbackUrl'], attributes: html`inputmode="url" autocapitalize="none" spellcheck="false" maxlength="2048"` })}
${selectField({ name: 'callbackFormat', label: form.callbackFormat, choices: formats, value: typed.callbackFormat, error: errors['callbackFormat'] })}
${areaView({ name: 'networks', label: form.networks, hint: form.networksHint, value: typed.networks, error: errors['networks'], attributes: html`rows="3" spellcheck="false" autocapitalize="none"` })}
${choice('uuidRequired', labels.uuidRequired, typed.uuidRequired)}${choice('postOnly', labels.postOnly, typed.postOnly)}</section>
<div class="actions"><button class="button main">${isNew ? form.create : form.save}</button></div></form>`;
}
