/** Activation letters of a supplier, and the codes of one to confirm row by row. */
import { formatCount, formatDate, formatFace } from '../../../platform/text/formats.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import type {
  ActivationLetter,
  ActivationRow,
  LetterLine,
} from '../../../suppliers/activation/find-letter.ts';
import { at } from '../../../web/request-language.ts';
import { filtersView } from '../../../web/shell/filters-view.ts';
import { emptyView, tableView } from '../../../web/shell/list-view.ts';
import { momentView } from '../../../web/shell/parts-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import type { SupplierCall } from '../supplier-cabinet.ts';
import { activationLabels, type ActivationLabels } from './labels.ts';

const path = '/s/activation';

export interface LetterList {
  letters: LetterLine[];
  /** Those that are confirmed too. */
  all: boolean;
  /** Whether lists are made at all. */
  byLetter: boolean;
}

export function letterListView({ letters, all, byLetter }: LetterList, call: SupplierCall): ShellPage {
  const { language } = call;
  const labels = activationLabels[language];
  const choices = [{ value: 'all', text: labels.all }];
  const filters = [
    { name: 'which', label: labels.which, value: all ? 'all' : '', any: labels.open, choices },
  ];
  return {
    title: labels.title,
    main: html`<h1>${labels.title}</h1>
<p class="lead">${labels.lead}</p>
${filtersView({ call, path, filters })}
${letters.length === 0 ? emptyView(byLetter ? labels.empty : labels.notByLetter) : html`<section class="card">${lettersTable(letters, labels, language)}</section>`}`,
  };
}

const lettersTable = (letters: LetterLine[], labels: ActivationLabels, language: Language): Html =>
  tableView({
    caption: labels.title,
    leads: 0,
    columns: [
      { name: labels.letter },
      { name: labels.made },
      { name: labels.progress, look: 'sum' },
      { name: labels.state },
    ],
    rows: letters.map(({ letterId, madeAt, rows, confirmed, answeredAt }): Content[] => [
      html`<a href="${at(`${path}/${letterId}`, language)}">${labels.one(letterId)}</a>`,
      momentView(madeAt, language),
      labels.of(formatCount(confirmed, language), formatCount(rows, language)),
      answeredAt === null
        ? html`<span><span class="state note">${labels.waits}</span></span>`
        : html`<span><span class="state yes">${labels.done}</span></span>`,
    ]),
  });

export function letterView(
  { letter, rows }: { letter: ActivationLetter; rows: ActivationRow[] },
  language: Language,
): ShellPage {
  const labels = activationLabels[language];
  const title = labels.one(letter.letterId);
  const open = rows.filter(isOpen).length;
  return {
    title,
    main: html`<h1>${title}</h1>
<p><a href="${at(path, language)}">${labels.back}</a></p>
${open > 0 && html`<p class="lead">${labels.oneLead}</p>`}
<form method="post" action="${at(`${path}/${letter.letterId}`, language)}"><section class="card">${rowsTable(rows, labels, language)}</section>
${open > 0 && html`<div class="actions"><button class="button main" name="confirm" value="all">${labels.confirmAll(formatCount(open, language))}</button><button class="button" name="confirm" value="ticked">${labels.confirmTicked}</button></div>`}</form>`,
  };
}

const isOpen = ({ confirmedAt, withdrawn }: ActivationRow): boolean => confirmedAt === null && !withdrawn;

const rowsTable = (rows: ActivationRow[], labels: ActivationLabels, language: Language): Html =>
  tableView({
    caption: labels.title,
    columns: [
      { name: labels.row },
      { name: labels.number },
      { name: labels.face, look: 'sum' },
      { name: labels.until },
      { name: labels.order },
      { name: labels.state },
    ],
    rows: rows.map((row): Content[] => [
      isOpen(row)
        ? html`<label class="choice"><input type="checkbox" name="row" value="${String(row.row)}" aria-label="${labels.tick(row.row)}"> ${String(row.row)}</label>`
        : String(row.row),
      `…${row.numberTail}`,
      formatFace(row.faceKopecks, language),
      row.expiresAt === null ? labels.unlimited : formatDate(row.expiresAt, language),
      row.orderNumber,
      stateOf(row, labels, language),
    ]),
  });

function stateOf(
  { confirmedAt, withdrawn }: ActivationRow,
  labels: ActivationLabels,
  language: Language,
): Content {
  if (confirmedAt !== null)
    return html`<span><span class="state yes">${labels.confirmed}</span> ${momentView(confirmedAt, language)}</span>`;
  return withdrawn ? labels.withdrawn : html`<span><span class="state note">${labels.waits}</span></span>`;
}
