/** `/o/looks`: what waits for a decision, and what is shown. */
import { lookName } from '../../../client-look-acts/labels.ts';
import type { KeptLook } from '../../../client-looks/look-rows.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import { at } from '../../../web/request-language.ts';
import { emptyView, tableView } from '../../../web/shell/list-view.ts';
import { momentView } from '../../../web/shell/parts-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import type { OperatorCall } from '../operator.ts';
import { operatorLookLabels } from './labels.ts';

type ListedLook = KeptLook & { client: string };

export interface LooksList {
  waiting: ListedLook[];
  shown: ListedLook[];
}

export function looksView({ waiting, shown }: LooksList, call: OperatorCall): ShellPage {
  const labels = operatorLookLabels[call.language];
  return {
    title: labels.title,
    main: html`<h1>${labels.title}</h1>
<p class="lead">${labels.lead}</p>
<h2>${labels.waiting}</h2>
${waiting.length === 0 ? emptyView(labels.none) : listOf(waiting, labels.waiting, call)}
${shown.length > 0 && html`<h2>${labels.shown}</h2>${listOf(shown, labels.shown, call)}`}`,
  };
}

function listOf(looks: readonly ListedLook[], caption: string, { language }: OperatorCall): Html {
  const labels = operatorLookLabels[language];
  return tableView({
    caption,
    columns: [labels.client, labels.look, labels.sender, labels.when].map((name) => ({ name })),
    rows: looks.map((look) => [
      html`<a href="${at(`/o/clients/${look.clientId}/looks/${look.id}`, language)}">${look.client}</a>`,
      lookName(look.campaign, language),
      look.fields.senderName,
      html`${momentView(look.decidedAt ?? look.proposedAt ?? look.editedAt, language)}`,
    ]),
  });
}
