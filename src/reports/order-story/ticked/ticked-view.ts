/** A list of orders as a form: a tick in each row, and what can be done with the ticked ones. */
import type { RequestKey } from '../../../orders/find-requests.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { addressOf, at } from '../../../web/request-language.ts';
import { tickedLabels, type TickedAct } from './labels.ts';

export interface TickedForm {
  /** Path of the list. */
  path: string;
  /** Filters of the list, to come back to. */
  filters: Readonly<Record<string, string>>;
  /** What this person may do; none: the list has no ticks. */
  acts: readonly TickedAct[];
  /** This person may take them as a file. */
  takesFile?: boolean;
  language: Language;
}

const hasTicks = ({ acts, takesFile = false }: TickedForm): boolean => acts.length > 0 || takesFile;

/** The link of a row with its tick. */
export function tickView({ clientId, requestId }: RequestKey, link: Content, form: TickedForm): Content {
  if (!hasTicks(form)) return link;
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

export function tickedForm(table: Content, form: TickedForm): Html {
  if (!hasTicks(form)) return html`${table}`;
  const { path, filters, acts, takesFile, language } = form;
  const labels = tickedLabels[language];
  const actOf = (act: TickedAct | 'file'): string => at(`${path}/ticked/${act}`, language);
  const fields = Object.entries(filters)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
  return html`<form class="ticking" method="post" action="${actOf(acts[0] ?? 'file')}">${fields}${table}
<div class="actions"><span class="muted">${labels.ticked}:</span> ${acts.map((act) => html`<button class="button" formaction="${actOf(act)}">${labels.acts[act]}</button>`)}${takesFile === true && html`<button class="button" formaction="${actOf('file')}">${labels.file}</button>`}</div></form>`;
}
