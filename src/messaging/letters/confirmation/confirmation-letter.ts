/** The letter or text with the code by which a holder confirms an exchange. */
import { titleIn, type GiftView } from '../../../certificates/certificate.ts';
import { html, raw } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { confirmationMinutes } from '../../confirmations/confirmation-code.ts';
import { contactsOf, inertView, oneLine } from '../gift/gift-letter.ts';
import { letterLayout, sans, serif, type Letter } from '../layout.ts';
import { confirmationLabels } from './labels.ts';

export interface ConfirmationInput {
  view: GiftView;
  code: string;
  language: Language;
}

/** The subject does not have the code: mail servers note subjects. */
export function confirmationLetter({ view: given, code, language }: ConfirmationInput): Letter {
  const view = inertView(given, language);
  const labels = confirmationLabels[language];
  const mark = view.sample ? `[${labels.sampleMark}] ` : '';
  const subject = `${mark}${labels.subject(oneLine(titleIn(view, language)))}`;
  const hint = labels.hint(confirmationMinutes);
  const contacts = contactsOf(view).join(' · ');
  const foot = contacts === '' ? `${labels.foot}.` : `${labels.foot}: ${contacts}`;
  return {
    subject,
    html: letterLayout({
      language,
      title: subject,
      preheader: hint,
      rows: html`<tr><td class="pad" style="padding:36px 36px 32px">
<p class="ink" style="margin:0;color:#241d16;font:17px/26px ${raw(sans)}">${labels.lead}</p>
<p class="ink face" style="margin:16px 0;color:#241d16;font:bold 46px/52px ${raw(serif)}">${code}</p>
<p class="muted" style="margin:0;color:#685c50;font:15px/22px ${raw(sans)}">${hint}</p>
</td></tr>`,
      foot: html`${foot}`,
      colours: view.design.colours,
    }),
    text: `${[labels.lead, code, hint, foot].join('\n\n')}\n`,
  };
}

export function confirmationText({ view, code, language }: ConfirmationInput): string {
  const labels = confirmationLabels[language];
  return `${view.sample ? `${labels.sampleMark}. ` : ''}${labels.text(code)}`;
}
