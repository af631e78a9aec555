/** When orders ended, from which their recipients' data is kept for a set time. */
import type { Sql } from '../../platform/database/database.ts';

export interface OrderEnd {
  requestId: number;
  /** When its certificate ended, or it itself without one; null: it is in force, or on its way. */
  endedAt: Date | null;
}

/**
 * A certificate ends by its redemption, its refund, the last exchange of a choice certificate, or the last day of its validity. An
 * unlimited one that no till known here has redeemed, and nobody exchanged, never ends by itself; a test order ends as it is issued.
 */
export async function endsOfOrders(
  db: Sql,
  clientId: number,
  requestIds: readonly number[],
  now: Date,
): Promise<OrderEnd[]> {
  const { rows } = await db.query<OrderEnd>(
    `select r.id as "requestId",
       case when r.state in ('failed', 'cancelled') or r.testmode then r.ended_at
         when r.refunded_at is not null then r.refunded_at
         when d.redeemed_at is not null then d.redeemed_at
         when k.taken_kopecks = k.face_kopecks then (
           select max(e.exchanged_at) from exchanged_orders e where e.client_id = r.client_id and e.card_request_id = r.id)
         when r.expires_at <= $3 then r.expires_at end as "endedAt"
     from requests r
     left join certificates c on c.client_id = r.client_id and c.request_id = r.id
     left join codes k on k.supplier_id = c.supplier_id and k.id = c.code_id
     left join redemptions d on d.supplier_id = c.supplier_id and d.code_id = c.code_id and d.part = 0 and d.undone_at is null
     where r.client_id = $1 and r.id = any($2::bigint[]) order by r.id`,
    [clientId, requestIds, now],
  );
  return rows;
}
