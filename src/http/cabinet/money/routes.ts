/** `/c/money`: balance, statement, top-ups and documents of a client. */
import type { Paper } from '../../../certificates/documents/pdf/paper.ts';
import { findTopUpRequest, listTopUpRequests, maxWaitingTopUps } from '../../../ledger/top-up-requests.ts';
import {
  findFirstTransfer,
  listMovements,
  readStatement,
  readStatements,
} from '../../../ledger/statement.ts';
import { askTopUp, withdrawTopUp } from '../../../clients/money/ask-top-up.ts';
import { findBalanceWatch, setBalanceWatch } from '../../../clients/money/balance-watch.ts';
import { invoicePaper, type PaperParties } from '../../../clients/money/invoice.ts';
import { monthBefore, monthOf, monthOfInstant, type Month } from '../../../clients/money/months.ts';
import { takeStatement } from '../../../clients/money/take-statement.ts';
import { may } from '../../../people/access/principal.ts';
import { outstandingView } from '../../../reports/order-story/outstanding-view.ts';
import { formatCount } from '../../../platform/text/formats.ts';
import { html } from '../../../platform/text/html.ts';
import { dayAfter, moscowDay } from '../../../platform/time/moscow-time.ts';
import { readRoubles } from '../../../platform/values/read-roubles.ts';
import {
  hasOutstanding,
  readOutstandingHere,
  type Outstanding,
} from '../../../redemption/outstanding/read-outstanding.ts';
import { sheetContentTypes } from '../../../platform/spreadsheet/sheet-file.ts';
import { listLength, readPage } from '../../../web/shell/list-view.ts';
import { at } from '../../../web/request-language.ts';
import { dayIn, idIn } from '../../../web/shell/page-call.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import type { CabinetCall, CabinetPages } from '../cabinet.ts';
import { moneyLabels } from './labels.ts';
import { curveDays, dayView, moneyView, type DayData, type MoneyData, type MoneyLook } from './money-view.ts';
import { documentsView, topUpView, type TopUpData, type TopUpLook } from './top-up-view.ts';

const clientOf = (call: CabinetCall): number => call.party.partyId;

const move = { needs: 'money.move', leadsTo: 'nothing', undone: 'pages' } as const;

export function addMoney(pages: CabinetPages): void {
  pages.page<MoneyData>({
    path: '/c/money',
    needs: 'money.read',
    load: readMoney,
    view: (data, call) => moneyPage(data, call),
  });
  pages.page<DayData>({
    path: '/c/money/days/:day',
    needs: 'money.read',
    load: readDay,
    view: (data, { language }) => ({ title: moneyLabels[language].title, main: dayView(data, language) }),
  });
  pages.page<Outstanding>({
    path: '/c/money/outstanding',
    needs: 'money.read',
    load: (call) => readOutstandingHere(call.ctx.pageDb, clientOf(call)),
    view: outstandingPage,
  });
  pages.act({ ...move, path: '/c/money/warning', act: setWarning });
  registerTopUps(pages);
  registerDocuments(pages);
}

function outstandingPage(outstanding: Outstanding, { language }: CabinetCall) {
  const labels = moneyLabels[language];
  return {
    title: labels.outstanding,
    main: html`<p><a href="${at('/c/money', language)}">${labels.title}</a></p><h1>${labels.outstanding}</h1>${outstandingView(outstanding, language, null)}`,
  };
}

async function readMoney(call: CabinetCall): Promise<MoneyData | null> {
  const { ctx, now, query } = call;
  const clientId = clientOf(call);
  const present = monthOfInstant(now);
  const month = query['month'] === undefined ? present : monthOf(query['month']);
  if (month === null || month.from > present.from) return null;
  const today = moscowDay(now);
  const recentFrom = dayAfter(today, 1 - curveDays);
  const days = { from: recentFrom, to: dayAfter(today, 1) };
  const isPresent = month.name === present.name;
  const read = await readStatements(ctx.pageDb, clientId, isPresent ? [days, month] : [days, month, present]);
  const [recent, statement, ordered = statement] = read ?? [];
  if (recent === undefined || statement === undefined) return null;
  return {
    recent,
    recentFrom,
    month,
    statement,
    isPresent,
    orderedThisMonth: ordered?.totals.hold?.sumKopecks ?? 0,
    watch: await findBalanceWatch(ctx.pageDb, clientId),
    hasOutstanding: await hasOutstanding(ctx.pageDb, clientId),
  };
}

