import type { CallbackAttempt, ShownCallback } from '../../../callbacks/find-callback.ts';
import type { CallbackState } from '../../../callbacks/list-callbacks.ts';
import { may } from '../../../people/access/principal.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import { at } from '../../../web/request-language.ts';
import { tableView } from '../../../web/shell/list-view.ts';
import { factsView, momentView } from '../../../web/shell/parts-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { operatorLink } from '../operator-link.ts';
import type { OperatorCall } from '../operator.ts';
import { callbackLabels } from './labels.ts';

const looks: Record<CallbackState, string> = { due: ' note', accepted: ' yes', abandoned: ' no' };

/** One callback and what came back each time; what is sent is the client's and stays closed. */
export function callbackView(callback: ShownCallback, call: OperatorCall): ShellPage {
  const { language, principal, party } = call;
  const labels = callbackLabels[language];
  const { requestId, state, address, format, messageId, announcedAt, endedAt, dueAt, made } = callback;
  const title = labels.one(requestId);
  const replay = may(principal, 'callbacks.replay', party);
  return {
    title,
    main: html`<p><a href="${at('/o/callbacks', language)}">${labels.title}</a></p>
<h1>${title}</h1>
<section class="card">${factsView([
      [labels.state, html`<span class="state${looks[state]}">${labels.states[state]}</span>`],
      [labels.address, html`<code>${address}</code>`],
      [labels.format, format],
      [labels.messageId, html`<code>${messageId}</code>`],
      [labels.announced, momentView(announcedAt, language)],
      state === 'due' ? [labels.next, momentView(dueAt, language)] : null,
      endedAt === null ? null : [labels.ended, momentView(endedAt, language)],
    ])}
<p>${operatorLink(call, `/o/orders/${requestId}`, labels.order)}</p>
${replay && html`<form method="post" action="${at(`/o/callbacks/${requestId}/replay`, language)}"><div class="actions"><button class="button main">${labels.replay}</button></div></form>`}</section>
<section class="card"><h2>${labels.made}</h2>${made.length === 0 ? html`<p>${labels.notYet}</p>` : attempts(made, call)}</section>`,
  };
}

function attempts(made: CallbackAttempt[], { language }: OperatorCall): Html {
  const labels = callbackLabels[language];
  return tableView({
    caption: labels.made,
    columns: [labels.attempt, labels.at, labels.took, labels.answered].map((name) => ({ name })),
    rows: made.map(({ attempt, at: instant, durationMs, httpStatus, answerHead, problem }) => [
      `№ ${attempt}`,
      momentView(instant, language),
      `${durationMs} ${labels.ms}`,
      html`<span>${httpStatus === null ? labels.noAnswer : String(httpStatus)}${problem !== '' && ` · ${problem}`}${answerHead !== '' && html` <code>${answerHead}</code>`}</span>`,
    ]),
  });
}
