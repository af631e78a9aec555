/** `/o/money`: announced payments to book, and what was booked. */
import { may } from '../../../people/access/principal.ts';
import { formatSum } from '../../../clients/money/format-sum.ts';
import { byEach, descending, mergedList } from '../../../platform/cells/merge.ts';
import { html, type Content, type Html } from '../../../platform/text/html.ts';
import {
  listAnnounced,
  listBooked,
  type AnnouncedPayment,
  type BookedPayment,
} from '../../../reports/payments-of-all.ts';
import { addressOf, at } from '../../../web/request-language.ts';
import { emptyView, listLength, onwardView, tableView } from '../../../web/shell/list-view.ts';
import { momentView } from '../../../web/shell/parts-view.ts';
import type { OperatorCall, OperatorPages } from '../operator.ts';
import { moneyLabels } from './labels.ts';

interface Money {
  announced: AnnouncedPayment[];
  /** One more than a page has, if there are more. */
  booked: BookedPayment[];
  isFirst: boolean;
}

export function addMoneyList(pages: OperatorPages): void {
  pages.page<Money>({ path: '/o/money', needs: 'money.read', load, view });
}

async function load({ ctx, query }: OperatorCall): Promise<Money> {
  const after = keyIn(query['after']);
  const [announced, booked] = await Promise.all([
    after === null
      ? mergedList(ctx, { by: lastAnnounced, limit: listLength }, ({ pageDb }) =>
          listAnnounced(pageDb, listLength),
        )
      : [],
    mergedList(ctx, { by: lastBooked, limit: listLength + 1 }, ({ pageDb }) =>
      listBooked(pageDb, { after, limit: listLength + 1 }),
    ),
  ]);
  return { announced, booked, isFirst: after === null };
}

const lastAnnounced = byEach<AnnouncedPayment>(
  descending(({ askedAt }) => askedAt),
  descending(({ clientId }) => clientId),
  descending(({ requestId }) => requestId),
);

const lastBooked = (one: BookedPayment, other: BookedPayment): number =>
  other.at.getTime() - one.at.getTime() || other.id - one.id;

/** `milliseconds.transfer`, of the last row of the page before. */
function keyIn(text = ''): { id: number; at: Date } | null {
  const [, instant, id] = /^(\d{1,14})\.(\d{1,15})$/.exec(text) ?? [];
  return instant === undefined ? null : { at: new Date(Number(instant)), id: Number(id) };
}

function view({ announced, booked, isFirst }: Money, call: OperatorCall) {
  const { language } = call;
  const labels = moneyLabels[language];
  const shown = booked.slice(0, listLength);
  const last = shown.at(-1);
  const after = last === undefined ? '' : `${last.at.getTime()}.${last.id}`;
  return {
    title: labels.title,
    main: html`<h1>${labels.title}</h1>
${isFirst && html`<section class="card"><h2>${labels.announced}</h2>${announced.length === 0 ? html`<p>${labels.noneAnnounced}</p>` : html`<p>${labels.announcedLead}</p>${announcedView(announced, call)}`}</section>`}
${
  shown.length === 0
    ? emptyView(labels.noneBooked)
    : html`<section class="card"><h2>${labels.booked}</h2>${bookedView(shown, call)}</section>
${booked.length > listLength && onwardView({ list: labels.booked, href: at(addressOf('/o/money', { after }), language) }, language)}`
}`,
  };
}

const clientLink = (clientId: number, client: string, { language }: OperatorCall): Html =>
  html`<a href="${at(`/o/money/${clientId}`, language)}">${client}</a>`;

function announcedView(rows: AnnouncedPayment[], call: OperatorCall): Html {
  const { language, principal, party } = call;
  const labels = moneyLabels[language];
  const mayBook = may(principal, 'money.move', party);
  const columns = [
    { name: labels.who },
    { name: labels.reference },
    { name: labels.sum, look: 'sum' as const },
    { name: labels.asked },
    ...(mayBook ? [{ name: labels.action }] : []),
  ];
  return tableView({
    caption: labels.announced,
    leads: 0,
    phone: ['line', 'start', 'end', 'start', 'end'],
    columns,
    rows: rows.map(({ clientId, client, reference, sumKopecks, askedAt }): Content[] => [
      clientLink(clientId, client, call),
      html`<code>${reference}</code>`,
      `${formatSum(sumKopecks, language)}\u00a0₽`,
      momentView(askedAt, language),
      ...(mayBook
        ? [
            html`<a href="${at(addressOf(`/o/money/${clientId}`, { reference, sum: String(sumKopecks / 100) }), language)}#book" aria-label="${labels.bookThis}: ${reference}">${labels.bookThis}</a>`,
          ]
        : []),
    ]),
  });
}

function bookedView(rows: BookedPayment[], call: OperatorCall): Html {
  const { language } = call;
  const labels = moneyLabels[language];
  return tableView({
    caption: labels.booked,
    leads: 1,
    phone: ['start', 'line', 'start', 'end', 'start', 'line'],
    columns: [
      { name: labels.at },
      { name: labels.who },
      { name: labels.what },
      { name: labels.sum, look: 'sum' },
      { name: labels.reference },
      { name: labels.note },
    ],
    rows: rows.map((row) => [
      momentView(row.at, language),
      clientLink(row.clientId, row.client, call),
      labels.kinds[row.kind],
      `${row.kind === 'chargeback' ? '−' : ''}${formatSum(row.amountKopecks, language)}\u00a0₽`,
      row.reference !== '' && html`<code>${row.reference}</code>`,
      row.note,
    ]),
  });
}
