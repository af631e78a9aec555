/** The samples of a template on its page. */
import { giftText } from '../../messaging/letters/text/gift-text.ts';
import { html, type Html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import { countParts } from '../../platform/texter/split-text.ts';
import { addressOf, at } from '../../web/request-language.ts';
import { selectField } from '../../web/form-view.ts';
import { templateLabels } from './labels.ts';
import { lookName, type LookKey } from './look-key.ts';
import { letterOf, sampleLink } from './samples.ts';
import { sampleParts, type SeenLook, type TemplatesData } from './templates-data.ts';

/** A code for later receipt of the usual length. */
const sampleReceiptCode = '123456789012';

export function nameOfLook(key: LookKey, language: Language): string {
  const labels = templateLabels[language];
  switch (key.is) {
    case 'current':
      return labels.current;
    case 'draft':
      return labels.draft(key.id);
    case 'version':
      return labels.version(key.version);
  }
}

/** What is shown is chosen in the address, so that both sides can talk about the same picture. */
export function chooseForm(data: TemplatesData, path: string, language: Language): Html {
  const labels = templateLabels[language];
  const { versions, drafts, seen, part, recipientLanguage } = data;
  const looks: LookKey[] = [
    { is: 'current' },
    ...drafts.filter(({ endedAt }) => endedAt === null).map(({ id }): LookKey => ({ is: 'draft', id })),
    ...versions.map(({ version }): LookKey => ({ is: 'version', version })),
  ];
  const choices = looks.map((look) => ({ value: lookName(look), text: nameOfLook(look, language) }));
  const [first, second] = seen.map(({ key }) => lookName(key));
  return html`<form class="filters" method="get" action="${path}"><input type="hidden" name="lang" value="${language}">
${selectField({ name: 'of', label: labels.look, choices, value: first ?? '' })}
${selectField({ name: 'beside', label: labels.beside, any: labels.nothing, choices, value: second ?? '' })}
${selectField({ name: 'part', label: labels.part, choices: sampleParts.map((one) => ({ value: one, text: labels.parts[one] })), value: part })}
${selectField({
  name: 'to',
  label: labels.language,
  choices: [
    { value: 'ru', text: 'русский' },
    { value: 'en', text: 'English' },
  ],
  value: recipientLanguage,
})}
<button class="button">${labels.show}</button></form>`;
}

/** One look, or two side by side: a frame of a phone's width, and what is sent as text. */
export const samplesView = (data: TemplatesData, path: string, language: Language): Html =>
  html`<div class="versions">${data.seen.map((one) => sampleView(one, data, path, language))}</div>`;

function sampleView(
  { key, view }: SeenLook,
  { part, recipientLanguage }: TemplatesData,
  path: string,
  language: Language,
): Html {
  const labels = templateLabels[language];
  const name = nameOfLook(key, language);
  const query = { of: lookName(key), ...(part === 'opened' ? { opened: '1' } : {}) };
  const source = at(addressOf(`${path}/${part === 'letter' ? 'letter' : 'look'}`, query), recipientLanguage);
  const pdf = at(addressOf(`${path}/pdf`, { of: lookName(key) }), recipientLanguage);
  const { subject, text } = letterOf(view);
  // The mark of a sample would be counted too.
  const sold = { ...view, sample: false };
  const notice = giftText({ kind: 'notice', view: sold, language: recipientLanguage });
  const receipt = giftText({
    kind: 'receipt',
    view: sold,
    language: recipientLanguage,
    link: sampleLink,
    code: sampleReceiptCode,
  });
  const sms = (title: string, message: string): Html =>
    html`<p><b>${title}</b> <span class="hint">${labels.segments(countParts(message), Array.from(message).length)}</span></p><p lang="${recipientLanguage}">${message}</p>`;
  // A frame may be styled, but nothing in it runs.
  return html`<section class="card"><h2>${name}</h2>
<iframe class="phone" src="${source}" title="${labels.frame(name, labels.parts[part])}" sandbox="allow-same-origin" loading="lazy"></iframe>
<p><a href="${source}" target="_blank" rel="noopener">${labels.parts[part]} ↗</a> · <a href="${pdf}" download>${labels.pdf}</a></p>
<details class="more"><summary>${labels.letterText}</summary><p><b>${labels.subject}: ${subject}</b></p><pre tabindex="0" lang="${recipientLanguage}">${text}</pre></details>
<details class="more"><summary>${labels.texts}</summary>${sms(labels.notice, notice)}${sms(labels.receipt, receipt)}</details></section>`;
}
