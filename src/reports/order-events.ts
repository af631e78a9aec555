import type { GiftEventKind } from '../certificates/gift-events.ts';
import type { Channel, DeliveryKind } from '../messaging/queue/schedule.ts';
import type { Sql } from '../platform/database/database.ts';

/** One message of an order and its state. */
export interface OrderDelivery {
  channel: Channel;
  kind: DeliveryKind;
  /** 1 is the first message of the order; each resend adds one. */
  round: number;
  askedBy: 'order' | 'client' | 'operator' | 'recipient';
  askedAt: Date | null;
  address: string;
  state: 'due' | 'waiting' | 'sent' | 'failed' | 'over_quota' | 'dropped';
  attempts: number;
  dueAt: Date;
  sentAt: Date | null;
  /** Why the last attempt failed, or why it was not sent. */
  problem: string;
  report: 'delivered' | 'undelivered' | 'unknown' | null;
  reportDetails: string;
  reportedAt: Date | null;
}

export type OrderEventName =
  | 'accepted'
  | 'issued'
  | 'failed'
  | 'cancelled'
  | 'refunded'
  | 'resend_asked'
  | 'planned'
  | 'waiting'
  | 'sent'
  | 'not_sent'
  | 'over_quota'
  | 'dropped'
  | 'delivered'
  | 'bounced'
  | 'unreported'
  | GiftEventKind
  | 'redeemed'
  | 'redeemed_part'
  | 'redemption_undone'
  | 'callback_accepted'
  | 'callback_abandoned';

/** Something that happened to an order, or is scheduled. */
export interface OrderEvent {
  at: Date;
  event: OrderEventName;
  /** Set if the event is about a message. */
  delivery: OrderDelivery | null;
  /** For actions of the recipient: how often, and when last. */
  times: number;
  lastAt: Date;
  details: string;
}

/** Facts of the order itself. */
export interface OrderOfEvents {
  clientId: number;
  requestId: number;
  state: string;
  acceptedAt: Date;
  endedAt: Date | null;
  errorText: string | null;
  refundedAt: Date | null;
}

export interface OrderStory {
  deliveries: OrderDelivery[];
  events: OrderEvent[];
}

interface Key {
  clientId: number;
  requestId: number;
}

/** The events of each order in the order of time; three statements for any number of orders. */
export async function orderEvents(db: Sql, orders: OrderOfEvents[]): Promise<OrderStory[]> {
  const keys = [orders.map(({ clientId }) => clientId), orders.map(({ requestId }) => requestId)];
  const [deliveries, seen, ends] = await Promise.all([
    db.query<OrderDelivery & Key>(deliveriesText, keys),
    db.query<Key & { kind: GiftEventKind; firstAt: Date; lastAt: Date; times: number }>(seenText, keys),
    db.query<Key & { event: OrderEventName; at: Date; details: string }>(endsText, keys),
  ]);
  return orders.map((order) => {
    const isIts = (row: Key): boolean => row.clientId === order.clientId && row.requestId === order.requestId;
    const sent = deliveries.rows.filter(isIts);
    const events = [
      ...eventsOfRequest(order),
      ...sent.flatMap(eventsOfDelivery),
      ...seen.rows.filter(isIts).map(({ kind, firstAt, lastAt, times }) => ({
        ...plain(firstAt, kind),
        lastAt,
        times,
      })),
      ...ends.rows.filter(isIts).map(({ event, at, details }) => plain(at, event, details)),
    ];
    return {
      deliveries: sent,
      events: events.toSorted((one, other) => one.at.getTime() - other.at.getTime()),
    };
  });
}

const ofKeys = `(client_id, request_id) in (select * from unnest($1::bigint[], $2::bigint[]))`;

const deliveriesText = `select client_id as "clientId", request_id as "requestId", channel, kind, round,
    asked_by as "askedBy", asked_at as "askedAt", address, state, attempts, due_at as "dueAt", sent_at as "sentAt",
    last_error as problem, report, report_details as "reportDetails", reported_at as "reportedAt"
  from deliveries where ${ofKeys}
  order by client_id, request_id, kind in ('reminder', 'confirmation'), channel, kind, round`;

const seenText = `select client_id as "clientId", request_id as "requestId", kind, first_at as "firstAt",
    last_at as "lastAt", times
  from gift_events where ${ofKeys} order by kind`;

const redeemed = `case r.part when 0 then 'redeemed' else 'redeemed_part' end`;
const tillAndPart = `concat_ws(', ', r.till, replace(to_char(r.amount_kopecks / 100.0, 'FM9999999990.00'), '.00', '') || ' ₽')`;

/** The end of the order: its redemptions, those undone, and the client's callback. */
const endsText = `with sold as (
    select client_id, request_id, supplier_id, code_id from certificates where ${ofKeys} and code_id is not null)
  select s.client_id as "clientId", s.request_id as "requestId", ${redeemed} as event, r.redeemed_at as at,
    ${tillAndPart} as details, 1 as turn
  from sold s
  join redemptions r on r.supplier_id = s.supplier_id and r.code_id = s.code_id and r.undone_at is null
  union all
  select s.client_id, s.request_id, e.event, e.at, ${tillAndPart}, e.turn
  from sold s
  join redemptions r on r.supplier_id = s.supplier_id and r.code_id = s.code_id and r.undone_at is not null
  cross join lateral (
    values (${redeemed}, r.redeemed_at, 1), ('redemption_undone', r.undone_at, 2)) e (event, at, turn)
  union all
  select client_id, request_id, 'callback_' || state, ended_at,
    case attempts when 1 then '' else attempts || ' attempts' end, 3
  from callbacks where ${ofKeys} and ended_at is not null
  order by at, turn, details`;

const plain = (at: Date, event: OrderEventName, details = ''): OrderEvent => ({
  at,
  event,
  delivery: null,
  times: 1,
  lastAt: at,
  details,
});

function eventsOfRequest({ state, acceptedAt, endedAt, errorText, refundedAt }: OrderOfEvents): OrderEvent[] {
  const ended = state === 'issued' || state === 'failed' || state === 'cancelled' ? state : null;
  return [
    plain(acceptedAt, 'accepted'),
    ...(endedAt === null || ended === null ? [] : [plain(endedAt, ended, errorText ?? '')]),
    ...(refundedAt === null ? [] : [plain(refundedAt, 'refunded')]),
  ];
}

const namesOfStates = {
  due: 'planned',
  waiting: 'waiting',
  sent: 'sent',
  failed: 'not_sent',
  over_quota: 'over_quota',
  dropped: 'dropped',
} as const satisfies Record<OrderDelivery['state'], OrderEventName>;

const namesOfReports = { delivered: 'delivered', undelivered: 'bounced', unknown: 'unreported' } as const;

function eventsOfDelivery(delivery: OrderDelivery): OrderEvent[] {
  const { state, askedAt, sentAt, dueAt, report, reportedAt, problem, reportDetails } = delivery;
  return [
    ...(askedAt === null ? [] : [{ ...plain(askedAt, 'resend_asked'), delivery }]),
    { ...plain(sentAt ?? dueAt, namesOfStates[state], problem), delivery },
    ...(report === null || reportedAt === null
      ? []
      : [{ ...plain(reportedAt, namesOfReports[report], reportDetails), delivery }]),
  ];
}
