import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { fieldView } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { basicAccessLabels } from './basic-access-labels.ts';
import type { Look, SupplierData } from './supplier-data.ts';

/** User and password of a supplier's programs, below the token. */
export function basicAccessView({ supplier, access }: SupplierData, look: Look, language: Language): Html {
  const labels = basicAccessLabels[language];
  const userName = access?.userName ?? null;
  const error = look.errors['basicUser'];
  const path = `/o/suppliers/${supplier.id}/basic`;
  return html`<details class="more"${error !== undefined && html` open`}><summary>${labels.title}</summary>
<p>${labels.lead}</p>
<form method="post" action="${at(path, language)}">
${fieldView({ name: 'basicUser', label: labels.user, value: look.typed.get('basicUser') ?? userName ?? '', error, attributes: html`required maxlength="100" autocomplete="off" autocapitalize="none" spellcheck="false"` })}
<div class="actions"><button class="button">${labels.set}</button></div></form>
${userName !== null && html`<form method="post" action="${at(`${path}/remove`, language)}"><button class="as-link">${labels.remove}</button></form>`}</details>`;
}
