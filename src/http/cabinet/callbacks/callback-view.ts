import type { CallbackAttempt, ShownCallback } from '../../../callbacks/find-callback.ts';
import { html, type Content } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { at } from '../../../web/request-language.ts';
import { tableView } from '../../../web/shell/list-view.ts';
import { factsView, momentView } from '../../../web/shell/parts-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { callbackLabels, type CallbackLabels } from './labels.ts';
import { stateView } from './list-view.ts';

/** One callback: what is sent, and what came back each time. */
export function callbackView(
  { callback, mayReplay }: { callback: ShownCallback; mayReplay: boolean },
  language: Language,
): ShellPage {
  const labels = callbackLabels[language];
  const { requestId, state, address, format, messageId, announcedAt, endedAt, dueAt, body, made } = callback;
  const title = labels.one(requestId);
  const links = html`<a href="${at('/c/callbacks', language)}">${labels.back}</a> · <a href="${at(`/c/orders/${requestId}`, language)}">${labels.order}</a>`;
  const facts = factsView([
    [labels.state, stateView(state, labels)],
    [labels.address, html`<code>${address}</code>`],
    [labels.format, format],
    [labels.messageId, html`<code>${messageId}</code>`],
    [labels.announced, momentView(announcedAt, language)],
    state === 'due' ? [labels.next, momentView(dueAt, language)] : null,
    endedAt === null ? null : [labels.ended, momentView(endedAt, language)],
  ]);
  const replay = html`<form method="post" action="${at(`/c/callbacks/${requestId}/replay`, language)}"><div class="actions"><button class="button main">${labels.replay}</button></div></form>`;
  return {
    title,
    main: html`<h1>${title}</h1>
<p>${links}</p>
<section class="card">${facts}${mayReplay && replay}</section>
<section class="card"><h2>${labels.made}</h2>${made.length === 0 ? html`<p>${labels.notYet}</p>` : attemptsTable(made, labels, language)}</section>
<section class="card"><h2>${labels.body}</h2>${body === null ? html`<p class="notice no">${labels.lost}</p>` : html`<p>${labels.bodyLead}</p><pre>${readable(body, format)}</pre>`}</section>`,
  };
}

const attemptsTable = (made: CallbackAttempt[], labels: CallbackLabels, language: Language): Content =>
  tableView({
    caption: labels.made,
    columns: [labels.attempt, labels.at, labels.took, labels.answered].map((name) => ({ name })),
    rows: made.map(({ attempt, at: instant, durationMs, httpStatus, answerHead, problem }) => [
      `№ ${attempt}`,
      momentView(instant, language),
      `${durationMs} ${labels.ms}`,
      httpStatus === null
        ? `${labels.noAnswer} · ${problem}`
        : html`<span>${String(httpStatus)}${problem !== '' && ` · ${problem}`}${answerHead !== '' && html` <code>${answerHead}</code>`}</span>`,
    ]),
  });

/** A form field by field, as a receiver reads it; JSON with its levels. */
function readable(body: string, format: ShownCallback['format']): string {
  if (format === 'form')
    return [...new URLSearchParams(body)].map(([name, value]) => `${name} = ${value}`).join('\n');
  return JSON.stringify(JSON.parse(body), null, 2);
}
