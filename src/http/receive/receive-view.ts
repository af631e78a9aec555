import { readFileSync } from 'node:fs';
import { receiptCodeDigits, receiptDays } from '../../messaging/texts/receipt-codes.ts';
import { html, raw, type Html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import { receiveLabels, type ReceiveLabels } from './labels.ts';

/** Inline, and named by its hash in the content policy. */
export const receiveStyle = readFileSync(new URL('./receive.css', import.meta.url), 'utf8').replaceAll(
  /\s+/g,
  ' ',
);

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='8' fill='%23a63c1a'/%3E%3Cpath d='M7 13h18v3H7zM8.500 17.500h15V25h-15zM14.500 13h3v12h-3z' fill='%23fff'/%3E%3C/svg%3E";

/** What became of the form; `refused` is one answer for a wrong code, an unknown phone and a code that is over. */
export type ReceiveProblem =
  | { is: 'incomplete'; phone: boolean; code: boolean }
  | { is: 'refused' }
  | { is: 'too-many'; minutes: number }
  | { is: 'unreadable' }
  | { is: 'failed' };

export interface ReceivePage {
  language: Language;
  problem: ReceiveProblem | null;
  /** As it was typed; the code is never shown again. */
  phone: string;
}

/** The page on which a code from a text message is typed in. */
export function renderReceive({ language, problem, phone }: ReceivePage): string {
  const labels = receiveLabels[language];
  const wrong = problem?.is === 'incomplete' ? problem : { phone: false, code: false };
  const other = labels.otherLanguage;
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<title>${problem !== null && `${labels.problem}: `}${labels.title}</title>
<link rel="icon" href="${raw(icon)}">
<style>${raw(receiveStyle)}</style>
</head>
<body>
<header class="top">
<span>${labels.certificate}</span>
<nav aria-label="${labels.languageNav}"><a href="/receive?lang=${other.language}" lang="${other.language}" hreflang="${other.language}">${other.name}</a></nav>
</header>
<main class="sides">
<section class="card">
<svg class="sign" viewBox="0 0 64 64" fill="none" stroke="currentColor" stroke-width="3" stroke-linejoin="round" stroke-linecap="round" aria-hidden="true"><path d="M10 28h44v28H10zM6 18h52v10H6zM32 18v38M32 18c-12 0-16-12-8-12 6 0 8 12 8 12s2-12 8-12c8 0 4 12-8 12"/></svg>
<h1>${labels.title}</h1>
<p class="lead">${labels.lead}</p>
${note(problem, labels)}
<form method="post" action="/receive?lang=${language}" novalidate>
<div><label for="phone">${labels.phone}</label>
<input id="phone" name="phone" type="tel" inputmode="tel" autocomplete="tel" maxlength="30" required value="${phone}"${described('phone', wrong.phone)}>
${hint('phone', wrong.phone ? labels.phoneWrong : null, labels.phoneHint)}</div>
<div><label for="code">${labels.code}</label>
<input class="digits" id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="20" required${described('code', wrong.code)}>
${hint('code', wrong.code ? labels.codeWrong(receiptCodeDigits) : null, labels.codeHint(receiptCodeDigits))}</div>
<button>${labels.submit}</button>
</form>
</section>
<section class="help" aria-labelledby="help"><h2 id="help">${labels.helpTitle}</h2>
<ul>${labels.help(receiptDays).map((line) => html`<li>${line}</li>`)}</ul></section>
</main>
</body>
</html>
`.markup;
}

const described = (id: string, wrong: boolean): Html =>
  raw(` aria-describedby="${id}-hint"${wrong ? ' aria-invalid="true"' : ''}`);

const hint = (id: string, wrong: string | null, plain: string): Html =>
  html`<p class="${wrong === null ? 'hint' : 'wrong'}" id="${id}-hint">${wrong ?? plain}</p>`;

function note(problem: ReceiveProblem | null, labels: ReceiveLabels): Html | null {
  switch (problem?.is) {
    case undefined:
    case 'incomplete':
      return null;
    case 'refused':
      return alert(labels.refusedTitle, labels.refused);
    case 'too-many':
      return alert(labels.tooManyTitle, labels.tooMany(problem.minutes));
    case 'unreadable':
      return alert(labels.problem, labels.unreadable);
    case 'failed':
      return alert(labels.failedTitle, labels.failed);
  }
}

const alert = (title: string, text: string): Html =>
  html`<p class="note" role="alert"><strong>${title}</strong> ${text}</p>`;
