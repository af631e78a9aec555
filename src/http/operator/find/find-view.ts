/** `/o/find`: one box for anything. */
import { readerName } from '../../../reports/order-story/event-labels.ts';
import { stateView } from '../../../reports/order-story/order-labels.ts';
import { roleName, sideName } from '../../../people/access/role-names.ts';
import { formatFace } from '../../../platform/text/formats.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import {
  mostFound,
  type FoundMember,
  type FoundOrder,
  type FoundParty,
  type FoundProduct,
} from '../../../reports/find-anything.ts';
import type { CodePlace } from '../../../reports/find-code-anywhere.ts';
import { emptyView } from '../../../web/shell/list-view.ts';
import { factsView, momentView } from '../../../web/shell/parts-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { rowsView, type Columns } from '../../../web/shell/rows-view.ts';
import type { OperatorCall } from '../operator.ts';
import { operatorLink } from '../operator-link.ts';
import { findLabels, type FindLabels } from './labels.ts';

export interface Found {
  codes: CodePlace[];
  /** Codes are not looked for until then: this person has looked for too many that do not exist. */
  codesAgainInSeconds: number;
  orders: FoundOrder[];
  clients: FoundParty[];
  suppliers: FoundParty[];
  products: FoundProduct[];
  people: FoundMember[];
}

export const foundNothing: Found = {
  codes: [],
  codesAgainInSeconds: 0,
  orders: [],
  clients: [],
  suppliers: [],
  products: [],
  people: [],
};

/** Null: nothing was looked for yet. What was typed is not shown again: it may be a code. */
export function findPage(found: Found | null, call: OperatorCall): ShellPage {
  const labels = findLabels[call.language];
  return {
    title: labels.title,
    main: html`<h1>${labels.title}</h1>
${found === null ? html`<p>${labels.hint}</p>` : resultsView(found, labels, call)}`,
  };
}

function resultsView(found: Found, labels: FindLabels, call: OperatorCall): Content {
  const { codesAgainInSeconds: seconds, ...lists } = found;
  const isEmpty = Object.values(lists).every((list) => list.length === 0);
  if (seconds > 0)
    return html`<p class="notice note" role="status">${labels.codesLater(Math.ceil(seconds / secondsOfMinute))}</p>
${!isEmpty && listsView(found, labels, call)}`;
  return isEmpty ? emptyView(labels.nothing) : listsView(found, labels, call);
}

const secondsOfMinute = 60;

function listsView(found: Found, labels: FindLabels, call: OperatorCall): Content {
  return html`${found.codes.map((code) => codeCard(code, labels, call))}
${found.orders.length > 0 && ordersCard(found.orders, labels, call)}
${linksCard(labels.clients, '/o/clients', named(found.clients), labels, call)}
${linksCard(labels.suppliers, '/o/suppliers', named(found.suppliers), labels, call)}
${linksCard(
  labels.products,
  '/o/products',
  found.products.map(({ id, title }) => ({ id, name: title })),
  labels,
  call,
)}
${found.people.length > 0 && peopleCard(found.people, labels, call.language)}`;
}

const named = (parties: readonly FoundParty[]) => parties.map(({ id, name }) => ({ id, name }));

function codeCard(code: CodePlace, labels: FindLabels, call: OperatorCall): Html {
  const { language } = call;
  const { requestId, client, soldAt, expiresAt, redeemedAt, readings } = code;
  const state = `${labels.codeStates[code.state] ?? code.state}${code.active ? '' : `, ${labels.inactive}`}`;
  return html`<section class="card"><h2>${labels.code}</h2>
${factsView([
  [labels.codeState, state],
  [labels.supplier, operatorLink(call, `/o/suppliers/${code.supplierId}`, code.supplier)],
  [labels.product, operatorLink(call, `/o/products/${code.productId}`, code.title)],
  [labels.face, formatFace(code.faceKopecks, language)],
  [labels.codeId, String(code.codeId)],
  requestId === null ? null : [labels.order, operatorLink(call, `/o/orders/${requestId}`, String(requestId))],
  client === null ? null : [labels.client, operatorLink(call, `/o/clients/${code.clientId}`, client)],
  soldAt === null ? null : [labels.sold, momentView(soldAt, language)],
  expiresAt === null ? null : [labels.expires, momentView(expiresAt, language)],
  [
    labels.redeemed,
    redeemedAt === null
      ? code.leftKopecks === null
        ? labels.notRedeemed
        : labels.inPart(formatFace(code.leftKopecks, language))
      : html`${momentView(redeemedAt, language)}, ${code.till}`,
  ],
])}
<h3>${labels.opened}</h3>
${
  readings.length === 0
    ? html`<p class="muted">${labels.neverOpened}</p>`
    : html`<ul>${readings.map(({ reader, by, at: instant }) => html`<li>${momentView(instant, language)}, ${readerName(reader, language)}${by !== '' && html` (${by})`}</li>`)}</ul>`
}</section>`;
}

function ordersCard(rows: readonly FoundOrder[], labels: FindLabels, call: OperatorCall): Html {
  const { language } = call;
  const link = ({ requestId }: FoundOrder) => operatorLink(call, `/o/orders/${requestId}`, String(requestId));
  const client = (one: FoundOrder) => operatorLink(call, `/o/clients/${one.clientId}`, one.client);
  const face = ({ faceKopecks }: FoundOrder) => formatFace(faceKopecks, language);
  const state = (one: FoundOrder) => html`<span>${stateView({ ...one, isRefunded: false }, language)}</span>`;
  const columns: Columns<FoundOrder> = [
    { name: labels.number, phone: 'start', leads: true, cell: link },
    { name: labels.accepted, phone: 'end', cell: (one) => one.acceptedAt },
    { name: labels.client, phone: 'line', cell: client },
    { name: labels.product, phone: 'start', cell: (one) => one.title },
    { name: labels.face, look: 'sum', phone: 'end', cell: face },
    { name: labels.state, phone: 'line', cell: state },
  ];
  return html`<section class="card"><h2>${labels.orders}</h2>${rowsView({ caption: labels.orders, columns, rows }, language)}${moreHint(rows, labels)}</section>`;
}

const linksCard = (
  name: string,
  place: string,
  found: readonly { id: number; name: string }[],
  labels: FindLabels,
  call: OperatorCall,
): Content =>
  found.length > 0 &&
  html`<section class="card"><h2>${name}</h2><ul>${found.map((one) => html`<li>${operatorLink(call, `${place}/${one.id}`, one.name)} · ${String(one.id)}</li>`)}</ul>${moreHint(found, labels)}</section>`;

const peopleCard = (people: readonly FoundMember[], labels: FindLabels, language: Language): Html =>
  html`<section class="card"><h2>${labels.people}</h2><ul>${people.map(
    ({ name, side, role, party }) =>
      html`<li>${name} · ${sideName(side, language)}${party !== '' && ` ${party}`} · ${roleName(role, language)}</li>`,
  )}</ul></section>`;

const moreHint = (found: readonly unknown[], labels: FindLabels): Content =>
  found.length === mostFound && html`<p class="hint">${labels.more}</p>`;
