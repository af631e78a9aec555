/** Messages that were due when the database was backed up, and may have been sent since. */
import type { Sql, Tx } from '../../platform/database/database.ts';
import { heldUntil } from '../../platform/time/held-until.ts';

/** Holds every message that was to go by `until` or was being sent, except those of test orders. Returns how many. */
export async function holdDeliveries(tx: Tx, until: Date): Promise<number> {
  const { rowCount } = await tx.query(
    `update deliveries
     set due_at = $1, last_error = 'held: it may have been sent before the restore', claim_id = null, leased_until = null
     where state = 'due' and (due_at <= $2 or leased_until is not null) and not testmode`,
    [heldUntil, until],
  );
  return rowCount ?? 0;
}

export interface HeldDelivery {
  clientId: number;
  requestId: number;
  channel: string;
  kind: string;
}

export async function listHeldDeliveries(db: Sql, limit: number): Promise<HeldDelivery[]> {
  const { rows } = await db.query<HeldDelivery>(
    `select client_id as "clientId", request_id as "requestId", channel, kind
     from deliveries where state = 'due' and due_at = $1 order by request_id limit $2`,
    [heldUntil, limit],
  );
  return rows;
}

export async function countHeldDeliveries(db: Sql): Promise<number> {
  const { rows } = await db.query<{ held: number }>(
    `select count(*) as held from deliveries where state = 'due' and due_at = $1`,
    [heldUntil],
  );
  return rows[0]?.held ?? 0;
}

/** Sends or drops held messages: of these orders, or all. Returns how many. */
export async function judgeHeldDeliveries(
  tx: Tx,
  { requestIds, send }: { requestIds: number[] | null; send: boolean },
  now: Date,
): Promise<number> {
  const { rowCount } = await tx.query(
    `update deliveries
     set state = case when $4 then 'due' else 'dropped' end, due_at = $2,
       last_error = case when $4 then '' else 'it was sent before the restore' end
     where state = 'due' and due_at = $1 and ($3::bigint[] is null or request_id = any($3))`,
    [heldUntil, now, requestIds, send],
  );
  return rowCount ?? 0;
}
