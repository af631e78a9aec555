/** Letters about sold codes, and the rows of one as a form that confirms them. */
import { formatCount, formatShortDate, formatFace } from '../../../platform/text/formats.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import type { ActivationRow, LetterLine } from '../../../suppliers/activation/find-letter.ts';
import type { Filter } from '../../../web/shell/filters-view.ts';
import { momentView } from '../../../web/shell/parts-view.ts';
import { rowsView, type ColumnOf, type Columns } from '../../../web/shell/rows-view.ts';
import { activationLetterLabels } from './labels.ts';

/** Whether letters are listed that are confirmed as a whole. */
export function allLettersFilter(all: boolean, language: Language): Filter {
  const labels = activationLetterLabels[language];
  const choices = [{ value: 'all', text: labels.all }];
  return { name: 'which', label: labels.which, value: all ? 'all' : '', any: labels.open, choices };
}

export function progressColumn(language: Language): ColumnOf<LetterLine> {
  const labels = activationLetterLabels[language];
  return {
    name: labels.progress,
    look: 'sum',
    cell: ({ confirmed, rows }) => labels.of(formatCount(confirmed, language), formatCount(rows, language)),
  };
}

export const openRows = (rows: readonly ActivationRow[]): number => rows.filter(isOpen).length;

const isOpen = ({ confirmedAt, withdrawn }: ActivationRow): boolean => confirmedAt === null && !withdrawn;

interface RowsForm {
  /** Where it is sent to. */
  action: string;
  caption: string;
  rows: readonly ActivationRow[];
  mayConfirm: boolean;
  seesUntil?: true;
  /** The words of this side. */
  words: { confirmed: string; withdrawn: Content; waits: string };
}

export function rowsForm({ action, caption, rows, mayConfirm, ...look }: RowsForm, language: Language): Html {
  const labels = activationLetterLabels[language];
  const { words, seesUntil } = look;
  const tick = (one: ActivationRow) =>
    mayConfirm && isOpen(one)
      ? html`<label class="choice"><input type="checkbox" name="row" value="${String(one.row)}" aria-label="${labels.tick(one.row)}"> ${String(one.row)}</label>`
      : String(one.row);
  const until = ({ expiresAt }: ActivationRow) =>
    expiresAt === null ? labels.unlimited : formatShortDate(expiresAt, language);
  const columns: Columns<ActivationRow> = [
    { name: labels.row, cell: tick },
    { name: labels.number, cell: (one) => `…${one.numberTail}` },
    { name: labels.face, look: 'sum', cell: (one) => formatFace(one.faceKopecks, language) },
    seesUntil === true && { name: labels.until, cell: until },
    { name: labels.order, cell: (one) => one.orderNumber },
    { name: labels.state, cell: (one) => stateView(one, words, language) },
  ];
  return html`<form method="post" action="${action}"><section class="card">${rowsView({ caption, columns, rows }, language)}</section>
${mayConfirm && html`<div class="actions"><button class="button main" name="confirm" value="all">${labels.confirmAll(formatCount(openRows(rows), language))}</button><button class="button" name="confirm" value="ticked">${labels.confirmTicked}</button></div>`}</form>`;
}

function stateView(
  { confirmedAt, withdrawn }: ActivationRow,
  words: RowsForm['words'],
  language: Language,
): Content {
  if (confirmedAt !== null)
    return html`<span><span class="state yes">${words.confirmed}</span> ${momentView(confirmedAt, language)}</span>`;
  return withdrawn ? words.withdrawn : noteView(words.waits);
}

export const noteView = (text: string): Html => html`<span><span class="state note">${text}</span></span>`;
