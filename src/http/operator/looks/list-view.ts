/** `/o/looks`: what waits for a decision, and what is shown. */
import { lookLabels, lookName } from '../../../acts/looks/labels.ts';
import type { KeptLook } from '../../../certificates/looks/look-rows.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import { at } from '../../../web/request-language.ts';
import { emptyView } from '../../../web/shell/list-view.ts';
import { linkView } from '../../../web/shell/parts-view.ts';
import { rowsView, type Columns } from '../../../web/shell/rows-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import type { OperatorCall } from '../operator.ts';
import { operatorLookLabels } from './labels.ts';

type ListedLook = KeptLook & { client: string };

export type LooksList =
  | { waiting: ListedLook[]; shown: ListedLook[] }
  | { client: { id: number; name: string }; looks: ListedLook[] };

export function looksView(list: LooksList, call: OperatorCall): ShellPage {
  const { language } = call;
  const labels = operatorLookLabels[language];
  if ('client' in list) {
    const { client, looks } = list;
    const title = `${labels.title}: ${client.name}`;
    return {
      title,
      main: html`<p><a href="${at('/o/looks', language)}">${labels.title}</a> · <a href="${at(`/o/clients/${client.id}`, language)}">${client.name}</a></p>
<h1>${title}</h1>
${looks.length === 0 ? emptyView(labels.ofClientNone) : listOf(looks, title, call)}`,
    };
  }
  const { waiting, shown } = list;
  return {
    title: labels.title,
    main: html`<h1>${labels.title}</h1>
<p class="lead">${labels.lead}</p>
<h2>${labels.waiting}</h2>
${waiting.length === 0 ? emptyView(labels.none) : listOf(waiting, labels.waiting, call)}
${shown.length > 0 && html`<h2>${labels.shown}</h2>${listOf(shown, labels.shown, call)}`}`,
  };
}

function listOf(rows: readonly ListedLook[], caption: string, { language }: OperatorCall): Html {
  const labels = operatorLookLabels[language];
  const link = ({ id, clientId, client }: ListedLook) =>
    linkView(`/o/clients/${clientId}/looks/${id}`, client, language);
  const columns: Columns<ListedLook> = [
    { name: labels.client, cell: link },
    { name: labels.look, cell: ({ campaign }) => lookName(campaign, language) },
    { name: labels.state, cell: ({ state }) => lookLabels[language].states[state] },
    { name: labels.sender, cell: ({ fields }) => fields.senderName },
    { name: labels.when, cell: (look) => look.decidedAt ?? look.proposedAt ?? look.editedAt },
  ];
  return rowsView({ caption, columns, rows }, language);
}
