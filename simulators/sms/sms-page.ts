/** The demo's page of texts that phones received. */
import { html, safeUrl, type Content, type Html } from '../../src/platform/text/html.ts';
import type { Language } from '../../src/platform/text/language.ts';
import type { Page } from '../../src/web/frame.ts';
import { at } from '../../src/web/request-language.ts';
import { exactMomentView } from '../../src/web/shell/parts-view.ts';
import { choiceView, demoFrame, nothingYet, orderButton } from '../demo-frame.ts';
import { modes, type Mode } from './provider-mode.ts';
import { smsLabels } from './sms-labels.ts';
import { wordsOf, type ProviderKind, type ReceivedText } from './text-inbox.ts';

export const smsPath = '/demo/sms';

export interface SmsView {
  texts: ReceivedText[];
  count: number;
  modes: Record<ProviderKind, Mode>;
  language: Language;
}

/** The page with the texts received by phones and the modes of the providers. */
export function smsPage({ texts, count, modes: current, language }: SmsView): Page {
  const labels = smsLabels[language];
  const main = html`<p class="lead">${labels.lead}</p>
<div class="bar"><span class="state">${labels.count(count)}</span><a href="${at(smsPath, language)}">${labels.refresh}</a></div>
${texts.length === 0 ? nothingYet(labels.none, orderButton(language)) : html`<div class="bubbles">${texts.map((text) => textView(text, language))}</div>`}
<h2>${labels.modesTitle}</h2>
<p class="muted">${labels.hint}</p>
<div class="forms">${(['smpp', 'gateway'] as const).map((provider) => modeForm(provider, current[provider], language))}</div>`;
  return demoFrame({ language, title: labels.title, path: smsPath, main });
}

function textView(text: ReceivedText, language: Language): Html {
  const labels = smsLabels[language];
  const { pieces, coding, provider, from, to, at: received, receipt } = text;
  const have = pieces.filter((piece) => piece !== null).length;
  const tone = { none: '', delivered: 'yes', undelivered: 'no' }[receipt];
  return html`<article>
<p class="bubble">${withLinks(wordsOf(text))}</p>
<p class="meta">${exactMomentView(new Date(received), language)} · ${labels.to.toLowerCase()} +${to}<br>
${from}, ${labels.providers[provider]} · ${labels.parts(have, pieces.length)}, ${coding}<br>
${labels.receiptTitle}: <span class="state ${tone}">${labels.receipts[receipt]}</span></p></article>`;
}

const withLinks = (text: string): Content =>
  text.split(/(https?:\/\/\S+)/).map((piece, index) => {
    const address = index % 2 === 1 ? safeUrl(piece) : null;
    return address === null ? piece : html`<a href="${address}">${piece}</a>`;
  });

function modeForm(provider: ProviderKind, current: Mode, language: Language): Html {
  const labels = smsLabels[language];
  const choice = (mode: Mode): Html =>
    choiceView(
      'mode',
      mode,
      html`${labels.modes[mode]}${mode === current && html` <span class="muted">(${labels.now})</span>`}`,
      mode === current,
    );
  return html`<form class="card" method="post" action="${at(`${smsPath}/${provider}`, language)}"><fieldset><legend>${labels.modeTitle(labels.providers[provider])}</legend>
${modes.map(choice)}</fieldset>
<button class="button main" type="submit">${labels.set}</button></form>`;
}
