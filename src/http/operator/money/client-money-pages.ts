/** `/o/money`: payments of all clients; the balance, statement and bookings of each. */
import { findClient } from '../../../clients/find-client.ts';
import { bookTopUp } from '../../../acts/guarded/book-top-up.ts';
import { notAskedText } from '../../../acts/guarded/not-asked-text.ts';
import { reverseBooking } from '../../../acts/guarded/reverse-booking.ts';
import { findTopUp } from '../../../ledger/top-up.ts';
import { listMovements, readStatement } from '../../../ledger/statement.ts';
import { maxTopUpKopecks, listTopUpRequests } from '../../../ledger/top-up-requests.ts';
import { maxReferenceLength } from '../../../ledger/top-up.ts';
import { findBalanceWatch } from '../../../clients/money/balance-watch.ts';
import { formatSum } from '../../../clients/money/format-sum.ts';
import { monthOf, monthOfInstant } from '../../../clients/money/months.ts';
import { takeStatement } from '../../../clients/money/take-statement.ts';
import { readRoubles } from '../../../platform/values/read-roubles.ts';
import type { Question } from '../../../web/confirm/question.ts';
import { line } from '../../../web/form/kinds.ts';
import { sheetContentTypes } from '../../../platform/spreadsheet/sheet-file.ts';
import { listLength } from '../../../web/shell/list-view.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import type { OperatorCall, OperatorPages } from '../operator.ts';
import { clientMoneyView, type ClientMoney, type MoneyLook } from './client-money-view.ts';
import { moneyLabels } from './labels.ts';
import { addMoneyList } from './money-page.ts';
import { bookingQuestion, reversalQuestion } from './money-questions.ts';
import { setWarning } from './warn-form.ts';

const path = '/o/money/:id';
const shownRequests = 10;
const longestNote = 200;

export function addMoney(pages: OperatorPages): void {
  addMoneyList(pages);
  pages.page<ClientMoney>({
    path,
    needs: 'money.read',
    load,
    view: (money, call) => clientMoneyView(money, call, { typed: asked(call) }),
  });
  pages.act({
    path: `${path}/book`,
    needs: 'money.move',
    leadsTo: 'money',
    undone: { asks: askBooking },
    secondPerson: 'asked-by-verb',
    judged: {
      fields: { note: line({ most: longestNote }) },
      again: (call, errors) => again(call, { typed: bookingIn(call.form), errors }),
    },
    act: book,
  });
  pages.act({ path: `${path}/warn`, needs: 'money.move', leadsTo: 'nothing', undone: 'pages', act: warn });
  pages.act({
    path: `${path}/reverse`,
    needs: 'money.move',
    leadsTo: 'money',
    undone: { asks: askReversal },
    secondPerson: { alone: 'it takes back what was booked' },
    judged: {
      fields: { reason: line({ most: longestNote }) },
      again: (call, errors) => again(call, { typed: reversalIn(call.form), errors }),
    },
    act: reverse,
  });
  pages.act({
    path: `${path}/file`,
    needs: 'exports.make',
    leadsTo: 'nothing',
    undone: 'nothing',
    makesFile: true,
    act: takeFile,
  });
}

/** What a link from the list of announced payments fills in. */
const asked = ({ query }: OperatorCall) => ({
  reference: (query['reference'] ?? '').slice(0, maxReferenceLength),
  sum: (query['sum'] ?? '').slice(0, 20),
});

const clientOf = ({ params }: OperatorCall): number => idIn(params['id']) ?? 0;
const pathOf = (call: OperatorCall): string => `/o/money/${clientOf(call)}`;

async function load(call: OperatorCall): Promise<ClientMoney | null> {
  const { ctx, query, now } = call;
  const clientId = clientOf(call);
  const present = monthOfInstant(now);
  const month = query['month'] === undefined ? present : monthOf(query['month']);
  const client = await findClient(ctx.pageDb, clientId);
  if (client === null || month === null || month.from > present.from) return null;
  const statement = await readStatement(ctx.pageDb, { clientId, ...month });
  if (statement === null) return null;
  const [watch, found, requests] = await Promise.all([
    findBalanceWatch(ctx.pageDb, clientId),
    listMovements(ctx.pageDb, {
      clientId,
      ...month,
      bounds: statement.bounds,
      after: idIn(query['after']) ?? 0,
      limit: listLength + 1,
    }),
    listTopUpRequests(ctx.pageDb, { clientId, fromKey: null, direction: 'older', limit: shownRequests }),
  ]);
  const movements = found.slice(0, listLength);
  return {
    clientId,
    client: client.name,
    month,
    isPresent: month.name === present.name,
    statement,
    movements,
    next: found.length > listLength ? (movements.at(-1)?.id ?? null) : null,
    requests,
    watch,
  };
}

async function again(call: OperatorCall, look: MoneyLook): Promise<ActEnd> {
  const money = await load(call);
  return money === null ? { is: 'missing' } : { is: 'wrong', page: clientMoneyView(money, call, look) };
}

const text = (form: URLSearchParams, name: string): string => (form.get(name) ?? '').trim();

const isReference = (reference: string): boolean =>
  reference !== '' && [...reference].length <= maxReferenceLength;

const bookingIn = (form: URLSearchParams) => ({
  reference: text(form, 'reference'),
  sum: text(form, 'sum'),
  note: text(form, 'note'),
});