const lookOf = ({ language, principal, party }: CabinetCall): MoneyLook => ({
  language,
  mayMove: may(principal, 'money.move', party),
  mayExport: may(principal, 'exports.make', party),
});

const moneyPage = (data: MoneyData, call: CabinetCall, more: Pick<MoneyLook, 'level' | 'errors'> = {}) => ({
  title: moneyLabels[call.language].title,
  main: moneyView(data, { ...lookOf(call), ...more }),
  errors: more.errors ?? {},
});

async function readDay(call: CabinetCall): Promise<DayData | null> {
  const { ctx, params, query } = call;
  const day = dayIn(params['day']);
  if (day === null) return null;
  const ask = { clientId: clientOf(call), from: day, to: dayAfter(day, 1) };
  const statement = await readStatement(ctx.pageDb, ask);
  if (statement === null) return null;
  const { bounds } = statement;
  const after = idIn(query['after']) ?? 0;
  const found = await listMovements(ctx.pageDb, { ...ask, bounds, after, limit: listLength + 1 });
  const movements = found.slice(0, listLength);
  return {
    day,
    statement,
    movements,
    next: found.length > listLength ? (movements.at(-1)?.id ?? null) : null,
  };
}

async function setWarning(call: CabinetCall): Promise<ActEnd> {
  const { ctx, principal, form, now, language } = call;
  const labels = moneyLabels[language];
  const typed = (form.get('level') ?? '').trim();
  const levelKopecks = typed === '' ? null : readRoubles(typed);
  const isWrong = typed !== '' && levelKopecks === null;
  const set = isWrong
    ? { is: 'level' }
    : await setBalanceWatch(ctx, principal, { clientId: clientOf(call), levelKopecks }, now);
  if (set.is === 'missing') return { is: 'missing' };
  if (set.is === 'set') return { is: 'done', to: '/c/money', flash: { kind: 'yes', text: labels.saved } };
  const data = await readMoney(call);
  if (data === null) return { is: 'missing' };
  return { is: 'wrong', page: moneyPage(data, call, { level: typed, errors: { level: labels.levelWrong } }) };
}

function registerTopUps(pages: CabinetPages): void {
  pages.page<TopUpData>({
    path: '/c/money/top-up',
    needs: 'money.move',
    load: readTopUps,
    view: (data, call) => topUpPage(data, call),
  });
  pages.act({ ...move, path: '/c/money/top-up', act: makeTopUp });
  pages.act({ ...move, path: '/c/money/top-up/:id/withdraw', act: withdraw });
  pages.act({
    path: '/c/money/top-up/:id/invoice',
    needs: 'money.move',
    leadsTo: 'nothing',
    undone: 'nothing',
    makesFile: true,
    act: makeInvoice,
  });
}

async function readTopUps(call: CabinetCall): Promise<TopUpData> {
  const { ctx, query } = call;
  const list = await readPage(
    query,
    (slice) => listTopUpRequests(ctx.pageDb, { clientId: clientOf(call), ...slice }),
    ({ requestId }) => requestId,
  );
  return { list, payee: ctx.config.payee };
}

const topUpPage = (
  data: TopUpData,
  { language, query }: CabinetCall,
  more: Omit<TopUpLook, 'place'> = {},
) => ({
  title: moneyLabels[language].topUpTitle,
  main: topUpView(data, { place: { path: '/c/money/top-up', query, language }, ...more }),
  errors: more.errors ?? {},
});

