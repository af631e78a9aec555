/** Payments that clients announce. */
import type { Sql, Tx } from '../platform/database/database.ts';
import { lockAccounts } from './post-transfers.ts';
import { mostDecided, type Decided, type Decision } from '../platform/values/decision.ts';
import { sliceOrder, type Slice } from '../platform/database/slice.ts';

export const minTopUpKopecks = 1_00;
export const maxTopUpKopecks = 1_000_000_000_00;
/** Announced and not booked, of one client. */
export const maxWaitingTopUps = 20;

export interface TopUpRequest {
  requestId: number;
  reference: string;
  sumKopecks: number;
  askedAt: Date;
  /** Who announced it; '': a program. */
  askedBy: string;
  withdrawnAt: Date | null;
  /** The operator no longer expects it; booked it can still be. */
  settledAt: Date | null;
  /** What was booked under the reference; null: nothing yet. */
  booked: { sumKopecks: number; at: Date; reversedAt: Date | null } | null;
}

export interface TopUpRequestAsk {
  clientId: number;
  /** '' when not given: then nothing protects from announcing twice. */
  uuid: string;
  sumKopecks: number;
  askedBy: string;
}

export type TopUpRequested =
  /** `isNew`: it was not there before. */
  | { is: 'asked'; request: TopUpRequest; isNew: boolean }
  | { is: 'uuid-mismatch' }
  | { is: 'too-many' }
  | { is: 'sum' };

/** Announces a payment and gives it the reference under which the operator will book it. Books nothing. */
export async function requestTopUp(tx: Tx, ask: TopUpRequestAsk, now: Date): Promise<TopUpRequested> {
  const { clientId, uuid, sumKopecks } = ask;
  if (sumKopecks < minTopUpKopecks || sumKopecks > maxTopUpKopecks) return { is: 'sum' };
  // If two are asked for at once, the second waits here and then finds the first.
  await lockAccounts(tx, [clientId]);
  const earlier = uuid === '' ? null : await findWhere(tx, 'q.uuid = $2', [clientId, uuid]);
  if (earlier !== null)
    return earlier.sumKopecks === sumKopecks
      ? { is: 'asked', request: earlier, isNew: false }
      : { is: 'uuid-mismatch' };
  if ((await countWaitingTopUps(tx, clientId)) >= maxWaitingTopUps) return { is: 'too-many' };
  const { rows } = await tx.query<{ id: number }>(
    `insert into top_up_requests (client_id, uuid, sum_kopecks, reference, asked_at, asked_by)
     select $1, $2, $3, 'FV-' || $1::bigint || '-' || (count(*) + 1), $4, $5 from top_up_requests where client_id = $1
     returning id`,
    [clientId, uuid === '' ? null : uuid, sumKopecks, now, ask.askedBy],
  );
  const request = await findTopUpRequest(tx, { clientId, requestId: rows[0]?.id ?? 0 });
  if (request === null) throw new Error('A top-up request was not written.');
  return { is: 'asked', request, isNew: true };
}

export function findTopUpRequest(
  db: Sql,
  { clientId, requestId }: { clientId: number; requestId: number },
): Promise<TopUpRequest | null> {
  return findWhere(db, 'q.id = $2', [clientId, requestId]);
}

interface RequestRow extends Omit<TopUpRequest, 'booked'> {
  bookedKopecks: number | null;
  bookedAt: Date | null;
  reversedAt: Date | null;
}

const booking = `left join transfers paid
    on paid.client_id = q.client_id and paid.kind = 'top_up' and paid.reference = q.reference
  left join transfers reversal on reversal.client_id = q.client_id and reversal.reverses = paid.id`;

async function findWhere(db: Sql, condition: string, values: unknown[]): Promise<TopUpRequest | null> {
  const { rows } = await db.query<RequestRow>(
    `select ${columns} from top_up_requests q ${booking} where q.client_id = $1 and ${condition}`,
    values,
  );
  return rows[0] === undefined ? null : requestOf(rows[0]);
}

const columns = `q.id as "requestId", q.reference, q.sum_kopecks as "sumKopecks", q.asked_at as "askedAt",
  q.asked_by as "askedBy", q.withdrawn_at as "withdrawnAt", q.settled_at as "settledAt",
  paid.amount_kopecks as "bookedKopecks", paid.at as "bookedAt", reversal.at as "reversedAt"`;

