import { moscowDate } from '../../platform/moscow-time.ts';
import { html, raw, type Html } from '../../platform/web/html.ts';
import type { Language } from '../../platform/web/language.ts';
import { faceWords } from '../../platform/web/words.ts';
import type { ActivationLetter, ActivationRow } from '../../suppliers/activation/find-letter.ts';
import { activationPageWords, type ActivationPageWords } from './words.ts';

export const activationStyle = `
:root{color-scheme:light dark;--paper:#f4eee5;--sheet:#fffdfa;--ink:#241d16;--muted:#685c50;--rule:#dccfbd;--accent:#a63c1a;--on:#fff}
@media (prefers-color-scheme:dark){:root{--paper:#14110e;--sheet:#1f1a16;--ink:#f6eee3;--muted:#b8ab9b;--rule:#453b31;--accent:#f2a678;--on:#2b1206}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 -apple-system,'Segoe UI',Roboto,Arial,sans-serif}
header,main{max-width:60rem;margin:0 auto;padding:1rem}header{display:flex;justify-content:flex-end}a{color:var(--accent)}
h1{margin:0 0 .5rem;font:bold 1.75rem/1.2 Georgia,serif}.sheet{background:var(--sheet);border-radius:1rem;padding:1.25rem}
.note{padding:.75rem 1rem;border-left:4px solid var(--accent);background:var(--paper)}.muted{color:var(--muted)}
.scroll{overflow-x:auto}table{width:100%;border-collapse:collapse}th,td{padding:.5rem;text-align:left;border-bottom:1px solid var(--rule);white-space:nowrap}
th{color:var(--muted);font-weight:normal}label{display:flex;align-items:center;gap:.5rem;min-height:2.75rem}input[type=checkbox]{width:1.5rem;height:1.5rem;margin:0}
.actions{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:1.25rem}
button{min-height:3rem;padding:.5rem 1.5rem;border:2px solid var(--accent);border-radius:1.5rem;background:var(--accent);color:var(--on);font:inherit;font-weight:bold;cursor:pointer}
button.second{background:transparent;color:var(--accent)}:focus-visible{outline:3px solid var(--accent);outline-offset:3px}
`.trim();

export interface ActivationPage {
  letter: ActivationLetter;
  rows: ActivationRow[];
  language: Language;
  path: string;
  /** What came of the button that was just pressed: so many rows, or nothing was ticked; null when none was. */
  outcome: number | 'nothing-ticked' | null;
}

/** The table with masked numbers, and the buttons that confirm it. */
export function renderActivation({ letter, rows, language, path, outcome }: ActivationPage): string {
  const words = activationPageWords[language];
  const open = rows.filter(isOpen);
  const main = html`<h1>${words.title}</h1>
<p>${words.lead(letter.supplierName, letter.letterId)}</p>
${outcome !== null && html`<p class="note" role="status">${outcomeWords(outcome, words)}</p>`}
${open.length === 0 && html`<p class="note">${words.allDone}</p>`}
<form method="post" action="${path}?lang=${language}">
<div class="scroll"><table>
<thead><tr>${[words.row, words.number, words.face, words.validity, words.order, words.state].map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>${rows.map((row) => tableRow(row, language, words))}</tbody>
</table></div>
<p class="muted">${words.hidden}</p>
${open.length > 0 && html`<div class="actions"><button name="confirm" value="all">${words.confirmAll(open.length)}</button><button class="second" name="confirm" value="ticked">${words.confirmTicked}</button></div>`}
</form>`;
  return layout(language, words.title, path, main);
}

export type ActivationNotice = 'unknown' | 'expired' | 'failed';

export function renderActivationNotice(
  notice: ActivationNotice,
  language: Language,
  path: string | null,
): string {
  const words = activationPageWords[language];
  const [title, text] = {
    unknown: [words.unknownTitle, words.unknownText],
    expired: [words.expiredTitle, words.expiredText],
    failed: [words.failedTitle, words.failedText],
  }[notice] as [string, string];
  return layout(language, title, path, html`<h1>${title}</h1><p>${text}</p>`);
}

const isOpen = (row: ActivationRow): boolean => row.confirmedAt === null && !row.withdrawn;

function outcomeWords(outcome: number | 'nothing-ticked', words: ActivationPageWords): string {
  if (outcome === 'nothing-ticked') return words.nothingTicked;
  return outcome === 0 ? words.nothingNew : words.done(outcome);
}

function tableRow(row: ActivationRow, language: Language, words: ActivationPageWords): Html {
  const state = row.withdrawn ? words.withdrawn : row.confirmedAt === null ? words.waiting : words.confirmed;
  return html`<tr><td>${isOpen(row) ? html`<label><input type="checkbox" name="row" value="${row.row}" aria-label="${words.tick(row.row)}"> ${row.row}</label>` : row.row}</td>
<td>••••${row.numberTail}</td><td>${faceWords(row.faceKopecks, language)}</td>
<td>${row.expiresAt === null ? words.unlimited : words.until(moscowDate(row.expiresAt))}</td><td>${row.orderNumber}</td><td>${state}</td></tr>`;
}

function layout(language: Language, title: string, path: string | null, main: Html): string {
  const other = activationPageWords[language].otherLanguage;
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${title}</title>
<style>${raw(activationStyle)}</style>
</head>
<body>
<header>${path !== null && html`<a href="${path}?lang=${other.language}" lang="${other.language}" hreflang="${other.language}" rel="nofollow">${other.name}</a>`}</header>
<main><div class="sheet">
${main}
</div></main>
</body>
</html>
`.markup;
}
