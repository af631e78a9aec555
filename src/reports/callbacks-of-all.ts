/** Callbacks of all clients, for the operator. */
import type { ListedCallback } from '../callbacks/list-callbacks.ts';
import { byEach, ascending, fromCells, mergedList } from '../platform/cells/merge.ts';
import { cellOf, type ReadingContext } from '../platform/cells/cell-context.ts';
import type { Sql } from '../platform/database/database.ts';

export interface CallbackOfAll extends ListedCallback {
  clientId: number;
  client: string;
}

/**
 * Given up; waiting for a repeat; not called for the first time yet; accepted. Of all clients, the accepted ones are those
 * of issued orders, which can be found by their numbers without an index that every order would be written to.
 */
export const callbackKinds = ['failed', 'repeat', 'first', 'accepted'] as const;
export type CallbackKind = (typeof callbackKinds)[number];

/** Where the page before ended: by time and request, or by order number or request alone. */
export interface CallbackPlace {
  requestId: number;
  at: Date;
}

export interface CallbacksAsk {
  kind: CallbackKind;
  /** Null: of all clients. */
  clientId: number | null;
  after: CallbackPlace | null;
  limit: number;
}

export interface FoundCallbacks {
  callbacks: CallbackOfAll[];
  /** Where to go on; null: there are no more. */
  next: CallbackPlace | null;
}

const columns = `b.client_id as "clientId", c.name as client, b.request_id as "requestId", b.state, b.format, b.attempts,
  b.announced_at as "announcedAt", b.due_at as "dueAt", b.ended_at as "endedAt",
  split_part(split_part(b.url, '?', 1), '#', 1) as address, b.last_status as "lastStatus", b.last_problem as "lastProblem"`;

type Row = CallbackOfAll & { keyAt: Date; keyId: number; fits: boolean };

/** A callback with its place in the list. */
interface Placed {
  callback: CallbackOfAll;
  place: CallbackPlace;
}

interface PlacedPage {
  rows: Placed[];
  /** The same as in `FoundCallbacks`. */
  next: CallbackPlace | null;
}

/** Callbacks of one kind, in an order that one range of one index of each cell has. */
export async function listCallbacksOfAll(ctx: ReadingContext, ask: CallbacksAsk): Promise<FoundCallbacks> {
  const { clientId } = ask;
  const pages =
    clientId === null
      ? await fromCells(ctx, ({ pageDb }) => listInCell(pageDb, ask))
      : [await listInCell(cellOf(ctx, clientId).pageDb, ask)];
  const { rows, next } = together(pages, ask);
  return { callbacks: rows.map(({ callback }) => callback), next };
}

/** Nothing is shown beyond the place to which the first of the cells has looked. */
function together(pages: readonly PlacedPage[], { kind, limit }: CallbacksAsk): PlacedPage {
  const [only] = pages;
  if (pages.length === 1 && only !== undefined) return only;
  const order = orders[kind];
  const [end = null] = pages.flatMap(({ next }) => (next === null ? [] : [next])).toSorted(order);
  const rows = pages
    .flatMap((page) => page.rows)
    .filter(({ place }) => end === null || order(place, end) <= 0)
    .toSorted((one, other) => order(one.place, other.place));
  const shown = rows.slice(0, limit);
  return { rows: shown, next: rows.length > limit ? (shown.at(-1)?.place ?? null) : end };
}

const byTime = (one: CallbackPlace, other: CallbackPlace): number =>
  one.at.getTime() - other.at.getTime() || one.requestId - other.requestId;

/** Sorts in the order of `sourceOf`. */
const orders: Record<CallbackKind, (one: CallbackPlace, other: CallbackPlace) => number> = {
  failed: (one, other) => byTime(other, one),
  repeat: byTime,
  first: byTime,
  accepted: (one, other) => other.requestId - one.requestId,
};

async function listInCell(db: Sql, ask: CallbacksAsk): Promise<PlacedPage> {
  const { clientId, after, limit } = ask;
  const source = sourceOf(ask);
  const { rows } = await db.query<Row>(
    `select ${columns}, b.key_at as "keyAt", b.key_id as "keyId", b.fits
     from (${source.text}) b join clients c on c.id = b.client_id order by ${source.order}`,
    [source.looked(limit), after?.at ?? null, after?.requestId ?? null, clientId],
  );
  const fitting = rows.filter(({ fits }) => fits);
  const last = fitting.length > limit ? fitting[limit - 1] : rows[source.looked(limit) - 1];
  return {
    rows: fitting.slice(0, limit).map(({ keyAt, keyId, fits: _fits, ...callback }) => ({
      callback,
      place: { at: keyAt, requestId: keyId },
    })),
    next: last === undefined ? null : { at: last.keyAt, requestId: last.keyId },
  };
}

interface Source {
  /** SQL with these parameters: $1 rows, $2 and $3 the position, $4 the client. */
  text: string;
  order: string;
  /** How many rows are read for a page. */
  looked: (limit: number) => number;
}

/** Rows that are looked through where the index knows only the client. */
const mostLooked = 500;
/** Clients whose first calls are looked at. */
const mostClients = 100;

const oneMore = (limit: number): number => limit + 1;
const manyMore = (limit: number): number => Math.max(mostLooked, limit + 1);

const later = `(due_at, request_id) > (coalesce($2::timestamptz, '-infinity'), coalesce($3::bigint, 0))`;
const byDue = 'b.due_at, b.request_id';

