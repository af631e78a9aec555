import { html, safeUrl, type Content, type Html } from '../../src/platform/text/html.ts';
import type { Language } from '../../src/platform/text/language.ts';
import { demoFrame, inLanguage, moment, orderButton } from '../demo-frame.ts';
import { modes, type Mode } from './provider-mode.ts';
import { smsLabels, type SmsLabels } from './sms-labels.ts';
import { wordsOf, type ProviderKind, type ReceivedText } from './text-inbox.ts';

export const smsPath = '/demo/sms';

export interface SmsView {
  texts: ReceivedText[];
  count: number;
  modes: Record<ProviderKind, Mode>;
  language: Language;
}

/** The page that shows what phones got, and where providers are told to misbehave. */
export function smsPage({ texts, count, modes: current, language }: SmsView): string {
  const labels = smsLabels[language];
  const main = html`<p class="muted">${labels.lead}</p>
<div class="bar"><span class="muted">${labels.count(count)}</span><a href="${inLanguage(smsPath, language)}">${labels.refresh}</a></div>
${texts.length === 0 ? html`<p>${labels.none}</p>${orderButton(language)}` : texts.map((text) => textCard(text, labels))}
<p class="muted small spaced">${labels.hint}</p>
${(['smpp', 'gateway'] as const).map((provider) => modeForm(provider, current[provider], language))}`;
  return demoFrame({ language, title: labels.title, path: smsPath, main });
}

function textCard(text: ReceivedText, labels: SmsLabels): Html {
  const { pieces, coding, provider, from, to, at, receipt } = text;
  const have = pieces.filter((piece) => piece !== null).length;
  const mode = { none: 'muted', delivered: 'good', undelivered: 'bad' }[receipt];
  return html`<article class="card">
<p class="bubble">${withLinks(wordsOf(text))}</p>
<dl class="facts small">
<dt>${labels.to}</dt><dd>+${to}</dd>
<dt>${labels.from}</dt><dd>${from}, ${labels.providers[provider]}</dd>
<dt>${labels.at}</dt><dd>${moment(new Date(at))}</dd>
<dt>${labels.parts(have, pieces.length)}</dt><dd>${coding}</dd>
<dt>${labels.receiptTitle}</dt><dd class="${mode}">${labels.receipts[receipt]}</dd>
</dl></article>`;
}

const withLinks = (text: string): Content =>
  text.split(/(https?:\/\/\S+)/).map((piece, index) => {
    const address = index % 2 === 1 ? safeUrl(piece) : null;
    return address === null ? piece : html`<a href="${address}">${piece}</a>`;
  });

function modeForm(provider: ProviderKind, current: Mode, language: Language): Html {
  const labels = smsLabels[language];
  return html`<form method="post" action="${smsPath}/${provider}"><fieldset><legend>${labels.modeTitle(labels.providers[provider])}</legend>
<input type="hidden" name="lang" value="${language}">
${modes.map((mode) => html`<label><input type="radio" name="mode" value="${mode}"${mode === current && html` checked`}> <span>${labels.modes[mode]}${mode === current && html` <span class="muted">(${labels.now})</span>`}</span></label>`)}
<button type="submit">${labels.set}</button></fieldset></form>`;
}
