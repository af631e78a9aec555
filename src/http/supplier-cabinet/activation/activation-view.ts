/** Activation letters of a supplier, and the codes of one to confirm row by row. */
import { html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { activationLetterLabels } from '../../../reports/order-story/activation/labels.ts';
import {
  allLettersFilter,
  noteView,
  openRows,
  progressColumn,
  rowsForm,
} from '../../../reports/order-story/activation/letter-rows.ts';
import type {
  ActivationLetter,
  ActivationRow,
  LetterLine,
} from '../../../suppliers/activation/find-letter.ts';
import { at } from '../../../web/request-language.ts';
import { listPage } from '../../../web/shell/list-page.ts';
import { linkView } from '../../../web/shell/parts-view.ts';
import type { Columns } from '../../../web/shell/rows-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import type { SupplierCall } from '../supplier-cabinet.ts';
import { activationLabels } from './labels.ts';

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
  const link = ({ letterId }: LetterLine) => linkView(`${path}/${letterId}`, labels.one(letterId), language);
  const state = ({ answeredAt }: LetterLine) =>
    answeredAt === null
      ? noteView(labels.waits)
      : html`<span><span class="state yes">${labels.done}</span></span>`;
  const columns: Columns<LetterLine> = [
    { name: labels.letter, leads: true, cell: link },
    { name: labels.made, cell: (one) => one.madeAt },
    progressColumn(language),
    { name: activationLetterLabels[language].state, cell: state },
  ];
  const { title, lead } = labels;
  const filters = [allLettersFilter(all, language)];
  const empty = { text: byLetter ? labels.empty : labels.notByLetter };
  return listPage({ path, title, lead, filters, columns, rows: letters, empty }, call);
}

export function letterView(
  { letter, rows }: { letter: ActivationLetter; rows: ActivationRow[] },
  language: Language,
): ShellPage {
  const labels = activationLabels[language];
  const title = labels.one(letter.letterId);
  const mayConfirm = openRows(rows) > 0;
  const action = at(`${path}/${letter.letterId}`, language);
  return {
    title,
    main: html`<h1>${title}</h1>
<p><a href="${at(path, language)}">${labels.back}</a></p>
${mayConfirm && html`<p class="lead">${labels.oneLead}</p>`}
${rowsForm({ action, caption: labels.title, rows, mayConfirm, seesUntil: true, words: labels }, language)}`,
  };
}