const reversalIn = (form: URLSearchParams) => ({
  reversed: text(form, 'reversed'),
  reason: text(form, 'reason'),
});

async function askBooking(call: OperatorCall): Promise<Question | null> {
  const { ctx, form, language } = call;
  const { reference, sum } = bookingIn(form);
  const amountKopecks = readRoubles(sum) ?? 0;
  const clientId = clientOf(call);
  const client = await findClient(ctx.pageDb, clientId);
  if (client === null || !isReference(reference)) return null;
  if (amountKopecks <= 0 || amountKopecks > maxTopUpKopecks) return null;
  // Booked before, so it is refused or not repeated.
  if ((await findTopUp(ctx.pageDb, { clientId, reference })) !== null) return null;
  return bookingQuestion({ client: client.name, reference, amountKopecks, back: pathOf(call) }, language);
}

async function askReversal(call: OperatorCall): Promise<Question | null> {
  const { ctx, form, language } = call;
  const { reversed: reference, reason } = reversalIn(form);
  const clientId = clientOf(call);
  const client = await findClient(ctx.pageDb, clientId);
  const paid = await findTopUp(ctx.pageDb, { clientId, reference });
  if (client === null || paid === null || paid.reversedAt !== null || reason === '') return null;
  const { amountKopecks } = paid;
  return reversalQuestion({ client: client.name, reference, amountKopecks, back: pathOf(call) }, language);
}

async function book(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, language, now } = call;
  const labels = moneyLabels[language];
  const typed = bookingIn(form);
  const amountKopecks = readRoubles(typed.sum) ?? 0;
  if (!isReference(typed.reference))
    return again(call, { typed, errors: { reference: labels.badReference } });
  if (amountKopecks <= 0 || amountKopecks > maxTopUpKopecks)
    return again(call, { typed, errors: { sum: labels.badSum } });
  const { reference, note } = typed;
  const ask = { clientId: clientOf(call), amountKopecks, reference, note };
  const booked = await bookTopUp(ctx, principal, ask, now);
  const sum = (kopecks: number): string => `${formatSum(kopecks, language)}\u00a0₽`;
  const done = (kind: 'yes' | 'note' | 'no', said: string): ActEnd => ({
    is: 'done',
    to: pathOf(call),
    flash: { kind, text: said },
  });
  switch (booked.is) {
    case 'no-client':
      return { is: 'missing' };
    case 'step-up':
      return { is: 'step-up', to: pathOf(call) };
    case 'booked':
      return done('yes', labels.done(sum(amountKopecks)));
    case 'booked-before':
      return done('note', labels.doneBefore);
    case 'waits':
      return done('note', labels.waits(booked.approvalId));
    case 'not-asked':
      return done('no', notAskedText(booked.why, language));
    case 'other-amount':
      return again(call, { typed, errors: { sum: labels.otherAmount(sum(booked.amountKopecks)) } });
    case 'reversed':
      return again(call, { typed, errors: { reference: labels.reversedBefore } });
  }
}

async function warn(call: OperatorCall): Promise<ActEnd> {
  const typed = { level: text(call.form, 'level') };
  if ((await findClient(call.ctx.pageDb, clientOf(call))) === null) return { is: 'missing' };
  const warned = await setWarning(call, clientOf(call));
  if (warned.is === 'missing') return { is: 'missing' };
  if (warned.is === 'wrong') return again(call, { typed, errors: { level: warned.text } });
  return { is: 'done', to: pathOf(call), flash: { kind: 'yes', text: warned.text } };
}

async function reverse(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, language, now } = call;
  const labels = moneyLabels[language];
  const typed = reversalIn(form);
  if (!isReference(typed.reversed)) return again(call, { typed, errors: { reversed: labels.badReference } });
  if (typed.reason === '') return again(call, { typed, errors: { reason: labels.noReason } });
  const ask = { clientId: clientOf(call), reference: typed.reversed, reason: typed.reason };
  const reversed = await reverseBooking(ctx.db, ctx.keyring, principal, ask, now);
  switch (reversed.is) {
    case 'no-client':
      return { is: 'missing' };
    case 'step-up':
      return { is: 'step-up', to: pathOf(call) };
    case 'reversed': {
      const said = labels.reversed(`${formatSum(reversed.amountKopecks, language)}\u00a0₽`);
      return { is: 'done', to: pathOf(call), flash: { kind: 'yes', text: said } };
    }
    default:
      return again(call, { typed, errors: { reversed: labels.reverseProblems[reversed.is] } });
  }
}

async function takeFile(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, form, language, now } = call;
  const clientId = clientOf(call);
  const month = monthOf(form.get('month') ?? '');
  const client = await findClient(ctx.pageDb, clientId);
  if (month === null || client === null) return { is: 'missing' };
  const format = form.get('format') === 'csv' ? ('csv' as const) : ('xlsx' as const);
  const ask = { clientId, clientName: client.name, payee: ctx.config.payee, language, month, format };
  const taken = await takeStatement(ctx, principal, ask, now);
  if (taken.is === 'step-up') return { is: 'step-up', to: pathOf(call) };
  if (taken.is !== 'sheet') return { is: 'missing' };
  const name = `facevalue-${clientId}-${month.name}.${format}`;
  return { is: 'file', file: { name, contentType: sheetContentTypes[format], bytes: taken.content } };
}
