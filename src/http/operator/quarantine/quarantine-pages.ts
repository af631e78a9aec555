/** `/o/quarantine`: calls that a person must judge, and the form that says they are judged. */
import { may } from '../../../people/access/principal.ts';
import { formatFace } from '../../../platform/text/formats.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { nameSubjects, type SubjectField, type SubjectNames } from '../../../reports/name-subjects.ts';
import {
  findQuarantined,
  listQuarantineOfAll,
  settleQuarantined,
  type ExchangeAttempt,
  type QuarantinedExchange,
  longestNote,
} from '../../../suppliers/quarantine.ts';
import { line } from '../../../web/form/kinds.ts';
import { areaView, type FieldErrors } from '../../../web/form-view.ts';
import { at } from '../../../web/request-language.ts';
import { listPage } from '../../../web/shell/list-page.ts';
import { listLength, wayBackView, type Beside } from '../../../web/shell/list-view.ts';
import { idIn } from '../../../web/shell/page-call.ts';
import { factsView, linkView, momentView } from '../../../web/shell/parts-view.ts';
import type { ActEnd } from '../../../web/shell/pages.ts';
import type { Columns } from '../../../web/shell/rows-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { callDetails, outcomeName } from '../../../reports/call-texts.ts';
import { durationText } from '../durations.ts';
import type { OperatorCall, OperatorPages } from '../operator.ts';
import { operatorLink } from '../operator-link.ts';
import { quarantineLabels, type QuarantineLabels } from './labels.ts';

const path = '/o/quarantine';
type Shown = QuarantinedExchange & {
  calls: ExchangeAttempt[];
  names: SubjectNames;
  /** Null: not known. */
  beside: Beside | null;
};
interface Listed {
  exchanges: QuarantinedExchange[];
  names: SubjectNames;
}

export function addQuarantine(pages: OperatorPages): void {
  pages.page<Listed>({
    path,
    needs: 'orders.read',
    async load({ ctx }) {
      const ask = { supplierId: null, settled: false, limit: listLength };
      const exchanges = await listQuarantineOfAll(ctx, ask);
      return { exchanges, names: await namesOf(ctx, exchanges) };
    },
    view: listView,
  });
  pages.page<Shown>({
    path: `${path}/:id`,
    needs: 'orders.read',
    load: (call) => find(call),
    view: (exchange, call) => exchangePage(exchange, call),
  });
  pages.act({
    path: `${path}/:id/settle`,
    needs: 'quarantine.settle',
    leadsTo: 'nothing',
    undone: 'shown-first',
    judged: { fields: { note: line({ most: longestNote }) }, again },
    act: settle,
  });
}

async function find({ ctx, params }: OperatorCall): Promise<Shown | null> {
  const id = idIn(params['id']);
  const found = id === null ? null : await findQuarantined(ctx.pageDb, id);
  return found && { ...found, names: await namesOf(ctx, [found]), beside: await besideInList(ctx, found) };
}

/** In the list of those that wait; with cells it is read from all of them, where this page looks at one. */
async function besideInList(
  ctx: OperatorCall['ctx'],
  { exchangeId }: QuarantinedExchange,
): Promise<Beside | null> {
  if (ctx.cell !== null) return null;
  const listed = await listQuarantineOfAll(ctx, { supplierId: null, settled: false, limit: listLength });
  const place = listed.findIndex((one) => one.exchangeId === exchangeId);
  if (place === -1) return { newer: null, older: listed[0]?.exchangeId ?? null };
  return { newer: listed[place - 1]?.exchangeId ?? null, older: listed[place + 1]?.exchangeId ?? null };
}

/** Reads the names of the clients and products of these exchanges. */
const namesOf = (
  ctx: OperatorCall['ctx'],
  exchanges: readonly QuarantinedExchange[],
): Promise<SubjectNames> =>
  nameSubjects(
    ctx,
    new Map([
      ['clientId', new Set(exchanges.map(({ clientId }) => clientId))],
      ['productId', new Set(exchanges.map(({ productId }) => productId))],
    ]),
  );

const nameOf = (names: SubjectNames, field: SubjectField, id: number): string =>
  names.get(field)?.get(id) ?? `№ ${id}`;

async function settle(call: OperatorCall): Promise<ActEnd> {
  const { ctx, principal, params, form, now, language } = call;
  const labels = quarantineLabels[language];
  const exchangeId = idIn(params['id']);
  if (exchangeId === null) return { is: 'missing' };
  const ask = { exchangeId, note: form.get('note') ?? '' };
  const outcome = await settleQuarantined(ctx.db, ctx.keyring, principal, ask, now);
  const to = `${path}/${exchangeId}`;
  if (outcome === 'settled') return { is: 'done', to: path, flash: { kind: 'yes', text: labels.settled } };
  if (outcome === 'no-note') return again(call, { note: labels.noNote });
  if ((await find(call)) === null) return { is: 'missing' };
  return { is: 'done', to, flash: { kind: 'no', text: labels.gone } };
}

