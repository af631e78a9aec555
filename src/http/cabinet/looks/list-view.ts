/** `/c/look`: the looks of a client, and the beginning of a new one. */
import { lookLabels, lookName } from '../../../acts/looks/labels.ts';
import type { KeptLook } from '../../../certificates/looks/look-rows.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import { fieldView, type FieldErrors } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { emptyView } from '../../../web/shell/list-view.ts';
import { linkView } from '../../../web/shell/parts-view.ts';
import { rowsView, type Columns } from '../../../web/shell/rows-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import type { CabinetCall } from '../cabinet.ts';
import { cabinetLookLabels } from './labels.ts';

const live = (look: KeptLook): boolean => ['draft', 'proposed', 'approved'].includes(look.state);

export function lookListView(
  looks: readonly KeptLook[],
  call: CabinetCall,
  errors: FieldErrors = {},
): ShellPage {
  const { language } = call;
  const labels = cabinetLookLabels[language];
  const [current, ended] = [looks.filter(live), looks.filter((look) => !live(look))];
  return {
    title: labels.title,
    errors,
    main: html`<h1>${labels.title}</h1>
<p class="lead">${labels.lead} ${labels.approval}</p>
${current.length === 0 ? emptyView(labels.none) : listOf(current, labels.title, call)}
${beginCard(looks, call, errors)}
${ended.length > 0 && html`<details class="more"><summary>${labels.ended}</summary>${listOf(ended, labels.ended, call)}</details>`}`,
  };
}

function listOf(rows: readonly KeptLook[], caption: string, { language }: CabinetCall): Html {
  const labels = cabinetLookLabels[language];
  const columns: Columns<KeptLook> = [
    {
      name: labels.name,
      cell: (look) => linkView(`/c/look/${look.id}`, lookName(look.campaign, language), language),
    },
    { name: labels.state, cell: ({ state }) => lookLabels[language].states[state] },
    { name: labels.sender, cell: ({ fields }) => fields.senderName },
    { name: labels.changed, cell: ({ decidedAt, editedAt }) => decidedAt ?? editedAt },
  ];
  return rowsView({ caption, columns, rows }, language);
}

function beginCard(looks: readonly KeptLook[], { language, form }: CabinetCall, errors: FieldErrors): Html {
  const labels = cabinetLookLabels[language];
  const action = at('/c/look/begin', language);
  const hasMain = looks.some((look) => look.campaign === '' && live(look));
  return html`<section class="card"><h2>${labels.begin}</h2>
${!hasMain && html`<form method="post" action="${action}"><p>${labels.beginMainLead}</p><div class="actions"><button class="button main">${labels.beginMain}</button></div></form>`}
<form class="narrow" method="post" action="${action}"><input type="hidden" name="of" value="campaign">
${fieldView({ name: 'campaign', label: labels.campaign, hint: labels.campaignHint, value: form.get('campaign') ?? '', error: errors['campaign'], attributes: html`maxlength="100" autocapitalize="characters" autocomplete="off" spellcheck="false" required` })}
<div class="actions"><button class="button">${labels.beginCampaign}</button></div></form></section>`;
}
