import { readFileSync } from 'node:fs';
import { moscowDate } from '../../platform/time/moscow-time.ts';
import { html, raw, type Html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import { formatFace } from '../../platform/text/formats.ts';
import type { ActivationLetter, ActivationRow } from '../../suppliers/activation/find-letter.ts';
import { activationPageLabels, type ActivationPageLabels } from './labels.ts';

/** Inline, and named by its hash in the content policy. */
export const activationStyle = readFileSync(new URL('./activation.css', import.meta.url), 'utf8').replaceAll(
  /\s+/g,
  ' ',
);

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
  const labels = activationPageLabels[language];
  const open = rows.filter(isOpen);
  const columns = [labels.row, labels.number, labels.face, labels.validity, labels.order, labels.state];
  const main = html`<h1>${labels.title}</h1>
<p>${labels.lead(letter.supplierName, letter.letterId)}</p>
${note(outcome, open.length, labels)}
<form method="post" action="${path}?lang=${language}">
<table role="table">
<thead role="rowgroup"><tr role="row">${columns.map((heading) => html`<th scope="col" role="columnheader">${heading}</th>`)}</tr></thead>
<tbody role="rowgroup">${rows.map((row) => tableRow(row, language, labels))}</tbody>
</table>
<p class="hint">${labels.hidden}</p>
${open.length > 0 && html`<div class="actions"><button name="confirm" value="all">${labels.confirmAll(open.length)}</button><button class="second" name="confirm" value="ticked">${labels.confirmTicked}</button></div>`}
</form>`;
  return layout(language, labels.title, path, main);
}

export type ActivationNotice = 'unknown' | 'expired' | 'failed';

export function renderActivationNotice(
  notice: ActivationNotice,
  language: Language,
  path: string | null,
): string {
  const labels = activationPageLabels[language];
  const [title, text] = {
    unknown: [labels.unknownTitle, labels.unknownText],
    expired: [labels.expiredTitle, labels.expiredText],
    failed: [labels.failedTitle, labels.failedText],
  }[notice] as [string, string];
  return layout(language, title, path, html`<h1>${title}</h1><p>${text}</p>`);
}

const isOpen = (row: ActivationRow): boolean => row.confirmedAt === null && !row.withdrawn;

/** What the button did, or that nothing is left to do: good news, unless nothing was ticked. */
function note(outcome: ActivationPage['outcome'], open: number, labels: ActivationPageLabels): Html | null {
  if (outcome === 'nothing-ticked') return html`<p class="note" role="status">${labels.nothingTicked}</p>`;
  const told = outcome === null ? '' : outcome === 0 ? labels.nothingNew : labels.done(outcome);
  const text = [told, open === 0 ? labels.allDone : ''].filter((part) => part !== '').join(' ');
  if (text === '') return null;
  return html`<p class="note done" role="status">${tick}<span>${text}</span></p>`;
}

const tick = raw(
  '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="M5 12.500l5 5 9-11"/></svg>',
);

function tableRow(row: ActivationRow, language: Language, labels: ActivationPageLabels): Html {
  const [state, look] = row.withdrawn
    ? [labels.withdrawn, 'gone']
    : row.confirmedAt === null
      ? [labels.waiting, 'open']
      : [labels.confirmed, 'done'];
  const number = `${labels.rowLabel} ${row.row}`;
  const validity = row.expiresAt === null ? labels.unlimited : labels.until(moscowDate(row.expiresAt));
  // The roles keep it a table also where a phone shows its rows as cards.
  return html`<tr role="row"><td role="cell" class="row">${isOpen(row) ? html`<label><input type="checkbox" name="row" value="${row.row}" aria-label="${labels.tick(row.row)}"> ${number}</label>` : number}</td>
<td role="cell" class="number">••••${row.numberTail}</td><td role="cell" class="face">${formatFace(row.faceKopecks, language)}</td>
<td role="cell" class="validity"><span class="label">${labels.validity}: </span>${validity}</td><td role="cell" class="order"><span class="label">${labels.order}: </span>${row.orderNumber}</td><td role="cell" class="state ${look}">${state}</td></tr>`;
}

function layout(language: Language, title: string, path: string | null, main: Html): string {
  const other = activationPageLabels[language].otherLanguage;
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex, nofollow">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${raw(activationStyle)}</style>
</head>
<body>
<header class="top"><p>Facevalue · ${activationPageLabels[language].place}</p>${path !== null && html`<a href="${path}?lang=${other.language}" lang="${other.language}" hreflang="${other.language}" rel="nofollow">${other.name}</a>`}</header>
<main><article class="card">
${main}
</article></main>
</body>
</html>
`.markup;
}
