/** Callbacks that were given up wait for a person until they are sent again, or somebody says that nothing more is to be done. */
import type { Tx } from '../platform/database/database.ts';
import { mostDecided, type Decided, type Decision } from '../platform/values/decision.ts';

/** SQL: a callback `b` is abandoned and not settled, as in the partial indexes of its table. */
export const abandonedWaits = `b.state = 'abandoned' and (b.settled_at is null or b.settled_at < b.ended_at)`;

/** Settles these callbacks, or all of one client or of all; returns their requests. */
export async function settleAbandoned(
  tx: Tx,
  { ids, until, clientId = null }: Decided & { clientId?: number | null },
  { by, because, at }: Decision,
): Promise<number[]> {
  const { rows } = await tx.query<{ id: number }>(
    `with found as (
       select b.client_id, b.request_id from callbacks b
       where ${abandonedWaits} and b.ended_at <= $2 and ($1::bigint[] is null or b.request_id = any($1))
         and ($6::bigint is null or b.client_id = $6)
       order by b.ended_at limit ${mostDecided} for update)
     update callbacks b set settled_at = $3, settled_by = $4, settled_because = $5 from found f
     where b.client_id = f.client_id and b.request_id = f.request_id returning b.request_id as id`,
    [ids, until, at, by, because, clientId],
  );
  return rows.map(({ id }) => id);
}

/** Finds orders whose callback was given up and still waits for a person. */
export async function waitingCallbacksOf(
  tx: Tx,
  clientId: number,
  requestIds: readonly number[],
): Promise<Set<number>> {
  const { rows } = await tx.query<{ id: number }>(
    `select b.request_id as id from callbacks b
     where b.client_id = $1 and b.request_id = any($2::bigint[]) and ${abandonedWaits}`,
    [clientId, requestIds],
  );
  return new Set(rows.map(({ id }) => id));
}