function requestOf({ bookedKopecks, bookedAt, reversedAt, ...request }: RequestRow): TopUpRequest {
  const isBooked = bookedKopecks !== null && bookedAt !== null;
  return { ...request, booked: isBooked ? { sumKopecks: bookedKopecks, at: bookedAt, reversedAt } : null };
}

export interface TopUpListAsk extends Slice {
  clientId: number;
  limit: number;
}

/** Sorted by id: the newest first for older ones, the oldest first for newer ones. */
export async function listTopUpRequests(db: Sql, ask: TopUpListAsk): Promise<TopUpRequest[]> {
  const { clientId, fromKey, limit } = ask;
  const [border, order] = sliceOrder(ask);
  const { rows } = await db.query<RequestRow>(
    `select ${columns} from (
       select * from top_up_requests where client_id = $1 and ($2::bigint is null or id ${border} $2)
       order by id ${order} limit $3) q
     ${booking} order by q.id ${order}`,
    [clientId, fromKey, limit],
  );
  return rows.map(requestOf);
}

export type TopUpState = 'waiting' | 'booked' | 'reversed' | 'withdrawn' | 'closed';

export function topUpState({ booked, withdrawnAt, settledAt }: TopUpRequest): TopUpState {
  if (booked !== null) return booked.reversedAt === null ? 'booked' : 'reversed';
  if (withdrawnAt !== null) return 'withdrawn';
  return settledAt === null ? 'waiting' : 'closed';
}

/** SQL: a request `q` is announced and nobody has ended it, as in the partial index of its table. */
const isOpen = `q.withdrawn_at is null and q.booked_at is null and q.settled_at is null`;

/** The same, looking at the transfers too: what was booked before there was a mark, or by a process of the version before, has none. */
export const announcedWaits = `${isOpen} and not exists (
  select from transfers t where t.client_id = q.client_id and t.kind = 'top_up' and t.reference = q.reference)`;

/** Marks what was announced by this client and is booked. */
export const noteBooked = (tx: Tx, clientId: number): Promise<unknown> =>
  tx.query(
    `update top_up_requests q set booked_at = t.at from transfers t
     where q.client_id = $1 and q.booked_at is null
       and t.client_id = $1 and t.kind = 'top_up' and t.reference = q.reference`,
    [clientId],
  );

/** Settles these announced payments, or all, as no longer expected; returns those that waited. */
export async function settleTopUps(
  tx: Tx,
  { ids, until }: Decided,
  { by, because, at }: Decision,
): Promise<number[]> {
  const { rows } = await tx.query<{ id: number }>(
    `with found as (
       select q.client_id, q.id from top_up_requests q
       where ${announcedWaits} and q.asked_at <= $2 and ($1::bigint[] is null or q.id = any($1))
       order by q.asked_at limit ${mostDecided} for update of q)
     update top_up_requests q set settled_at = $3, settled_by = $4, settled_because = $5 from found f
     where q.client_id = f.client_id and q.id = f.id returning q.id`,
    [ids, until, at, by, because],
  );
  return rows.map(({ id }) => id);
}

/** False: there is none that waits. */
export async function endTopUpRequest(
  tx: Tx,
  { clientId, requestId }: { clientId: number; requestId: number },
  now: Date,
): Promise<boolean> {
  // A payment that is being booked at this moment comes first.
  await lockAccounts(tx, [clientId]);
  const request = await findTopUpRequest(tx, { clientId, requestId });
  if (request === null || topUpState(request) !== 'waiting') return false;
  await tx.query(`update top_up_requests set withdrawn_at = $3 where client_id = $1 and id = $2`, [
    clientId,
    requestId,
    now,
  ]);
  return true;
}

export async function countWaitingTopUps(db: Sql, clientId: number): Promise<number> {
  const { rows } = await db.query<{ waiting: number }>(
    `select count(*) as waiting from top_up_requests q ${booking} where q.client_id = $1 and paid.id is null and q.withdrawn_at is null and q.settled_at is null`,
    [clientId],
  );
  return rows[0]?.waiting ?? 0;
}
