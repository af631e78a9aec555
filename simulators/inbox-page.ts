import type { ParsedMail } from 'mailparser';
import { html, type Html } from '../src/platform/web/html.ts';
import type { Language } from '../src/platform/web/language.ts';
import { demoFrame, inLanguage, moment, orderButton } from './demo-frame.ts';
import { demoWords } from './demo-words.ts';
import { addressesOf, type LetterLine } from './mail-inbox.ts';

export function inboxPage(letters: LetterLine[], count: number, language: Language): string {
  const words = demoWords[language].inbox;
  const main = html`<p class="muted">${words.lead}</p>
<p class="muted small">${words.hint}</p>
<div class="bar"><span class="muted">${words.count(count)}</span><a href="${inLanguage('/demo/inbox', language)}">${words.refresh}</a></div>
${letters.length === 0 ? html`<p>${words.none}</p>${orderButton(language)}` : html`<ul class="lines">${letters.map((letter) => letterLine(letter, language))}</ul>`}`;
  return demoFrame({ language, title: words.title, path: '/demo/inbox', main });
}

const letterLine = ({ id, at, subject, to }: LetterLine, language: Language): Html => {
  const words = demoWords[language].inbox;
  return html`<li><a href="${inLanguage(`/demo/inbox/${id}`, language)}"><b>${subject === '' ? words.noSubject : subject}</b> <span class="muted">${moment(at)}</span> <span class="muted to">${words.to}: ${to}</span></a></li>`;
};

export function letterPage(id: string, at: Date, letter: ParsedMail, language: Language): string {
  const words = demoWords[language].inbox;
  const alone = `/demo/inbox/${id}/letter`;
  const main = html`<p><a href="${inLanguage('/demo/inbox', language)}">← ${words.back}</a></p>
<dl class="facts">
<dt>${words.from}</dt><dd>${addressesOf(letter.from)}</dd>
<dt>${words.to}</dt><dd>${addressesOf(letter.to)}</dd>
<dt>${words.date}</dt><dd>${moment(at)}</dd>
</dl>
${
  letter.html !== false &&
  html`<iframe src="${alone}" title="${words.html}" sandbox="allow-popups allow-popups-to-escape-sandbox" referrerpolicy="no-referrer"></iframe>
<p><a href="${alone}" target="_blank" rel="noopener">${words.alone}</a></p>`
}
<section><h2>${words.text}</h2><pre tabindex="0">${letter.text ?? ''}</pre></section>`;
  return demoFrame({ language, title: letter.subject ?? words.noSubject, path: `/demo/inbox/${id}`, main });
}

export function missingLetterPage(path: string, language: Language): string {
  const words = demoWords[language].inbox;
  const main = html`<p><a href="${inLanguage('/demo/inbox', language)}">← ${words.back}</a></p>`;
  return demoFrame({ language, title: words.missing, path, main });
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