async function makeTopUp(call: CabinetCall): Promise<ActEnd> {
  const { ctx, principal, form, now, language } = call;
  const labels = moneyLabels[language];
  const typed = (form.get('sum') ?? '').trim();
  const ask = { clientId: clientOf(call), uuid: '', sumKopecks: readRoubles(typed) ?? 0 };
  const asked = await askTopUp(ctx, principal, ask, now);
  if (asked.is === 'forbidden') return { is: 'missing' };
  if (asked.is === 'asked') {
    const text = labels.made(asked.request.reference);
    return { is: 'done', to: '/c/money/top-up', flash: { kind: 'yes', text } };
  }
  const sum =
    asked.is === 'too-many' ? labels.tooMany(formatCount(maxWaitingTopUps, language)) : labels.sumWrong;
  return { is: 'wrong', page: topUpPage(await readTopUps(call), call, { sum: typed, errors: { sum } }) };
}

async function withdraw(call: CabinetCall): Promise<ActEnd> {
  const { ctx, principal, params, now, language } = call;
  const key = { clientId: clientOf(call), requestId: idIn(params['id']) ?? 0 };
  const withdrawn = await withdrawTopUp(ctx, principal, key, now);
  if (withdrawn.is === 'missing') return { is: 'missing' };
  const text = moneyLabels[language].withdrawn;
  return { is: 'done', to: '/c/money/top-up', flash: { kind: 'yes', text } };
}

async function makeInvoice(call: CabinetCall): Promise<ActEnd> {
  const { ctx, params } = call;
  const key = { clientId: clientOf(call), requestId: idIn(params['id']) ?? 0 };
  const request = await findTopUpRequest(ctx.db, key);
  if (request === null) return { is: 'missing' };
  return sendPaper(call, `${request.reference}.pdf`, invoicePaper(request, partiesOf(call)));
}

const partiesOf = ({ ctx, session, language }: CabinetCall): PaperParties => ({
  language,
  clientName: session.membership?.partyName ?? '',
  payee: ctx.config.payee,
});

async function sendPaper({ ctx }: CabinetCall, name: string, paper: Paper): Promise<ActEnd> {
  return { is: 'file', file: { name, contentType: 'application/pdf', bytes: await ctx.makePaper(paper) } };
}

const monthsListed = 60;

/** From the present month back to the first one in which something moved. */
async function readMonths(call: CabinetCall): Promise<Month[]> {
  const first = await findFirstTransfer(call.ctx.pageDb, clientOf(call));
  const present = monthOfInstant(call.now);
  const { name: firstName } = first === null ? present : monthOfInstant(first);
  const months = Array.from({ length: monthsListed }, (_empty, back) => monthBefore(present, back));
  return months.filter(({ name }) => name >= firstName);
}

function registerDocuments(pages: CabinetPages): void {
  pages.page<Month[]>({
    path: '/c/money/documents',
    needs: 'exports.make',
    load: readMonths,
    view: (months, { language, now }) => ({
      title: moneyLabels[language].documentsTitle,
      main: documentsView(months, language, now),
    }),
  });
  pages.act({
    path: '/c/money/documents',
    needs: 'exports.make',
    leadsTo: 'nothing',
    undone: 'nothing',
    makesFile: true,
    act: takeDocument,
  });
}

const formats = ['csv', 'xlsx', 'pdf'] as const;

async function takeDocument(call: CabinetCall): Promise<ActEnd> {
  const { ctx, principal, form, now } = call;
  const month = monthOf(form.get('month') ?? '');
  const format = formats.find((one) => one === form.get('format'));
  if (month === null || format === undefined) return { is: 'missing' };
  const ask = { ...partiesOf(call), clientId: clientOf(call), month, format };
  const taken = await takeStatement(ctx, principal, ask, now);
  const name = `facevalue-${clientOf(call)}-${month.name}.${format}`;
  switch (taken.is) {
    case 'missing':
    case 'not-over':
      return { is: 'missing' };
    case 'step-up':
      return { is: 'step-up', to: '/c/money/documents' };
    case 'paper':
      return sendPaper(call, name, taken.paper);
    case 'sheet':
      return {
        is: 'file',
        file: { name, contentType: sheetContentTypes[taken.format], bytes: taken.content },
      };
  }
}