async function again(call: OperatorCall, errors: FieldErrors<'note'>): Promise<ActEnd> {
  const exchange = await find(call);
  if (exchange === null) return { is: 'missing' };
  return { is: 'wrong', page: { ...exchangePage(exchange, call, errors), errors } };
}

function listView({ exchanges, names }: Listed, call: OperatorCall): ShellPage {
  const { language } = call;
  const labels = quarantineLabels[language];
  type Row = QuarantinedExchange;
  const own = ({ exchangeId }: Row) => linkView(`${path}/${exchangeId}`, String(exchangeId), language);
  const link = (place: string, id: number, text: string) => operatorLink(call, `/o/${place}/${id}`, text);
  const client = ({ clientId: id }: Row) => link('clients', id, nameOf(names, 'clientId', id));
  const product = ({ productId: id }: Row) => link('products', id, nameOf(names, 'productId', id));
  const request = ({ requestId: id }: Row) => link('orders', id, String(id));
  const face = ({ faceKopecks }: Row) => formatFace(faceKopecks, language);
  const columns: Columns<Row> = [
    { name: labels.exchange, look: 'id', phone: 'half', leads: true, cell: own },
    { name: labels.since, phone: 'end', cell: (one) => one.createdAt },
    { name: labels.supplier, phone: 'line', cell: (one) => link('suppliers', one.supplierId, one.supplier) },
    { name: labels.client, phone: 'line', cell: client },
    { name: labels.request, phone: 'half', cell: request },
    { name: labels.product, phone: 'line', cell: product },
    { name: labels.face, look: 'sum', phone: 'end', cell: face },
    { name: labels.why, phone: 'line', cell: (one) => whyOf(one, labels, language) },
  ];
  const { title, lead } = labels;
  return listPage({ path, title, lead, columns, rows: exchanges, empty: { text: labels.empty } }, call);
}

const whyOf = (
  { state, details }: QuarantinedExchange,
  labels: QuarantineLabels,
  language: Language,
): string => (state === 'due' ? labels.again : callDetails(details, language));

function exchangePage(exchange: Shown, call: OperatorCall, errors: FieldErrors<'note'> = {}): ShellPage {
  const { language, principal, party } = call;
  const labels = quarantineLabels[language];
  const { exchangeId, settledAt, state } = exchange;
  const isOpen = state === 'quarantined' && settledAt === null;
  return {
    title: `${labels.exchange} ${exchangeId}`,
    main: html`${wayBackView({ list: path, name: labels.title, filters: {}, beside: exchange.beside }, language)}<h1>${labels.exchange} ${String(exchangeId)}</h1>
<section class="card">${factsView([
      [labels.why, whyOf(exchange, labels, language)],
      [labels.kind, labels.kinds[exchange.kind]],
      [labels.supplier, operatorLink(call, `/o/suppliers/${exchange.supplierId}`, exchange.supplier)],
      [labels.request, operatorLink(call, `/o/orders/${exchange.requestId}`, String(exchange.requestId))],
      [
        labels.client,
        operatorLink(
          call,
          `/o/clients/${exchange.clientId}`,
          nameOf(exchange.names, 'clientId', exchange.clientId),
        ),
      ],
      [
        labels.product,
        operatorLink(
          call,
          `/o/products/${exchange.productId}`,
          nameOf(exchange.names, 'productId', exchange.productId),
        ),
      ],
      [labels.face, formatFace(exchange.faceKopecks, language)],
      [labels.callId, exchange.callId],
      settledAt === null
        ? null
        : [labels.settledAt, html`${momentView(settledAt, language)}: ${exchange.settledNote}`],
    ])}</section>
<section class="card"><h2>${labels.attempts}</h2>${exchange.calls.map((one) => attemptView(one, labels, language))}</section>
${isOpen && may(principal, 'quarantine.settle', party) && settleForm(exchangeId, labels, call, errors)}`,
  };
}

const attemptView = (
  one: ExchangeAttempt,
  labels: QuarantineLabels,
  language: OperatorCall['language'],
): Content =>
  html`<h3>${labels.attempt(one.attempt)}</h3><p>${momentView(one.at, language)} · ${durationText(one.durationMs / 1000, language)} · ${outcomeName(one.outcome, language)}${one.httpStatus !== null && ` · HTTP ${one.httpStatus}`}${one.details !== '' && ` · ${callDetails(one.details, language)}`}</p>
${one.transcript !== '' && html`<details><summary>${labels.transcript}</summary><pre>${one.transcript}</pre></details>`}`;

const settleForm = (
  exchangeId: number,
  labels: QuarantineLabels,
  { language, form }: OperatorCall,
  errors: FieldErrors<'note'>,
): Html =>
  html`<form class="card" method="post" action="${at(`${path}/${exchangeId}/settle`, language)}"><h2>${labels.settleTitle}</h2>
${areaView({ name: 'note', label: labels.note, hint: labels.noteHint, value: form.get('note') ?? '', error: errors.note, attributes: html`rows="3" maxlength="${longestNote}" required` })}
<div class="actions"><button class="button main">${labels.settle}</button></div></form>`;
