/** One look of a client beside what recipients see now. */
import type { GiftView } from '../../../certificates/certificate.ts';
import type { LookNote } from '../../../acts/looks/foreign-names.ts';
import { lookLabels, lookName } from '../../../acts/looks/labels.ts';
import { longestReason } from '../../../acts/looks/decide-look.ts';
import { sampleKinds, sampleSubject, sampleText } from '../../../acts/looks/samples.ts';
import { lookFields, type LookLogo } from '../../../certificates/looks/client-look.ts';
import { seenVersion, type KeptLook } from '../../../certificates/looks/look-rows.ts';
import { may } from '../../../people/access/principal.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import { fieldView, type FieldErrors } from '../../../web/form-view.ts';
import { addressOf, at } from '../../../web/request-language.ts';
import { tableView } from '../../../web/shell/list-view.ts';
import { factsView, momentView } from '../../../web/shell/parts-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import type { OperatorCall } from '../operator.ts';
import { operatorLookLabels } from './labels.ts';

export interface OneLook {
  client: { id: number; name: string };
  look: KeptLook;
  /** What recipients see now; null: no look of the client. */
  shown: KeptLook | null;
  notes: LookNote[];
  sample: GiftView;
  shownLogo: LookLogo | null;
}

export function oneLookView(one: OneLook, call: OperatorCall, errors: FieldErrors = {}): ShellPage {
  const { language } = call;
  const { client, look, notes } = one;
  const labels = operatorLookLabels[language];
  const { states, fields, notes: noted } = lookLabels[language];
  const title = `${client.name}: ${lookName(look.campaign, language)}`;
  return {
    title,
    errors,
    hasFrames: true,
    main: html`<p><a href="${at('/o/looks', language)}">${labels.title}</a> · <a href="${at(`/o/clients/${client.id}`, language)}">${client.name}</a></p>
<h1>${title}</h1>
<p class="lead">${states[look.state]}${look.reason !== '' && html`. ${look.reason}`}</p>
${notes.length > 0 && html`<section class="notice note"><h2>${labels.notes}</h2><ul>${notes.map(({ why, found, field }) => html`<li>${noted[why](found, fields[field])}</li>`)}</ul></section>`}
${changesView(one, call)}
${framesView(one, call)}
${decisionView(one, call, errors)}`,
  };
}

const text = (value: string): Html => html`<span class="typed">${value}</span>`;

const logoView = (logo: LookLogo | null | undefined): Html | string =>
  logo
    ? html`<img src="${logo.path}" alt="" width="${Math.round(logo.width / 3)}" height="${Math.round(logo.height / 3)}">`
    : '—';

/** What is said, and what was said before where it differs. */
function changesView({ look, shown, shownLogo, sample }: OneLook, { language }: OperatorCall): Html {
  const labels = operatorLookLabels[language];
  const { fields } = lookLabels[language];
  const before = shown === null || shown.id === look.id ? null : shown;
  const said = lookFields.filter(
    (field) => look.fields[field] !== '' || (before?.fields[field] ?? '') !== '',
  );
  const names = [labels.field, ...(before === null ? [] : [labels.before]), labels.after];
  return html`${tableView({
    caption: lookName(look.campaign, language),
    columns: names.map((name) => ({ name })),
    rows: [
      ...said.map((field) => [
        fields[field],
        ...(before === null ? [] : [text(before.fields[field])]),
        before === null || before.fields[field] === look.fields[field]
          ? text(look.fields[field])
          : html`<b>${text(look.fields[field])}</b>`,
      ]),
      [labels.logo, ...(before === null ? [] : [logoView(shownLogo)]), logoView(sample.clientLook?.logo)],
    ],
  })}
${factsView([
  look.proposedAt === null
    ? null
    : [labels.sent, html`${momentView(look.proposedAt, language)}, ${look.proposedBy}`],
  look.decidedAt === null
    ? null
    : [labels.decided, html`${momentView(look.decidedAt, language)}, ${look.decidedBy}`],
])}`;
}

function framesView({ client, look, shown, sample }: OneLook, call: OperatorCall): Html {
  const { language, query } = call;
  const labels = operatorLookLabels[language];
  const { kinds, frame } = lookLabels[language];
  const own = `/o/clients/${client.id}/looks`;
  const kind = sampleKinds.find((one) => one === query['view']) ?? 'phone';
  const isShown = shown?.id === look.id;
  const frameClass = kind.startsWith('letter') ? 'letter' : kind === 'desktop' ? 'letter' : 'phone';
  const one = (id: number, name: string): Html =>
    html`<section class="card"><h2>${name}</h2><iframe class="${frameClass}" src="${at(addressOf(`${own}/${id}/sample`, { view: kind }), 'ru')}" title="${name}: ${frame}" loading="lazy"></iframe><p><a href="${at(`${own}/${id}/pdf`, 'ru')}" download>${labels.pdf}</a></p></section>`;
  return html`<nav class="tabs" aria-label="${labels.kind}">${sampleKinds.map((name) => html`<a href="${at(addressOf(`${own}/${look.id}`, { view: name }), language)}"${name === kind && html` aria-current="page"`}>${kinds[name]}</a>`)}</nav>
<div class="versions">${!isShown && one(shown?.id ?? 0, labels.before)}${one(look.id, isShown ? labels.shown : labels.after)}</div>
<section class="card">${factsView([
    [labels.subject, sampleSubject(sample)],
    [labels.text, sampleText(sample)],
  ])}</section>`;
}

function decisionView({ client, look }: OneLook, call: OperatorCall, errors: FieldErrors): Html | false {
  const { language, form } = call;
  if (!may(call.principal, 'clients.change', call.party)) return false;
  const labels = operatorLookLabels[language];
  const own = `/o/clients/${client.id}/looks/${look.id}`;
  const seen = html`<input type="hidden" name="seen" value="${seenVersion(look)}">`;
  const refuse = (name: 'decline' | 'withdraw', button: string): Html =>
    html`<form class="narrow" method="post" action="${at(`${own}/${name}`, language)}">${seen}
${fieldView({ name: 'reason', label: labels.reason, value: form.get('reason') ?? '', error: errors['reason'], attributes: html`maxlength="${longestReason}" required` })}
<div class="actions"><button class="button">${button}</button></div></form>`;
  if (look.state === 'approved' || (look.state === 'replaced' && look.hasLogo))
    return html`<section class="card"><p>${labels.cachedNote}</p>${refuse('withdraw', labels.withdraw)}</section>`;
  if (look.state !== 'proposed') return false;
  return html`<section class="card"><p>${labels.check}</p>
<form method="post" action="${at(`${own}/approve`, language)}">${seen}<div class="actions"><button class="button main" id="approve">${labels.approve}</button></div></form>
${refuse('decline', labels.decline)}</section>`;
}
