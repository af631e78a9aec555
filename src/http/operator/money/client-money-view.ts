/** `/o/money/:id`: money of one client. */
import type { Movement, Statement } from '../../../ledger/statement.ts';
import { topUpState, type TopUpRequest } from '../../../ledger/top-up-requests.ts';
import { formatSum } from '../../../clients/money/format-sum.ts';
import type { BalanceWatch } from '../../../clients/money/balance-watch.ts';
import { monthBefore, monthName, monthOf, type Month } from '../../../clients/money/months.ts';
import { may } from '../../../people/access/principal.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import { fieldView, type FieldErrors } from '../../../web/form-view.ts';
import { addressOf, at } from '../../../web/request-language.ts';
import { onwardView } from '../../../web/shell/list-view.ts';
import { factsView, tilesView } from '../../../web/shell/parts-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { rowsView, type Columns } from '../../../web/shell/rows-view.ts';
import { operatorLink } from '../operator-link.ts';
import type { OperatorCall } from '../operator.ts';
import { moneyLabels } from './labels.ts';
import { warnForm } from './warn-form.ts';

export interface ClientMoney {
  clientId: number;
  client: string;
  month: Month;
  isPresent: boolean;
  statement: Statement;
  movements: Movement[];
  /** Where the movements go on; null: these are all. */
  next: number | null;
  requests: TopUpRequest[];
  watch: BalanceWatch | null;
}

export interface MoneyForm {
  level: string;
  reference: string;
  sum: string;
  note: string;
  reversed: string;
  reason: string;
}

export interface MoneyLook {
  typed?: Partial<MoneyForm>;
  errors?: FieldErrors;
  notice?: NonNullable<ShellPage['notice']>;
}

export function clientMoneyView(money: ClientMoney, call: OperatorCall, look: MoneyLook = {}): ShellPage {
  const { language, principal, party } = call;
  const labels = moneyLabels[language];
  const { client, clientId, statement } = money;
  const { balance } = statement;
  const available = balance.fundsKopecks + balance.creditKopecks;
  const mayMove = may(principal, 'money.move', party);
  return {
    title: labels.of(client),
    errors: look.errors ?? {},
    notice: look.notice ?? null,
    main: html`<p><a href="${at('/o/money', language)}">${labels.title}</a> · ${operatorLink(call, `/o/clients/${clientId}`, client)}</p>
<h1>${labels.of(client)}</h1>
${available < 0 && html`<p class="notice no" role="alert">${labels.shortfall}</p>`}
${tilesView([
  { name: labels.available, value: sumOf(available, call) },
  { name: labels.balance, value: sumOf(balance.fundsKopecks, call) },
  { name: labels.credit, value: sumOf(balance.creditKopecks, call) },
  { name: labels.held, value: sumOf(balance.heldKopecks, call) },
])}
${mayMove && bookForm(clientId, call, look)}
${money.requests.length > 0 && requestsView(money.requests, call)}
${statementView(money, call)}
${mayMove && reverseForm(clientId, call, look)}
${mayMove && warnForm({ clientId, watch: money.watch, typed: look.typed?.level, error: look.errors?.['level'] }, language)}`,
  };
}

const sumOf = (kopecks: number, { language }: OperatorCall): string =>
  `${formatSum(kopecks, language)}\u00a0₽`;

function bookForm(clientId: number, { language }: OperatorCall, { typed, errors = {} }: MoneyLook): Html {
  const labels = moneyLabels[language];
  return html`<section class="card" id="book"><h2>${labels.book}</h2><form method="post" action="${at(`/o/money/${clientId}/book`, language)}"><p>${labels.bookLead}</p>
<div class="fields across">${fieldView({ name: 'reference', label: labels.bookReference, value: typed?.reference ?? '', error: errors['reference'], attributes: html`required maxlength="100" autocomplete="off"` })}
${fieldView({ name: 'sum', label: labels.bookSum, value: typed?.sum ?? '', error: errors['sum'], attributes: html`required inputmode="decimal" maxlength="20" autocomplete="off"` })}
${fieldView({ name: 'note', label: labels.bookNote, value: typed?.note ?? '', error: errors['note'], attributes: html`maxlength="200" autocomplete="off"` })}</div>
<div class="actions"><button class="button main">${labels.bookAct}</button></div></form></section>`;
}

