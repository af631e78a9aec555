/** The page on which a supplier confirms activations. */
import { moscowDate } from '../../platform/time/moscow-time.ts';
import { html, type Html } from '../../platform/text/html.ts';
import type { Language } from '../../platform/text/language.ts';
import { formatFace } from '../../platform/text/formats.ts';
import type { ActivationLetter, ActivationRow } from '../../suppliers/activation/find-letter.ts';
import { renderPage, type Page } from '../../web/frame.ts';
import { messageView, type Message } from '../../web/message-view.ts';
import { at } from '../../web/request-language.ts';
import { readStyle } from '../../web/styles.ts';
import { verdictView } from '../../web/verdict-view.ts';
import { activationPageLabels, type ActivationPageLabels } from './labels.ts';

const style = readStyle(new URL('./activation.css', import.meta.url));

export interface ActivationPage {
  letter: ActivationLetter;
  rows: ActivationRow[];
  language: Language;
  path: string;
  /** Result of the button just pressed: a number of rows, or nothing ticked; null if none was pressed. */
  outcome: number | 'nothing-ticked' | null;
}

/** The table with masked numbers, and the buttons that confirm it. */
export function renderActivation(page: ActivationPage): Page {
  const { letter, rows, language, path, outcome } = page;
  const labels = activationPageLabels[language];
  const open = rows.filter(isOpen).length;
  const main = html`<article class="card">
${open === 0 && verdictView('yes', labels.allDone)}
<div class="head">
<p class="muted">${labels.lead(letter.supplierName, letter.letterId)}</p>
<h1>${open === 0 ? labels.titleDone : labels.title}</h1>
${open > 0 && html`<p class="lead">${labels.task}</p>`}
</div>
${noteView(outcome, labels)}
${progressView(rows, open, labels)}
<form method="post" action="${at(path, language)}">
${tableView(rows, language, labels)}
<p class="hint">${labels.hidden} ${labels.linkEnds(moscowDate(letter.expiresAt))}</p>
${open > 0 && html`<div class="actions"><button class="button main" name="confirm" value="all">${labels.confirmAll(open)}</button><button class="button" name="confirm" value="ticked">${labels.confirmTicked}</button></div>`}
</form>
</article>`;
  return pageOf(language, labels.title, path, main);
}

export type ActivationNotice = 'unknown' | 'expired' | 'unreadable' | 'failed';

export function renderActivationNotice(
  notice: ActivationNotice,
  language: Language,
  path: string | null,
): Page {
  const labels = activationPageLabels[language];
  const action = path === null ? null : { text: labels.backToTable, address: at(path, language) };
  const front = { text: labels.front, address: at('/', language) };
  const message: Message = {
    unknown: { title: labels.unknownTitle, text: labels.unknownText, sign: 'broken' as const, action: front },
    expired: { title: labels.expiredTitle, text: labels.expiredText, sign: 'wait' as const, action: front },
    unreadable: {
      title: labels.unreadableTitle,
      text: labels.unreadableText,
      sign: 'trouble' as const,
      action,
    },
    failed: { title: labels.failedTitle, text: labels.failedText, sign: 'trouble' as const, action },
  }[notice];
  // An empty address is the page itself.
  return pageOf(language, message.title, path ?? '', messageView(message));
}

const pageOf = (language: Language, title: string, path: string | null, main: Html): Page =>
  renderPage({
    language,
    title,
    top: { place: `Facevalue · ${activationPageLabels[language].place}`, path },
    main,
    styles: [style],
  });

const isOpen = (row: ActivationRow): boolean => row.confirmedAt === null && !row.withdrawn;

/** Says what the button did, also when somebody had confirmed everything before. */
function noteView(outcome: ActivationPage['outcome'], labels: ActivationPageLabels): Html | null {
  if (outcome === 'nothing-ticked') return html`<p class="notice" role="status">${labels.nothingTicked}</p>`;
  if (outcome === null) return null;
  return html`<p class="notice yes" role="status">${outcome === 0 ? labels.nothingNew : labels.done(outcome)}</p>`;
}

function progressView(rows: ActivationRow[], open: number, labels: ActivationPageLabels): Html | false {
  const wanted = rows.filter(({ withdrawn }) => !withdrawn).length;
  if (open === 0 || wanted === 0) return false;
  return html`<div class="done-of"><p id="progress">${labels.progress(html`<b>${wanted - open}</b>`, wanted)}</p>
<progress aria-labelledby="progress" value="${wanted - open}" max="${wanted}"></progress></div>`;
}

/** The roles keep it a table where phones show its rows as cards. */
function tableView(rows: ActivationRow[], language: Language, labels: ActivationPageLabels): Html {
  const columns = [
    ['', labels.row],
    ['', labels.number],
    ['sum', labels.face],
    ['', labels.validity],
    ['', labels.order],
    ['', labels.state],
  ];
  return html`<table role="table">
<thead role="rowgroup"><tr role="row">${columns.map(([look, heading]) => html`<th scope="col" role="columnheader" class="${look}">${heading}</th>`)}</tr></thead>
<tbody role="rowgroup">${rows.map((row) => rowView(row, language, labels))}</tbody>
</table>`;
}

function rowView(row: ActivationRow, language: Language, labels: ActivationPageLabels): Html {
  const [state, look] = row.withdrawn
    ? [labels.withdrawn, 'no']
    : row.confirmedAt === null
      ? [labels.waiting, 'note']
      : [labels.confirmed, 'yes'];
  const number = `${labels.rowLabel} ${row.row}`;
  const validity = row.expiresAt === null ? labels.unlimited : labels.until(moscowDate(row.expiresAt));
  return html`<tr role="row"${row.withdrawn && html` class="withdrawn"`}><td role="cell" class="row">${isOpen(row) ? html`<label class="choice"><input type="checkbox" name="row" value="${row.row}" aria-label="${labels.tick(row.row)}"> ${number}</label>` : number}</td>
<td role="cell" class="number">••••${row.numberTail}</td><td role="cell" class="sum">${formatFace(row.faceKopecks, language)}</td>
<td role="cell" class="validity"><span class="label">${labels.validity}: </span>${validity}</td><td role="cell" class="order"><span class="label">${labels.order}: </span>${row.orderNumber}</td><td role="cell" class="state-of"><span class="state ${look}">${state}</span></td></tr>`;
}
