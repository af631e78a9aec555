import type { Tx } from '../platform/database.ts';

/** Requests woken in one round at the most. */
const maxWoken = 1000;

/**
 * Puts delayed requests back into the queue: oldest first and as many as there are codes for, and those whose time has
 * come (test orders that asked to wait, orders of suppliers that may be asked again). They keep the instant of their
 * acceptance as due time, so that the issuer takes them before anything younger.
 */
export async function wakeDelayed(tx: Tx, now: Date): Promise<number> {
  const { rowCount } = await tx.query(
    `with stocked as (
       select s.product_id, s.face_kopecks, s.free from stock s
       where s.free > 0 and exists (
         select from requests r where r.state = 'delayed' and r.product_id = s.product_id and r.face_kopecks = s.face_kopecks)),
     woken as (
       select w.client_id, w.id from stocked, lateral (
         select r.client_id, r.id from requests r
         where r.state = 'delayed' and not r.testmode
           and r.product_id = stocked.product_id and r.face_kopecks = stocked.face_kopecks
         order by r.accepted_at, r.id limit least(stocked.free, $1) for update skip locked) w
       union
       select w.client_id, w.id from (
         select client_id, id from requests
         where state = 'delayed' and due_at <= $2 order by due_at limit $1 for update skip locked) w)
     update requests r set state = 'queued', due_at = r.accepted_at
     from woken where r.client_id = woken.client_id and r.id = woken.id and r.state = 'delayed'`,
    [maxWoken, now],
  );
  return rowCount ?? 0;
}