function reverseForm(clientId: number, { language }: OperatorCall, { typed, errors = {} }: MoneyLook): Html {
  const labels = moneyLabels[language];
  const isOpen = errors['reversed'] !== undefined || errors['reason'] !== undefined;
  return html`<section class="card" id="reverse"><details${isOpen && html` open`}><summary>${labels.reverse}</summary>
<form method="post" action="${at(`/o/money/${clientId}/reverse`, language)}"><p>${labels.reverseLead}</p>
<div class="fields across">${fieldView({ name: 'reversed', label: labels.bookReference, value: typed?.reversed ?? '', error: errors['reversed'], attributes: html`required maxlength="100" autocomplete="off"` })}
${fieldView({ name: 'reason', label: labels.reason, value: typed?.reason ?? '', error: errors['reason'], attributes: html`required maxlength="200" autocomplete="off"` })}</div>
<div class="actions"><button class="button">${labels.reverseAct}</button></div></form></details></section>`;
}

function requestsView(requests: TopUpRequest[], call: OperatorCall): Html {
  const { language } = call;
  const labels = moneyLabels[language];
  const looks = { waiting: ' note', booked: ' yes', reversed: ' no', withdrawn: '', closed: '' };
  const stateView = (one: TopUpRequest) => {
    const state = topUpState(one);
    return html`<span><span class="state${looks[state]}">${labels.states[state]}</span></span>`;
  };
  const columns: Columns<TopUpRequest> = [
    { name: labels.reference, phone: 'start', cell: (one) => html`<code>${one.reference}</code>` },
    { name: labels.sum, look: 'sum', phone: 'end', cell: (one) => sumOf(one.sumKopecks, call) },
    { name: labels.asked, phone: 'start', cell: (one) => one.askedAt },
    { name: labels.state, phone: 'end', cell: stateView },
  ];
  return html`<section class="card"><h2>${labels.requests}</h2>${rowsView({ caption: labels.requests, columns, rows: requests }, language)}</section>`;
}

function statementView(money: ClientMoney, call: OperatorCall): Html {
  const { language, principal, party } = call;
  const labels = moneyLabels[language];
  const { month, statement, movements, clientId, next } = money;
  const totals = (['top_up', 'chargeback', 'hold', 'release', 'refund'] as const).flatMap((kind) => {
    const total = statement.totals[kind];
    return total === undefined ? [] : ([[labels.kinds[kind], sumOf(total.sumKopecks, call)]] as const);
  });
  const path = `/o/money/${clientId}`;
  const more = next !== null && addressOf(path, { month: month.name, after: String(next) });
  return html`<section class="card"><h2>${labels.statement(monthName(month, language))}</h2>
${factsView([
  [labels.opening, sumOf(statement.openingKopecks, call)],
  ...totals,
  [labels.closing, sumOf(statement.closingKopecks, call)],
])}
${movements.length === 0 ? html`<p class="muted">${labels.noMovements}</p>` : movementsView(movements, call)}
${more !== false && onwardView({ list: labels.movements, href: at(more, language), to: 'further' }, language)}
${monthsView(money, path, call)}
${may(principal, 'exports.make', party) && html`<form method="post" action="${at(`${path}/file`, language)}"><input type="hidden" name="month" value="${month.name}"><div class="actions"><button class="button" name="format" value="xlsx">${labels.file}: XLSX</button><button class="button" name="format" value="csv">CSV</button></div></form>`}</section>`;
}

function monthsView({ month, isPresent }: ClientMoney, path: string, { language }: OperatorCall): Html {
  const labels = moneyLabels[language];
  const link = (to: Month | null, name: string): Content =>
    to && html`<a class="button" href="${at(addressOf(path, { month: to.name }), language)}">${name}</a>`;
  return html`<nav class="pager" aria-label="${labels.months}">${link(monthBefore(month), labels.earlier)}${!isPresent && link(monthOf(month.to.slice(0, 7)), labels.later)}</nav>`;
}

function movementsView(movements: Movement[], call: OperatorCall): Html {
  const { language } = call;
  const labels = moneyLabels[language];
  const reference = (row: Movement) =>
    row.requestId === null
      ? row.reference !== '' && html`<code>${row.reference}</code>`
      : operatorLink(call, `/o/orders/${row.requestId}`, `${labels.request} ${row.requestId}`);
  const columns: Columns<Movement> = [
    { name: labels.at, phone: 'start', cell: (row) => row.at },
    { name: labels.what, phone: 'start', cell: (row) => labels.kinds[row.kind] },
    { name: labels.sum, look: 'sum', phone: 'end', cell: (row) => sumOf(row.amountKopecks, call) },
    { name: labels.reference, phone: 'end', leads: true, cell: reference },
    { name: labels.note, phone: 'line', cell: (row) => row.note },
  ];
  return rowsView({ caption: labels.movements, columns, rows: movements }, language);
}
