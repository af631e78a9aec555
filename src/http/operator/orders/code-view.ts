/** A code, asked for with a reason and shown. */
import type { CodeShown } from '../../../guarded-acts/show-code.ts';
import { reasonOf, type OwnAsk } from '../../../people/approvals/find-asked.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { fieldView } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { momentView } from '../../../web/shell/parts-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { codeLabels } from './code-labels.ts';

interface CodeForm {
  requestId: number;
  asked: OwnAsk | null;
  /** As typed. */
  reason: string | undefined;
  error: string | undefined;
}

/** Asks for the code with a reason; nothing to press while a second person has not decided. */
export function codeForm({ requestId, asked, reason, error }: CodeForm, language: Language): Html {
  const labels = codeLabels[language];
  const until = asked !== null && html` ${momentView(asked.until, language)}.`;
  const lead = asked === null ? labels.lead : html`${asked.isGiven ? labels.given : labels.waits}${until}`;
  const waits = asked !== null && !asked.isGiven;
  return html`<details${(asked !== null || error !== undefined) && html` open`}><summary>${labels.show}</summary>
${
  waits
    ? html`<p>${lead}</p>`
    : html`<form method="post" action="${at(`/o/orders/${requestId}/code`, language)}"><p>${lead}</p>
${fieldView({ name: 'reason', label: labels.reason, hint: labels.reasonHint, value: reason ?? reasonOf(asked), error, attributes: html`required maxlength="500" autocomplete="off"` })}
<div class="actions"><button class="button">${labels.show}</button></div></form>`
}</details>`;
}

/** The code, once. */
export function shownCodeView(
  requestId: number,
  { code, link }: Extract<CodeShown, { is: 'shown' }>,
  language: Language,
): ShellPage {
  const labels = codeLabels[language];
  const title = labels.shown(requestId);
  return {
    title,
    main: html`<h1>${title}</h1>
<section class="card"><p class="lead">${labels.shownLead}</p>
<h2>${labels.number}</h2><pre data-secret>${code.number}</pre>
${code.pin !== '' && html`<h2>${labels.pin}</h2><pre data-secret>${code.pin}</pre>`}
<h2>${labels.link}</h2><pre data-secret>${link}</pre>
<p><a class="button main" href="${at(`/o/orders/${requestId}`, language)}">${labels.back}</a></p></section>`,
  };
}
