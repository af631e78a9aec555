/** The form that sends a certificate again, to the same address or to another. */
import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { fieldView, type FieldErrors } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { resendLabels } from './labels.ts';

interface ResendForm {
  /** Path of the order's page. */
  path: string;
  /** Whether other addresses may be typed. */
  mayRedirect: boolean;
  typed: { email?: string; phone?: string } | undefined;
  errors: FieldErrors | undefined;
}

export function resendForm(
  { path, mayRedirect, typed = {}, errors = {} }: ResendForm,
  language: Language,
): Html {
  const labels = resendLabels[language];
  const fields =
    mayRedirect &&
    html`<p class="hint">${labels.lead}</p>
${fieldView({ name: 'email', label: labels.email, hint: labels.emailHint, value: typed.email ?? '', error: errors['email'], type: 'email', attributes: html`maxlength="255" autocomplete="off"` })}
${fieldView({ name: 'phone', label: labels.phone, hint: labels.phoneHint, value: typed.phone ?? '', error: errors['phone'], type: 'tel', attributes: html`maxlength="20" autocomplete="off"` })}`;
  return html`<form method="post" action="${at(`${path}/resend`, language)}">${fields}<div class="actions"><button class="button">${labels.resend}</button></div></form>`;
}
