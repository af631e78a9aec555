import type { ParsedMail } from 'mailparser';
import { html, type Html } from '../src/platform/text/html.ts';
import type { Language } from '../src/platform/text/language.ts';
import { demoFrame, inLanguage, moment, orderButton } from './demo-frame.ts';
import { demoLabels } from './demo-labels.ts';
import { addressesOf, type LetterLine } from './mail-inbox.ts';

export function inboxPage(letters: LetterLine[], count: number, language: Language): string {
  const labels = demoLabels[language].inbox;
  const main = html`<p class="muted">${labels.lead}</p>
<p class="muted small">${labels.hint}</p>
<div class="bar"><span class="muted">${labels.count(count)}</span><a href="${inLanguage('/demo/inbox', language)}">${labels.refresh}</a></div>
${letters.length === 0 ? html`<p>${labels.none}</p>${orderButton(language)}` : html`<ul class="lines">${letters.map((letter) => letterLine(letter, language))}</ul>`}`;
  return demoFrame({ language, title: labels.title, path: '/demo/inbox', main });
}

const letterLine = ({ id, at, subject, to }: LetterLine, language: Language): Html => {
  const labels = demoLabels[language].inbox;
  return html`<li><a href="${inLanguage(`/demo/inbox/${id}`, language)}"><b>${subject === '' ? labels.noSubject : subject}</b> <span class="muted">${moment(at)}</span> <span class="muted to">${labels.to}: ${to}</span></a></li>`;
};

export function letterPage(id: string, at: Date, letter: ParsedMail, language: Language): string {
  const labels = demoLabels[language].inbox;
  const alone = `/demo/inbox/${id}/letter`;
  const main = html`<p><a href="${inLanguage('/demo/inbox', language)}">← ${labels.back}</a></p>
<dl class="facts">
<dt>${labels.from}</dt><dd>${addressesOf(letter.from)}</dd>
<dt>${labels.to}</dt><dd>${addressesOf(letter.to)}</dd>
<dt>${labels.date}</dt><dd>${moment(at)}</dd>
</dl>
${
  letter.html !== false &&
  html`<iframe src="${alone}" title="${labels.html}" sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer"></iframe>
<p><a href="${alone}" target="_blank" rel="noopener">${labels.alone}</a></p>`
}
<section><h2>${labels.text}</h2><pre tabindex="0">${letter.text ?? ''}</pre></section>`;
  return demoFrame({ language, title: letter.subject ?? labels.noSubject, path: `/demo/inbox/${id}`, main });
}

export function missingLetterPage(path: string, language: Language): string {
  const labels = demoLabels[language].inbox;
  const main = html`<p><a href="${inLanguage('/demo/inbox', language)}">← ${labels.back}</a></p>`;
  return demoFrame({ language, title: labels.missing, path, main });
}

/** The letter's own HTML; its links open beside it, for a gift page lets nobody frame it. */
export function letterDocument(letter: ParsedMail): string {
  const document = letter.html === false ? '' : letter.html;
  const base = '<base target="_blank">';
  return /<head[^>]*>/i.test(document)
    ? document.replace(/<head[^>]*>/i, (head) => head + base)
    : base + document;
}

/** Nothing in a letter may run, load a style sheet or send a form; pictures may come. */
export const letterHeaders: Record<string, string> = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src data: 'self' http: https:; style-src 'unsafe-inline'; frame-ancestors 'self'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};
