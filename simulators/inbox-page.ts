/** The demo's inbox: letters to recipients. */
import type { ParsedMail } from 'mailparser';
import { html, type Html } from '../src/platform/text/html.ts';
import type { Language } from '../src/platform/text/language.ts';
import type { Page } from '../src/web/frame.ts';
import { at } from '../src/web/request-language.ts';
import { exactMomentView } from '../src/web/shell/parts-view.ts';
import { demoFrame, nothingYet, orderButton } from './demo-frame.ts';
import { demoLabels } from './demo-labels.ts';
import { addressesOf, type LetterLine } from './mail-inbox.ts';

export function inboxPage(letters: LetterLine[], count: number, language: Language): Page {
  const labels = demoLabels[language].inbox;
  const main = html`<p class="lead">${labels.lead}</p>
<div class="bar"><span class="state">${labels.count(count)}</span><a href="${at('/demo/inbox', language)}">${labels.refresh}</a></div>
${letters.length === 0 ? nothingYet(labels.none, orderButton(language)) : html`<ul class="card lines">${letters.map((letter) => letterLine(letter, language))}</ul>`}
<p class="muted small">${labels.hint}</p>`;
  return demoFrame({ language, title: labels.title, path: '/demo/inbox', main });
}

const letterLine = ({ id, at: instant, subject, to }: LetterLine, language: Language): Html => {
  const labels = demoLabels[language].inbox;
  return html`<li><a href="${at(`/demo/inbox/${id}`, language)}"><b>${subject === '' ? labels.noSubject : subject}</b> ${exactMomentView(instant, language)} <span class="under">${labels.to}: ${to}</span></a></li>`;
};

export function letterPage(id: string, received: Date, letter: ParsedMail, language: Language): Page {
  const labels = demoLabels[language].inbox;
  const alone = `/demo/inbox/${id}/letter`;
  const text = html`<pre tabindex="0">${letter.text ?? ''}</pre>`;
  const main = html`<p><a href="${at('/demo/inbox', language)}">← ${labels.back}</a></p>
<dl class="card facts columns">
<div><dt>${labels.from}</dt><dd>${addressesOf(letter.from)}</dd></div>
<div><dt>${labels.to}</dt><dd>${addressesOf(letter.to)}</dd></div>
<div><dt>${labels.date}</dt><dd>${exactMomentView(received, language)}</dd></div>
</dl>
${
  letter.html !== false &&
  html`<iframe src="${alone}" title="${labels.html}" sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer"></iframe>
<p><a href="${alone}" target="_blank" rel="noopener">${labels.alone}</a></p>`
}
${letter.html === false ? html`<section><h2>${labels.text}</h2>${text}</section>` : html`<details class="card"><summary>${labels.text}</summary>${text}</details>`}`;
  const title = letter.subject ?? labels.noSubject;
  return demoFrame({ language, title, path: `/demo/inbox/${id}`, main, frames: letter.html !== false });
}

export function missingLetterPage(path: string, language: Language): Page {
  const labels = demoLabels[language].inbox;
  const main = html`<p><a href="${at('/demo/inbox', language)}">← ${labels.back}</a></p>`;
  return demoFrame({ language, title: labels.missing, path, main });
}

/** The letter's own HTML; its links open in a new tab, because a gift page cannot be framed. */
export function letterDocument(letter: ParsedMail): string {
  const document = letter.html === false ? '' : letter.html;
  const base = '<base target="_blank">';
  return /<head[^>]*>/i.test(document)
    ? document.replace(/<head[^>]*>/i, (head) => head + base)
    : base + document;
}

/** A letter may not run scripts, load style sheets or submit forms; pictures are allowed. */
export const letterHeaders: Record<string, string> = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src data: 'self' http: https:; style-src 'unsafe-inline'; frame-ancestors 'self'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};
