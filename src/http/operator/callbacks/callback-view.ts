/** `/o/callbacks/:id`: one callback and what came back each time; what is sent is the client's and stays closed. */
import type { CallbacksBeside } from '../../../callbacks/callbacks-beside.ts';
import type { ShownCallback } from '../../../callbacks/find-callback.ts';
import {
  attemptsView,
  callbackFacts,
  replayForm,
} from '../../../reports/order-story/callbacks/callback-view.ts';
import { callbackStoryLabels } from '../../../reports/order-story/callbacks/labels.ts';
import { may } from '../../../people/access/principal.ts';
import { html } from '../../../platform/text/html.ts';
import { wayBackView } from '../../../web/shell/list-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { operatorLink } from '../operator-link.ts';
import type { OperatorCall } from '../operator.ts';

export interface CallbackPage {
  callback: ShownCallback;
  /** Filters of the list from which it was opened. */
  filters: Record<string, string>;
  /** Null: not known. */
  beside: CallbacksBeside | null;
}

export function callbackView({ callback, filters, beside }: CallbackPage, call: OperatorCall): ShellPage {
  const { language, principal, party } = call;
  const labels = callbackStoryLabels[language];
  const { requestId, made } = callback;
  const title = labels.one(requestId);
  const replay = may(principal, 'callbacks.replay', party);
  return {
    title,
    main: html`${wayBackView({ list: '/o/callbacks', name: labels.title, filters, beside }, language)}
<h1>${title}</h1>
<section class="card">${callbackFacts(callback, language, true)}
<p>${operatorLink(call, `/o/orders/${requestId}`, labels.order)}</p>
${replay && replayForm(`/o/callbacks/${requestId}`, language)}</section>
${attemptsView(made, language)}`,
  };
}