function sourceOf({ kind, clientId }: CallbacksAsk): Source {
  const isOfOne = clientId !== null;
  switch (kind) {
    case 'failed':
      return {
        text: `select *, ended_at as key_at, request_id as key_id, true as fits from callbacks
          where state = 'abandoned' and ${isOfOne ? 'client_id = $4' : '$4::bigint is null'}
            and (ended_at, request_id) < (coalesce($2::timestamptz, 'infinity'), coalesce($3::bigint, 0))
          order by ${isOfOne ? 'client_id desc, ' : ''}ended_at desc, request_id desc limit $1`,
        order: 'b.ended_at desc, b.request_id desc',
        looked: oneMore,
      };
    case 'repeat':
      return isOfOne ? waitingOfOne('tries > 0') : waitingForRepeat;
    case 'first':
      return isOfOne ? waitingOfOne('tries = 0') : waitingForFirst;
    case 'accepted':
      return isOfOne ? acceptedOfOne : acceptedOfAll;
  }
}

const waitingForRepeat: Source = {
  text: `select *, due_at as key_at, request_id as key_id, true as fits from callbacks
    where state = 'due' and tries > 0 and $4::bigint is null and ${later} order by due_at, request_id limit $1`,
  order: byDue,
  looked: oneMore,
};

/** Steps from client to client along the index (client_id, due_at), as the queue does that sends them. */
const waitingForFirst: Source = {
  text: `with recursive waiting (client_id, number) as (
      (select client_id, 1 from callbacks where state = 'due' and $4::bigint is null order by client_id limit 1)
      union all
      select (select client_id from callbacks
              where state = 'due' and client_id > waiting.client_id order by client_id limit 1), number + 1
      from waiting where waiting.client_id is not null and number < ${mostClients})
    select mine.*, mine.due_at as key_at, mine.request_id as key_id, true as fits from waiting
    cross join lateral (
      select * from callbacks
      where client_id = waiting.client_id and state = 'due' and tries = 0 and ${later}
      order by due_at, request_id limit $1) mine
    order by mine.due_at, mine.request_id limit $1`,
  order: byDue,
  looked: oneMore,
};

const waitingOfOne = (fits: string): Source => ({
  text: `select *, due_at as key_at, request_id as key_id, ${fits} as fits from callbacks
    where client_id = $4 and state = 'due' and ${later} order by due_at, request_id limit $1`,
  order: byDue,
  looked: manyMore,
});

const acceptedOfOne: Source = {
  text: `select *, announced_at as key_at, request_id as key_id, state = 'accepted' as fits from callbacks
    where client_id = $4 and request_id < coalesce($3::bigint, ${Number.MAX_SAFE_INTEGER}) and $2::timestamptz is distinct from 'infinity'
    order by client_id desc, request_id desc limit $1`,
  order: 'b.request_id desc',
  looked: manyMore,
};

/** An order without a callback counts as looked at. */
const acceptedOfAll: Source = {
  text: `select r.client_id, r.id as request_id, c.state, c.format, c.attempts, c.announced_at, c.due_at,
      c.ended_at, c.url, c.last_status, c.last_problem,
      coalesce(c.announced_at, 'epoch') as key_at, r.order_id as key_id, coalesce(c.state = 'accepted', false) as fits
    from (select client_id, id, order_id from requests
          where order_id is not null and order_id < coalesce($3::bigint, ${Number.MAX_SAFE_INTEGER}) and $4::bigint is null
            and $2::timestamptz is distinct from 'infinity'
          order by order_id desc limit $1) r
    left join callbacks c on c.client_id = r.client_id and c.request_id = r.id
    order by r.order_id desc`,
  order: 'b.key_id desc',
  looked: manyMore,
};

/** The callback of one request, whatever its state. */
export async function findOfRequest(ctx: ReadingContext, requestId: number): Promise<CallbackOfAll[]> {
  const { rows } = await cellOf(ctx, requestId).pageDb.query<CallbackOfAll>(
    `select ${columns} from clients c join callbacks b on b.client_id = c.id and b.request_id = $1`,
    [requestId],
  );
  return rows;
}

/** A client's receiver that has left a callback unaccepted and accepted none since. */
export interface DeadReceiver {
  clientId: number;
  client: string;
  address: string;
  failedAt: Date;
  /** Given up since then; `mostCounted` + 1: more than that. */
  givenUp: number;
}

export const mostCounted = 1000;
const mostReceivers = 100;

export const listDeadReceivers = (ctx: ReadingContext): Promise<DeadReceiver[]> =>
  mergedList(ctx, { by: longestDead, limit: mostReceivers }, ({ pageDb }) => deadInCell(pageDb));

const longestDead = byEach<DeadReceiver>(
  ascending(({ failedAt }) => failedAt),
  ascending(({ clientId }) => clientId),
);

async function deadInCell(db: Sql): Promise<DeadReceiver[]> {
  const { rows } = await db.query<DeadReceiver>(
    `select f.client_id as "clientId", c.name as client, f.failed_at as "failedAt",
       coalesce(split_part(split_part(c.callback_url, '?', 1), '#', 1), '') as address, n.given_up as "givenUp"
     from (select * from failed_receivers where recovered_at is null order by failed_at limit ${mostReceivers}) f
     join clients c on c.id = f.client_id
     cross join lateral (
       select count(*) as given_up from (
         select from callbacks where client_id = f.client_id and state = 'abandoned' and ended_at >= f.failed_at
         limit ${mostCounted + 1}) few) n
     order by f.failed_at, f.client_id`,
  );
  return rows;
}
