import { html, safeUrl, type Content, type Html } from '../../src/platform/web/html.ts';
import type { Language } from '../../src/platform/web/language.ts';
import { demoFrame, inLanguage, moment, orderButton } from '../demo-frame.ts';
import { moods, type Mood } from './door-mood.ts';
import { smsWords, type SmsWords } from './sms-words.ts';
import { wordsOf, type Door, type ReceivedText } from './text-inbox.ts';

export const smsPath = '/demo/sms';

export interface SmsView {
  texts: ReceivedText[];
  count: number;
  moods: Record<Door, Mood>;
  language: Language;
}

/** The page that shows what phones got, and where providers are told to misbehave. */
export function smsPage({ texts, count, moods: current, language }: SmsView): string {
  const words = smsWords[language];
  const main = html`<p class="muted">${words.lead}</p>
<div class="bar"><span class="muted">${words.count(count)}</span><a href="${inLanguage(smsPath, language)}">${words.refresh}</a></div>
${texts.length === 0 ? html`<p>${words.none}</p>${orderButton(language)}` : texts.map((text) => textCard(text, words))}
<p class="muted small spaced">${words.hint}</p>
${(['smpp', 'gateway'] as const).map((door) => moodForm(door, current[door], language))}`;
  return demoFrame({ language, title: words.title, path: smsPath, main });
}

function textCard(text: ReceivedText, words: SmsWords): Html {
  const { pieces, coding, door, from, to, at, receipt } = text;
  const have = pieces.filter((piece) => piece !== null).length;
  const mood = { none: 'muted', delivered: 'good', undelivered: 'bad' }[receipt];
  return html`<article class="card">
<p class="bubble">${withLinks(wordsOf(text))}</p>
<dl class="facts small">
<dt>${words.to}</dt><dd>+${to}</dd>
<dt>${words.from}</dt><dd>${from}, ${words.doors[door]}</dd>
<dt>${words.at}</dt><dd>${moment(new Date(at))}</dd>
<dt>${words.parts(have, pieces.length)}</dt><dd>${coding}</dd>
<dt>${words.receiptTitle}</dt><dd class="${mood}">${words.receipts[receipt]}</dd>
</dl></article>`;
}

const withLinks = (text: string): Content =>
  text.split(/(https?:\/\/\S+)/).map((piece, index) => {
    const address = index % 2 === 1 ? safeUrl(piece) : null;
    return address === null ? piece : html`<a href="${address}">${piece}</a>`;
  });

function moodForm(door: Door, current: Mood, language: Language): Html {
  const words = smsWords[language];
  return html`<form method="post" action="${smsPath}/${door}"><fieldset><legend>${words.moodTitle(words.doors[door])}</legend>
<input type="hidden" name="lang" value="${language}">
${moods.map((mood) => html`<label><input type="radio" name="mood" value="${mood}"${mood === current && html` checked`}> <span>${words.moods[mood]}${mood === current && html` <span class="muted">(${words.now})</span>`}</span></label>`)}
<button type="submit">${words.set}</button></fieldset></form>`;
}
