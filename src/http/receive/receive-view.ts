/** The page on which a code from a text is typed in. */
import { receiptCodeDigits, receiptDays } from '../../messaging/texts/receipt-codes.ts';
import { html, type Html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import { errorSummary, fieldView, formTitle, type FieldErrors } from '../../web/form-view.ts';
import { renderPage, type Page } from '../../web/frame.ts';
import { at } from '../../web/request-language.ts';
import { readStyle } from '../../web/styles.ts';
import { receiveLabels, type ReceiveLabels } from './labels.ts';

const style = readStyle(new URL('./receive.css', import.meta.url));

/** Result of the form; `refused` is the same for a wrong code, an unknown phone and an expired code. */
export type ReceiveProblem =
  | { is: 'incomplete'; phone: boolean; code: boolean }
  | { is: 'refused' }
  | { is: 'too-many'; minutes: number }
  | { is: 'unreadable' }
  | { is: 'failed' };

export interface ReceivePage {
  language: Language;
  problem: ReceiveProblem | null;
  /** What was typed; the code is never shown again. */
  phone: string;
}

export function renderReceive({ language, problem, phone }: ReceivePage): Page {
  const labels = receiveLabels[language];
  const errors = errorsOf(problem, labels);
  const main = html`<section class="card">
<svg class="sign" viewBox="0 0 64 64" fill="none" stroke="currentColor" stroke-width="3" stroke-linejoin="round" stroke-linecap="round" aria-hidden="true"><path d="M10 28h44v28H10zM6 18h52v10H6zM32 18v38M32 18c-12 0-16-12-8-12 6 0 8 12 8 12s2-12 8-12c8 0 4 12-8 12"/></svg>
<h1>${labels.title}</h1>
<p class="lead">${labels.lead}</p>
${errorSummary(errors, language) ?? note(problem, labels)}
<form method="post" action="${at('/receive', language)}" novalidate>
${fieldView({ name: 'phone', label: labels.phone, hint: labels.phoneHint, error: errors.phone, value: phone, type: 'tel', attributes: html`inputmode="tel" autocomplete="tel" maxlength="60" required` })}
${fieldView({ name: 'code', label: labels.code, hint: labels.codeHint(receiptCodeDigits), error: errors.code, look: 'digits', attributes: html`inputmode="numeric" autocomplete="one-time-code" maxlength="40" required` })}
<button class="button main">${labels.submit}</button>
</form>
</section>
<section class="help" aria-labelledby="help"><h2 id="help">${labels.helpTitle}</h2>
<ul>${labels.help(receiptDays).map((line) => html`<li>${line}</li>`)}</ul></section>`;
  const title = formTitle(labels.title, problem !== null, language);
  const top = { place: labels.certificate, path: '/receive' };
  return renderPage({ language, title, top, main, layout: 'sides', styles: [style] });
}

const errorsOf = (problem: ReceiveProblem | null, labels: ReceiveLabels): FieldErrors<'phone' | 'code'> =>
  problem?.is === 'incomplete'
    ? {
        ...(problem.phone && { phone: labels.phoneWrong }),
        ...(problem.code && { code: labels.codeWrong(receiptCodeDigits) }),
      }
    : {};

function note(problem: ReceiveProblem | null, labels: ReceiveLabels): Html | null {
  switch (problem?.is) {
    case undefined:
    case 'incomplete':
      return null;
    case 'refused':
      return alert(labels.refusedTitle, labels.refused);
    case 'too-many':
      return alert(labels.tooManyTitle, labels.tooMany(problem.minutes));
    case 'unreadable':
      return alert(labels.problem, labels.unreadable);
    case 'failed':
      return alert(labels.failedTitle, labels.failed);
  }
}

const alert = (title: string, text: string): Html =>
  html`<p class="notice no" role="alert"><b>${title}</b> ${text}</p>`;
