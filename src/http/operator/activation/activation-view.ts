/** Activation letters that wait for their suppliers, and the rows of one. */
import { may } from '../../../people/access/principal.ts';
import { formatCount } from '../../../platform/text/formats.ts';
import { html } from '../../../platform/text/html.ts';
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
import { factsView, linkView, momentView } from '../../../web/shell/parts-view.ts';
import type { Columns } from '../../../web/shell/rows-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { operatorLink } from '../operator-link.ts';
import type { OperatorCall } from '../operator.ts';
import { activationLabels } from './labels.ts';

const path = '/o/activation';

export interface LetterList {
  letters: LetterLine[];
  all: boolean;
}

export interface LetterRows {
  letter: ActivationLetter;
  rows: ActivationRow[];
}

export function letterListPage({ letters, all }: LetterList, call: OperatorCall): ShellPage {
  const { language } = call;
  const labels = activationLabels[language];
  const count = (value: number): string => formatCount(value, language);
  const link = ({ letterId }: LetterLine) => linkView(`${path}/${letterId}`, labels.one(letterId), language);
  const supplier = (one: LetterLine) =>
    operatorLink(call, `/o/suppliers/${one.supplierId}`, one.supplierName);
  const columns: Columns<LetterLine> = [
    { name: labels.letter, leads: true, cell: link },
    { name: labels.supplier, cell: supplier },
    { name: labels.made, cell: (one) => one.madeAt },
    progressColumn(language),
    { name: labels.reminders, look: 'sum', cell: (one) => count(one.reminders) },
    { name: labels.mails, look: 'sum', cell: (one) => `${count(one.sent)}, ${count(one.failed)}` },
    { name: labels.unclear, look: 'sum', cell: (one) => count(one.unclear) },
  ];
  const { title, lead, empty: text } = labels;
  const filters = [allLettersFilter(all, language)];
  return listPage({ path, title, lead, filters, columns, rows: letters, empty: { text } }, call);
}

export function letterPage({ letter, rows }: LetterRows, call: OperatorCall): ShellPage {
  const { language, principal, party } = call;
  const labels = activationLabels[language];
  const title = labels.one(letter.letterId);
  const own = (act: string): string => at(`${path}/${letter.letterId}/${act}`, language);
  const isOpen = openRows(rows) > 0;
  const form = {
    action: own('confirm'),
    caption: labels.title,
    rows,
    mayConfirm: isOpen && may(principal, 'activation.confirm', party),
    words: { ...labels, withdrawn: noteView(labels.withdrawn) },
  };
  return {
    title,
    main: html`<p><a href="${at(path, language)}">${labels.title}</a></p><h1>${title}</h1>
<section class="card">${factsView([
      [labels.supplier, operatorLink(call, `/o/suppliers/${letter.supplierId}`, letter.supplierName)],
      [labels.made, momentView(letter.madeAt, language)],
      [labels.expires, momentView(letter.expiresAt, language)],
    ])}
${isOpen && may(principal, 'suppliers.change', party) && html`<form method="post" action="${own('again')}"><div class="actions"><button class="button">${labels.again}</button></div></form>`}</section>
${rowsForm(form, language)}`,
  };
}
