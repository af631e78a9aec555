import type { ShownCallback } from '../../../callbacks/find-callback.ts';
import { attemptsView, callbackFacts, replayForm } from '../../../order-story/callbacks/callback-view.ts';
import { callbackStoryLabels } from '../../../order-story/callbacks/labels.ts';
import { html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { at } from '../../../web/request-language.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { callbackLabels } from './labels.ts';

/** One callback: what is sent, and what came back each time. */
export function callbackView(
  { callback, mayReplay }: { callback: ShownCallback; mayReplay: boolean },
  language: Language,
): ShellPage {
  const labels = callbackLabels[language];
  const story = callbackStoryLabels[language];
  const { requestId, format, body, made } = callback;
  const title = story.one(requestId);
  const links = html`<a href="${at('/c/callbacks', language)}">${labels.back}</a> · <a href="${at(`/c/orders/${requestId}`, language)}">${story.order}</a>`;
  return {
    title,
    main: html`<h1>${title}</h1>
<p>${links}</p>
<section class="card">${callbackFacts(callback, language)}${mayReplay && replayForm(`/c/callbacks/${requestId}`, language)}</section>
${attemptsView(made, language)}
<section class="card"><h2>${labels.body}</h2>${body === null ? html`<p class="notice no">${labels.lost}</p>` : html`<p>${labels.bodyLead}</p><pre>${readable(body, format)}</pre>`}</section>`,
  };
}

/** A form field by field, as a receiver reads it; JSON with its levels. */
function readable(body: string, format: ShownCallback['format']): string {
  if (format === 'form')
    return [...new URLSearchParams(body)].map(([name, value]) => `${name} = ${value}`).join('\n');
  return JSON.stringify(JSON.parse(body), null, 2);
}
