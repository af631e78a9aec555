/** Activation letters that wait for their suppliers, and the rows of one. */
import { may } from '../../../people/access/principal.ts';
import { formatCount, formatFace } from '../../../platform/text/formats.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import type {
  ActivationLetter,
  ActivationRow,
  LetterLine,
} from '../../../suppliers/activation/find-letter.ts';
import { at } from '../../../web/request-language.ts';
import { filtersView } from '../../../web/shell/filters-view.ts';
import { emptyView, tableView } from '../../../web/shell/list-view.ts';
import { factsView, momentView } from '../../../web/shell/parts-view.ts';
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
  const choices = [{ value: 'all', text: labels.all }];
  const filters = [
    { name: 'which', label: labels.which, value: all ? 'all' : '', any: labels.open, choices },
  ];
  return {
    title: labels.title,
    main: html`<h1>${labels.title}</h1><p class="lead">${labels.lead}</p>
${filtersView({ call, path, filters })}
${letters.length === 0 ? emptyView(labels.empty) : html`<section class="card">${lettersTable(letters, call)}</section>`}`,
  };
}

function lettersTable(letters: LetterLine[], call: OperatorCall): Html {
  const { language } = call;
  const labels = activationLabels[language];
  const count = (value: number): string => formatCount(value, language);
  return tableView({
    caption: labels.title,
    leads: 0,
    columns: [
      { name: labels.letter },
      { name: labels.supplier },
      { name: labels.made },
      { name: labels.progress, look: 'sum' },
      { name: labels.reminders, look: 'sum' },
      { name: labels.mails, look: 'sum' },
      { name: labels.unclear, look: 'sum' },
    ],
    rows: letters.map((one): Content[] => [
      html`<a href="${at(`${path}/${one.letterId}`, language)}">${labels.one(one.letterId)}</a>`,
      operatorLink(call, `/o/suppliers/${one.supplierId}`, one.supplierName),
      momentView(one.madeAt, language),
      labels.of(count(one.confirmed), count(one.rows)),
      count(one.reminders),
      `${count(one.sent)}, ${count(one.failed)}`,
      count(one.unclear),
    ]),
  });
}

const isOpen = ({ confirmedAt, withdrawn }: ActivationRow): boolean => confirmedAt === null && !withdrawn;

export function letterPage({ letter, rows }: LetterRows, call: OperatorCall): ShellPage {
  const { language, principal, party } = call;
  const labels = activationLabels[language];
  const title = labels.one(letter.letterId);
  const open = rows.filter(isOpen).length;
  const own = (act: string): string => at(`${path}/${letter.letterId}/${act}`, language);
  const mayConfirm = open > 0 && may(principal, 'activation.confirm', party);
  return {
    title,
    main: html`<p><a href="${at(path, language)}">${labels.title}</a></p><h1>${title}</h1>
<section class="card">${factsView([
      [labels.supplier, operatorLink(call, `/o/suppliers/${letter.supplierId}`, letter.supplierName)],
      [labels.made, momentView(letter.madeAt, language)],
      [labels.expires, momentView(letter.expiresAt, language)],
    ])}
${open > 0 && may(principal, 'suppliers.change', party) && html`<form method="post" action="${own('again')}"><div class="actions"><button class="button">${labels.again}</button></div></form>`}</section>
<form method="post" action="${own('confirm')}"><section class="card">${rowsTable(rows, mayConfirm, call)}</section>
${mayConfirm && html`<div class="actions"><button class="button main" name="confirm" value="all">${labels.confirmAll(formatCount(open, language))}</button><button class="button" name="confirm" value="ticked">${labels.confirmTicked}</button></div>`}</form>`,
  };
}

function rowsTable(rows: ActivationRow[], mayConfirm: boolean, { language }: OperatorCall): Html {
  const labels = activationLabels[language];
  return tableView({
    caption: labels.title,
    columns: [
      { name: labels.row },
      { name: labels.number },
      { name: labels.face, look: 'sum' },
      { name: labels.order },
      { name: labels.state },
    ],
    rows: rows.map((row): Content[] => [
      mayConfirm && isOpen(row)
        ? html`<label class="choice"><input type="checkbox" name="row" value="${String(row.row)}" aria-label="${labels.tick(row.row)}"> ${String(row.row)}</label>`
        : String(row.row),
      `…${row.numberTail}`,
      formatFace(row.faceKopecks, language),
      row.orderNumber,
      row.confirmedAt !== null
        ? html`<span><span class="state yes">${labels.confirmed}</span> ${momentView(row.confirmedAt, language)}</span>`
        : html`<span><span class="state note">${row.withdrawn ? labels.withdrawn : labels.waits}</span></span>`,
    ]),
  });
}
