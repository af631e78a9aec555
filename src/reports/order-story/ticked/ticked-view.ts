/** A list of orders as a form: a tick in each row, and what can be done with the ticked ones. */
import type { RequestKey } from '../../../orders/find-requests.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { addressOf, at } from '../../../web/request-language.ts';
import { tickedLabels, type TickedAct } from './labels.ts';

export interface TickedForm {
  /** Of the list. */
  path: string;
  /** Filters of the list, to come back to. */
  filters: Readonly<Record<string, string>>;
  /** What this person may do; none: the list has no ticks. */
  acts: readonly TickedAct[];
  language: Language;
}

/** The link of a row with its tick. */
export function tickView({ clientId, requestId }: RequestKey, link: Content, form: TickedForm): Content {
  if (form.acts.length === 0) return link;
  const label = tickedLabels[form.language].tick(requestId);
  return html`<span class="inline"><label class="choice"><input type="checkbox" name="item" value="${String(clientId)}.${String(requestId)}" aria-label="${label}" autocomplete="off"></label> ${link}</span>`;
}

/** The number of a request as the link of its row, to a page that knows the filters of the list. */
export const tickedLink = (
  { clientId, requestId }: RequestKey,
  form: TickedForm,
  filters = form.filters,
): Content =>
  tickView(
    { clientId, requestId },
    html`<a href="${at(addressOf(`${form.path}/${requestId}`, filters), form.language)}">${String(requestId)}</a>`,
    form,
  );

export function tickedForm(table: Content, { path, filters, acts, language }: TickedForm): Html {
  const [first] = acts;
  if (first === undefined) return html`${table}`;
  const labels = tickedLabels[language];
  const actOf = (act: TickedAct): string => at(`${path}/ticked/${act}`, language);
  const fields = Object.entries(filters)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
  return html`<form class="ticking" method="post" action="${actOf(first)}">${fields}${table}
<div class="actions"><span class="muted">${labels.ticked}:</span> ${acts.map((act) => html`<button class="button" formaction="${actOf(act)}">${labels.acts[act]}</button>`)}</div></form>`;
}
