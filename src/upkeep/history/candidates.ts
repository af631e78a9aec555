/** Finds the orders whose history may leave the tables. */
import type { Sql, Tx } from '../../platform/database/database.ts';
import { moscowDay } from '../../platform/time/moscow-time.ts';
import { endsOfOrders } from '../erasure/ends-of-orders.ts';
import { lockCallbacks } from '../../callbacks/erase-bodies.ts';
import { waitingCallbacksOf } from '../../callbacks/settle-abandoned.ts';
import { lockMessages } from '../../messaging/queue/erase-addresses.ts';
import { waitingFailuresOf } from '../../messaging/queue/settle-failures.ts';
import { openExchangesOf } from '../../suppliers/calls/take-history.ts';

/** Orders that are looked at in one transaction. */
const ordersAtOnce = 500;

export interface Candidates {
  /** The first day of the month in which they were accepted, Moscow time. */
  month: string;
  /** Up to here they have been looked at. */
  last: number;
  /** Those whose history may leave. */
  movable: number[];
}

/** The next orders of a client that have history, as far as they are of one month; null: no others ended before that time. */
export async function nextCandidates(
  tx: Tx,
  { clientId, after }: { clientId: number; after: number },
  before: Date,
  now: Date,
): Promise<Candidates | null> {
  const ids = await ordersWithHistory(tx, clientId, after);
  const { rows } = await tx.query<{ id: number; acceptedAt: Date; erased: boolean }>(
    `select id, accepted_at as "acceptedAt", erased_at is not null as erased from requests
     where client_id = $1 and id = any($2::bigint[]) order by id for update skip locked`,
    [clientId, ids],
  );
  const [first] = rows;
  const isBusy = first === undefined;
  if (isBusy) return ids.length === 0 ? null : { month: '', last: ids.at(-1) ?? after, movable: [] };
  if (first.acceptedAt > before) return null;
  const month = monthOf(first.acceptedAt);
  const ofMonth = rows.filter(({ acceptedAt }) => monthOf(acceptedAt) === month);
  const erased = ofMonth.filter((one) => one.erased).map(({ id }) => id);
  return {
    month,
    last: ofMonth.at(-1)?.id ?? first.id,
    movable: await endedAndQuiet(tx, { clientId, ids: erased }, before, now),
  };
}

const monthOf = (at: Date): string => `${moscowDay(at).slice(0, 7)}-01`;

/** The keys are compared: what has been moved out is not found again. */
async function ordersWithHistory(db: Sql, clientId: number, after: number): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `select request_id as id from (${storyTables
      .map(
        (table) =>
          `(select distinct request_id from ${table} where client_id = $1 and request_id > $2 order by request_id limit $3)`,
      )
      .join(' union ')}) found order by request_id limit $3`,
    [clientId, after, ordersAtOnce],
  );
  return rows.map(({ id }) => id);
}

const storyTables = ['deliveries', 'callbacks', 'exchanges', 'gift_events'] as const;

/** Those that ended before that time, and of which nothing is on its way or waits for somebody; what belongs to them is locked. */
async function endedAndQuiet(
  tx: Tx,
  { clientId, ids }: { clientId: number; ids: number[] },
  before: Date,
  now: Date,
): Promise<number[]> {
  if (ids.length === 0) return [];
  const ends = await endsOfOrders(tx, clientId, ids, now);
  const messages = await lockMessages(tx, clientId, ids, now);
  const { owed } = await lockCallbacks(tx, clientId, ids);
  const open = await openExchangesOf(tx, clientId, ids);
  const unarrived = await waitingFailuresOf(tx, clientId, ids);
  const waitingIds = await waitingCallbacksOf(tx, clientId, ids);
  const isQuiet = (id: number): boolean =>
    [messages.notSent, messages.busy, owed, open, unarrived, waitingIds].every((one) => !one.has(id));
  return ends
    .filter(({ requestId, endedAt }) => endedAt !== null && endedAt <= before && isQuiet(requestId))
    .map(({ requestId }) => requestId);
}
