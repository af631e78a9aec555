/** A code, asked for with a reason and shown. */
import type { CodeShown } from '../../../acts/guarded/show-code.ts';
import { reasonOf, type OwnAsk } from '../../../people/approvals/find-asked.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { fieldView } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { momentView } from '../../../web/shell/parts-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { codeLabels } from './code-labels.ts';
import { secretsPage } from '../../../web/shell/secrets-view.ts';

interface CodeForm {
  requestId: number;
  asked: OwnAsk | null;
  /** What was typed. */
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
  return secretsPage(
    {
      title: labels.shown(requestId),
      lead: labels.shownLead,
      items: [
        { name: labels.number, value: code.number },
        ...(code.pin === '' ? [] : [{ name: labels.pin, value: code.pin }]),
        { name: labels.link, value: link },
      ],
      fileName: `code-${requestId}`,
      to: `/o/orders/${requestId}`,
      done: labels.back,
    },
    language,
  );
}
