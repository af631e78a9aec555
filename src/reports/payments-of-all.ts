import { announcedWaits } from '../ledger/top-up-requests.ts';
import type { ReadingContext } from '../platform/cells/cell-context.ts';
import { byEach, descending, mergedList } from '../platform/cells/merge.ts';
import type { Sql } from '../platform/database/database.ts';

/** A payment that a client has announced and nobody has booked. */
export interface AnnouncedPayment {
  clientId: number;
  client: string;
  requestId: number;
  reference: string;
  sumKopecks: number;
  askedAt: Date;
}

/** Announced payments of all clients that wait to be booked, the newest first. */
export const listAnnounced = (ctx: ReadingContext, limit: number): Promise<AnnouncedPayment[]> =>
  mergedList(ctx, { by: lastAnnounced, limit }, ({ pageDb }) => announcedInCell(pageDb, limit));

const lastAnnounced = byEach<AnnouncedPayment>(
  descending(({ askedAt }) => askedAt),
  descending(({ clientId }) => clientId),
  descending(({ requestId }) => requestId),
);

async function announcedInCell(db: Sql, limit: number): Promise<AnnouncedPayment[]> {
  const { rows } = await db.query<AnnouncedPayment>(
    `select q.client_id as "clientId", c.name as client, q.id as "requestId", q.reference, q.sum_kopecks as "sumKopecks",
       q.asked_at as "askedAt"
     from (select * from top_up_requests q where ${announcedWaits} order by q.asked_at desc limit $1) q
     join clients c on c.id = q.client_id order by q.asked_at desc, q.client_id desc, q.id desc`,
    [limit],
  );
  return rows;
}

/** A payment that was booked, or its reversal. */
export interface BookedPayment {
  clientId: number;
  client: string;
  id: number;
  at: Date;
  kind: 'top_up' | 'chargeback';
  amountKopecks: number;
  reference: string;
  note: string;
}

export interface BookedAsk {
  /** Where the page before ended. */
  after: { id: number; at: Date } | null;
  limit: number;
}

/** Booked payments of all clients, the last first. */
export const listBooked = (ctx: ReadingContext, ask: BookedAsk): Promise<BookedPayment[]> =>
  mergedList(ctx, { by: lastBooked, limit: ask.limit }, ({ pageDb }) => bookedInCell(pageDb, ask));

const lastBooked = byEach<BookedPayment>(
  descending(({ at }) => at),
  descending(({ id }) => id),
);

/** One range of one index. */
async function bookedInCell(db: Sql, { after, limit }: BookedAsk): Promise<BookedPayment[]> {
  const { rows } = await db.query<BookedPayment>(
    `select t.client_id as "clientId", c.name as client, t.id, t.at, t.kind, t.amount_kopecks as "amountKopecks",
       coalesce(t.reference, '') as reference, t.note
     from (
       select * from transfers where kind in ('top_up', 'chargeback')
         and ($2::timestamptz is null or at < $2 or (at = $2 and id < $3))
       order by at desc, id desc limit $1) t
     join clients c on c.id = t.client_id order by t.at desc, t.id desc`,
    [limit, after?.at ?? null, after?.id ?? null],
  );
  return rows;
}
