/** `/o/restore`: what a restored installation may have lost, and the decisions about it. */
import { formatCount, formatFace } from '../../../platform/text/formats.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import { moscowDateTime } from '../../../platform/time/moscow-time.ts';
import { isCleared, type Guard, type OpenOfGuard } from '../../../upkeep/restores/guard.ts';
import { at } from '../../../web/request-language.ts';
import { emptyView } from '../../../web/shell/list-view.ts';
import { factsView, momentView } from '../../../web/shell/parts-view.ts';
import type { ShellPage } from '../../../web/shell/send-shell-page.ts';
import { rowsView, type Columns } from '../../../web/shell/rows-view.ts';
import type { OperatorCall } from '../operator.ts';
import { restoreLabels, type RestoreLabels } from './labels.ts';

export const restorePath = '/o/restore';

export interface RestorePage {
  guard: Guard | null;
  open: OpenOfGuard;
}

/** Stands above everything that waits, while a guard is in force. */
export function guardBanner(guard: Guard, mayDecide: boolean, language: Language): Html {
  const labels = restoreLabels[language];
  const text = labels.banner(moscowDateTime(guard.lostFrom), moscowDateTime(guard.lostUntil));
  const link = html` <a href="${at(restorePath, language)}">${labels.toPage}</a>`;
  return html`<p class="notice no" role="alert">${text}${mayDecide && link}</p>`;
}

export function restoreView({ guard, open }: RestorePage, { language }: OperatorCall): ShellPage {
  const labels = restoreLabels[language];
  const main =
    guard === null
      ? emptyView(labels.none)
      : html`<p>${labels.lead}</p>${guardView(guard, open, labels, language)}`;
  return { title: labels.title, main: html`<h1>${labels.title}</h1>${main}` };
}

const guardView = (guard: Guard, open: OpenOfGuard, labels: RestoreLabels, language: Language): Html => {
  const { counts } = guard;
  const number = (count: number): string => formatCount(count, language);
  const span = html`${momentView(guard.lostFrom, language)} – ${momentView(guard.lostUntil, language)}`;
  return html`${factsView([
    [labels.facts.lost, span],
    [labels.facts.begun, momentView(guard.begunAt, language)],
    [labels.facts.codes, number(counts.codes)],
    [labels.facts.orders, number(counts.orders)],
    [labels.facts.messages, number(counts.deliveries)],
    [labels.facts.exchanges, number(counts.exchanges)],
    [
      labels.facts.erasures,
      guard.erasuresAgainAt === null ? labels.erasuresMissing : momentView(guard.erasuresAgainAt, language),
    ],
  ])}
${open.codes.length > 0 && codesCard(open, labels, language)}
${open.orders > 0 && card('orders', labels.orders(number(open.orders)), labels.ordersHint, [['issue', labels.issue]], language)}
${
  open.deliveries > 0 &&
  card(
    'messages',
    labels.messages(number(open.deliveries)),
    labels.messagesHint,
    [
      ['drop', labels.drop],
      ['send', labels.send],
    ],
    language,
  )
}
${
  open.limits.length > 0 &&
  card(
    'limits',
    labels.limits(number(open.limits.length)),
    labels.limitsHint,
    [
      ['keep', labels.keep],
      ['give-back', labels.giveBack],
    ],
    language,
  )
}
${isCleared(open) && card('end', labels.end, labels.endHint, [['end', labels.end]], language)}`;
};

type Choice = [value: string, text: string];

const buttons = (choices: Choice[]): Content =>
  choices.map(([value, text]) => html`<button class="button" name="say" value="${value}">${text}</button>`);

const card = (act: string, title: string, hint: string, choices: Choice[], language: Language): Html =>
  html`<form class="card" method="post" action="${at(`${restorePath}/${act}`, language)}"><h2>${title}</h2>
<p class="hint">${hint}</p><div class="actions">${buttons(choices)}</div></form>`;

/** Codes by product, because a decision is about all codes of a product. */
function codesCard(open: OpenOfGuard, labels: RestoreLabels, language: Language): Html {
  const { columns } = labels;
  const ofProducts = Map.groupBy(open.codes, ({ productId }) => productId);
  const rows = [...ofProducts].map(([productId, faces]) => ({
    productId,
    faces: faces.map(({ faceKopecks }) => formatFace(faceKopecks, language)).join(', '),
    codes: faces.reduce((sum, { codes }) => sum + codes, 0),
  }));
  const choices = buttons([
    ['sold', labels.sold],
    ['unsold', labels.unsold],
  ]);
  const say = (productId: number) =>
    html`<form method="post" action="${at(`${restorePath}/codes/${productId}`, language)}"><div class="actions">${choices}</div></form>`;
  const ofTable: Columns<(typeof rows)[number]> = [
    { name: columns.product, cell: ({ productId }) => String(productId) },
    { name: columns.face, cell: ({ faces }) => faces },
    { name: columns.codes, cell: ({ codes }) => formatCount(codes, language) },
    { name: columns.say, cell: ({ productId }) => say(productId) },
  ];
  return html`<section class="card"><h2>${labels.codes}</h2><p class="hint">${labels.codesHint}</p>
${rowsView({ caption: labels.codes, columns: ofTable, rows }, language)}</section>`;
}
