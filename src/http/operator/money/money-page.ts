/** `/o/money`: announced payments to book, and what was booked. */
import { may } from '../../../people/access/principal.ts';
import { formatSum } from '../../../clients/money/format-sum.ts';
import { html, type Html } from '../../../platform/text/html.ts';
import type { Language } from '../../../platform/text/language.ts';
import {
  listAnnounced,
  listBooked,
  type AnnouncedPayment,
  type BookedPayment,
} from '../../../reports/payments-of-all.ts';
import { addressOf, at } from '../../../web/request-language.ts';
import { afterIn, afterRow, emptyView, listLength, onwardView } from '../../../web/shell/list-view.ts';
import { linkView } from '../../../web/shell/parts-view.ts';
import { rowsView, type Columns } from '../../../web/shell/rows-view.ts';
import type { OperatorCall, OperatorPages } from '../operator.ts';
import { bookingPath } from './booking-path.ts';
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
  const after = afterIn(query);
  const [announced, booked] = await Promise.all([
    after === null ? listAnnounced(ctx, listLength) : [],
    listBooked(ctx, { after, limit: listLength + 1 }),
  ]);
  return { announced, booked, isFirst: after === null };
}

function view({ announced, booked, isFirst }: Money, call: OperatorCall) {
  const { language } = call;
  const labels = moneyLabels[language];
  const shown = booked.slice(0, listLength);
  const last = booked.length > listLength ? shown.at(-1) : undefined;
  return {
    title: labels.title,
    main: html`<h1>${labels.title}</h1>
${isFirst && html`<section class="card"><h2>${labels.announced}</h2>${announced.length === 0 ? html`<p>${labels.noneAnnounced}</p>` : html`<p>${labels.announcedLead}</p>${announcedView(announced, call)}`}</section>`}
${
  shown.length === 0
    ? emptyView(labels.noneBooked)
    : html`<section class="card"><h2>${labels.booked}</h2>${bookedView(shown, call)}</section>
${last !== undefined && onwardView({ list: labels.booked, href: at(addressOf('/o/money', afterRow(last.at, last.id)), language) }, language)}`
}`,
  };
}

const clientLink = (
  { clientId, client }: { clientId: number; client: string },
  { language }: OperatorCall,
): Html => linkView(`/o/money/${clientId}`, client, language);

function announcedView(rows: AnnouncedPayment[], call: OperatorCall): Html {
  const { language, principal, party } = call;
  const labels = moneyLabels[language];
  const bookLink = ({ clientId, reference, sumKopecks }: AnnouncedPayment) => {
    const form = bookingPath(clientId, reference, sumKopecks);
    return html`<a href="${at(form, language)}#book" aria-label="${labels.bookThis}: ${reference}">${labels.bookThis}</a>`;
  };
  const columns: Columns<AnnouncedPayment> = [
    { name: labels.who, phone: 'line', leads: true, cell: (one) => clientLink(one, call) },
    { name: labels.reference, phone: 'start', cell: (one) => html`<code>${one.reference}</code>` },
    { name: labels.sum, look: 'sum', phone: 'end', cell: (one) => sumText(one.sumKopecks, language) },
    { name: labels.asked, phone: 'start', cell: (one) => one.askedAt },
    may(principal, 'money.move', party) && { name: labels.action, phone: 'end', cell: bookLink },
  ];
  return rowsView({ caption: labels.announced, columns, rows }, language);
}

const sumText = (kopecks: number, language: Language): string => `${formatSum(kopecks, language)}\u00a0₽`;

const referenceView = ({ reference }: BookedPayment) => reference !== '' && html`<code>${reference}</code>`;

function bookedView(rows: BookedPayment[], call: OperatorCall): Html {
  const { language } = call;
  const labels = moneyLabels[language];
  const sum = ({ kind, amountKopecks }: BookedPayment) =>
    `${kind === 'chargeback' ? '−' : ''}${sumText(amountKopecks, language)}`;
  const columns: Columns<BookedPayment> = [
    { name: labels.at, phone: 'start', cell: (row) => row.at },
    { name: labels.who, phone: 'line', leads: true, cell: (row) => clientLink(row, call) },
    { name: labels.what, phone: 'start', cell: (row) => labels.kinds[row.kind] },
    { name: labels.sum, look: 'sum', phone: 'end', cell: sum },
    { name: labels.reference, phone: 'start', cell: referenceView },
    { name: labels.note, phone: 'line', cell: (row) => row.note },
  ];
  return rowsView({ caption: labels.booked, columns, rows }, language);
}
