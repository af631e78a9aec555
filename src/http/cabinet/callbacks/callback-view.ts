/** `/c/callbacks/:id`: one callback, of a test order down to its signature. */
import type { CallbacksBeside } from '../../../callbacks/callbacks-beside.ts';
import type { ShownCallback } from '../../../callbacks/find-callback.ts';
import type { InspectedCallback } from '../../../callbacks/inspect-callback.ts';
import {
  attemptsView,
  callbackFacts,
  replayForm,
} from '../../../reports/order-story/callbacks/callback-view.ts';
import { callbackStoryLabels } from '../../../reports/order-story/callbacks/labels.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { at } from '../../../web/request-language.ts';
import { wayBackView } from '../../../web/shell/list-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { sandboxLabels } from '../sandbox/labels.ts';
import { callbackLabels } from './labels.ts';

interface CallbackPage {
  callback: ShownCallback;
  /** Details of a test order's callback. */
  inspected: InspectedCallback | null;
  mayReplay: boolean;
  mayTry: boolean;
  /** Filters of the list from which it was opened. */
  filters: Record<string, string>;
  /** Null: not known. */
  beside: CallbacksBeside | null;
}

/** One callback: what is sent, and what came back each time. */
export function callbackView(
  { callback, inspected, mayReplay, mayTry, filters, beside }: CallbackPage,
  language: Language,
): ShellPage {
  const labels = callbackLabels[language];
  const story = callbackStoryLabels[language];
  const { requestId, format, body, made } = callback;
  const title = story.one(requestId);
  const way = { list: '/c/callbacks', name: labels.back, filters, beside };
  return {
    title,
    main: html`${wayBackView(way, language)}
<h1>${title}</h1>
<p><a href="${at(`/c/orders/${requestId}`, language)}">${story.order}</a></p>
<section class="card">${callbackFacts(callback, language)}${mayReplay && replayForm(`/c/callbacks/${requestId}`, language)}</section>
${attemptsView(made, language)}
<section class="card"><h2>${labels.body}</h2>${body === null ? html`<p class="notice no">${labels.lost}</p>` : html`${inspected === null && html`<p>${labels.bodyLead}</p>`}<pre tabindex="0">${readable(inspected?.body ?? body, format)}</pre>`}</section>
${inspected !== null && inspectedView(inspected, requestId, mayTry, language)}`,
  };
}

/** A form field by field, as a receiver reads it; JSON with its levels. */
function readable(body: string, format: ShownCallback['format']): string {
  if (format === 'form')
    return [...new URLSearchParams(body)].map(([name, value]) => `${name} = ${value}`).join('\n');
  return JSON.stringify(JSON.parse(body), null, 2);
}

/** Shows everything of a test order's callback: headers, what is signed, and how. */
function inspectedView(
  { body, attempts }: InspectedCallback,
  requestId: number,
  mayTry: boolean,
  language: Language,
): Html {
  const labels = sandboxLabels[language];
  const [last] = attempts;
  const signed = last && `${last.headers['webhook-id']}.${last.headers['webhook-timestamp']}.${body}`;
  return html`<section class="card"><h2>${labels.inspect}</h2><p>${labels.inspectLead}</p>
${attempts.map(
  ({ attempt, headers }, index) =>
    html`<details${index === 0 && html` open`}><summary>${labels.headersOf(attempt)}</summary><pre tabindex="0">${Object.entries(
      headers,
    )
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n')}</pre></details>`,
)}
${signed !== undefined && html`<h3>${labels.signed}</h3><pre tabindex="0">${signed}</pre><h3>${labels.check}</h3><pre tabindex="0">${shellCheck(signed)}</pre>`}
${mayTry && html`<h3>${labels.sample}</h3><p>${labels.sampleLead}</p><form method="post" action="${at(`/c/callbacks/${requestId}/sample`, language)}"><div class="actions"><button class="button">${labels.sample}</button></div></form>`}</section>`;
}

const shellCheck = (signed: string): string =>
  `KEY=$(printf %s "\${CALLBACK_SECRET#whsec_}" | base64 -d | od -An -vtx1 | tr -d ' \\n')
printf %s '${signed.replaceAll("'", String.raw`'\''`)}' |
  openssl dgst -sha256 -mac HMAC -macopt hexkey:$KEY -binary | base64`;
