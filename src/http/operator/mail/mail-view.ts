/** Trial letters and texts, the DKIM record, and returned mails that match no letter. */
import type { MailSetAside } from '../../../messaging/bounces/mails-set-aside.ts';
import { may } from '../../../people/access/principal.ts';
import { dkimRecord } from '../../../platform/mail/dkim-record.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import { fieldView, type FieldErrors } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { rowsView, type Columns } from '../../../web/shell/rows-view.ts';
import type { OperatorCall } from '../operator.ts';
import { bounceReasons } from '../../../messaging/bounces/bounce-reasons.ts';
import { mailLabels } from './labels.ts';

export const mostSetAside = 200;

export function mailView(
  mails: readonly MailSetAside[],
  call: OperatorCall,
  errors: FieldErrors = {},
): ShellPage {
  const labels = mailLabels[call.language];
  return {
    title: labels.title,
    errors,
    main: html`<h1>${labels.title}</h1><p class="lead">${labels.lead}</p>
${may(call.principal, 'settings.change', call.party) && tryCard(call, errors)}
${dkimCard(call)}
${asideCard(mails, call)}`,
  };
}

function tryCard({ language, form }: OperatorCall, errors: FieldErrors): Html {
  const labels = mailLabels[language];
  return html`<section class="card narrow"><h2>${labels.try}</h2><p>${labels.tryLead}</p>
<form method="post" action="${at('/o/mail/letter', language)}">
${fieldView({ name: 'email', label: labels.email, type: 'email', value: form.get('email') ?? '', error: errors['email'], attributes: html`required maxlength="255" autocomplete="off"` })}
<div class="actions"><button class="button">${labels.sendLetter}</button></div></form>
<form method="post" action="${at('/o/mail/text', language)}">
${fieldView({ name: 'phone', label: labels.phone, hint: labels.phoneHint, type: 'tel', value: form.get('phone') ?? '', error: errors['phone'], attributes: html`required maxlength="11" autocomplete="off"` })}
<div class="actions"><button class="button">${labels.sendText}</button></div></form></section>`;
}

const block = (title: string, text: string): Html => html`<h3>${title}</h3><pre tabindex="0">${text}</pre>`;

function dkimCard({ ctx, language }: OperatorCall): Html {
  const labels = mailLabels[language];
  const { dkim } = ctx.config.smtp;
  if (dkim === null)
    return html`<section class="card"><h2>${labels.dkim}</h2><p class="muted">${labels.notSigned}</p></section>`;
  const { name, value, zoneLine } = dkimRecord(dkim);
  return html`<section class="card"><h2>${labels.dkim}</h2><p>${labels.dkimLead}</p>
${block(labels.name, name)}${block(labels.value, value)}${block(labels.zone, zoneLine)}</section>`;
}

function asideCard(mails: readonly MailSetAside[], { language }: OperatorCall): Html {
  const labels = mailLabels[language];
  const columns: Columns<MailSetAside> = [
    { name: labels.came, cell: (one) => one.receivedAt },
    { name: labels.from, cell: (one) => one.sender },
    { name: 'Message-ID', cell: (one) => one.messageId },
    { name: labels.why, cell: (one) => bounceReasons.text(bounceReasons.read(one.why), language) },
  ];
  return html`<section class="card"><h2>${labels.aside}</h2><p>${labels.asideLead}</p>
${mails.length === 0 ? html`<p class="muted">${labels.noneAside}</p>` : rowsView({ caption: labels.aside, columns, rows: mails }, language)}
${mails.length >= mostSetAside && html`<p class="hint">${labels.newest(mostSetAside)}</p>`}</section>`;
}
