/** `/c/sandbox`: callbacks and outcomes of test orders. */
import { callbackTargets, inboxAnswers, type Sandbox } from '../../../clients/sandbox.ts';
import { productScripts } from '../../../orders/test-script.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { type FieldErrors, fieldView, selectField } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { tableView } from '../../../web/shell/list-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { sandboxLabels, type SandboxLabels } from './labels.ts';

interface View {
  sandbox: Sandbox;
  labels: SandboxLabels;
  language: Language;
  errors: FieldErrors;
  typed: URLSearchParams;
}

export function sandboxView(
  sandbox: Sandbox,
  language: Language,
  errors: FieldErrors = {},
  typed = new URLSearchParams(),
): ShellPage {
  const labels = sandboxLabels[language];
  const view = { sandbox, labels, language, errors, typed };
  return {
    title: labels.title,
    errors,
    main: html`<h1>${labels.title}</h1>
<p class="lead">${labels.lead}</p>
<p><a href="${at('/c/api', language)}#test-keys">${labels.keys}</a> · <a href="${at('/c/callbacks', language)}">${labels.list}</a></p>
${callbacksCard(view)}
${outcomesCard(view)}
${commentsCard(labels)}`,
  };
}

function callbacksCard({ sandbox, labels, language, errors, typed }: View): Html {
  const value = (name: 'callbacks' | 'callbackUrl' | 'inboxAnswer'): string =>
    typed.get(name) ?? sandbox[name] ?? '';
  return html`<section class="card"><h2>${labels.callbacks}</h2><p>${labels.callbacksLead}</p>
<form method="post" action="${at('/c/sandbox/callbacks', language)}">
${selectField({ name: 'callbacks', label: labels.target, value: value('callbacks'), choices: callbackTargets.map((one) => ({ value: one, text: labels.targets[one] })), error: errors['callbacks'] })}
${fieldView({ name: 'callbackUrl', label: labels.url, hint: labels.urlHint, value: value('callbackUrl'), error: errors['callbackUrl'], attributes: html`inputmode="url" autocapitalize="none" spellcheck="false" maxlength="2048"` })}
${selectField({ name: 'inboxAnswer', label: labels.answer, value: value('inboxAnswer'), choices: inboxAnswers.map((one) => ({ value: one, text: labels.answers[one] })), error: errors['inboxAnswer'] })}
<div class="actions"><button class="button main">${labels.save}</button></div></form></section>`;
}

function outcomesCard({ sandbox, labels, language, errors, typed }: View): Html {
  const action = at('/c/sandbox/outcomes', language);
  const rows = Object.entries(sandbox.outcomes).map(([productId, script]) => [
    html`<b>${productId}</b>`,
    labels.scripts[script] ?? script,
    html`<form method="post" action="${action}"><input type="hidden" name="productId" value="${productId}"><input type="hidden" name="script" value=""><button class="as-link" aria-label="${labels.remove}: ${productId}">${labels.remove}</button></form>`,
  ]);
  const columns = [labels.product, labels.outcome, labels.remove].map((name) => ({ name }));
  return html`<section class="card"><h2>${labels.outcomes}</h2><p>${labels.outcomesLead}</p>
${rows.length > 0 && tableView({ caption: labels.outcomes, columns, rows })}
<form method="post" action="${action}">
${fieldView({ name: 'productId', label: labels.product, value: typed.get('productId') ?? '', error: errors['productId'], attributes: html`inputmode="numeric" autocomplete="off" maxlength="16"` })}
${selectField({ name: 'script', label: labels.outcome, value: typed.get('script') ?? '', choices: productScripts.map((one) => ({ value: one, text: labels.scripts[one] ?? one })), error: errors['script'] })}
<div class="actions"><button class="button">${labels.set}</button></div></form></section>`;
}

const commentsCard = (labels: SandboxLabels): Html =>
  html`<section class="card"><h2>${labels.comments}</h2><p>${labels.commentsLead}</p>
${tableView({
  caption: labels.comments,
  columns: [{ name: 'comment' }, { name: labels.outcome }],
  rows: labels.commentLines.map(([script, meaning]) => [html`<code>${script}</code>`, meaning]),
})}</section>`;
