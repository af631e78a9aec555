import { lotLasts } from '../catalog/remaining-validity.ts';
import type { Tx } from '../platform/database.ts';
import { moscowDay } from '../platform/moscow-time.ts';
import { promiseEach, type Promisable } from './code-promises.ts';

/** Requests woken in one round at the most. */
const maxWoken = 1000;

/**
 * Puts delayed requests back into the queue: oldest first those to whom codes can be promised, and those whose time has
 * come (test orders that asked to wait, orders of suppliers that may be asked again). They keep the instant of their
 * acceptance as due time, so that the issuer takes them before anything younger. `productId`: only those of a product.
 */
export async function wakeDelayed(tx: Tx, now: Date, productId: number | null = null): Promise<number> {
  const lots = await lockAwaited(tx, now, productId);
  const stocked = lots === 0 ? [] : await findStocked(tx, now, productId);
  const promised = stocked.length === 0 ? [] : await promiseEach(tx, stocked, now);
  const served = stocked.filter((_, index) => promised[index] !== null);
  const { rowCount } = await tx.query(
    `with woken as (
       select * from unnest($1::bigint[], $2::bigint[]) as w (client_id, id)
       union
       select w.client_id, w.id from (
         select client_id, id from requests
         where state = 'delayed' and due_at <= $3 order by due_at limit $4 for update skip locked) w)
     update requests r set state = 'queued', due_at = r.accepted_at
     from woken where r.client_id = woken.client_id and r.id = woken.id and r.state = 'delayed'`,
    [served.map(({ clientId }) => clientId), served.map(({ requestId }) => requestId), now, maxWoken],
  );
  return rowCount ?? 0;
}

/** Locks the lots that delayed requests wait for, lest two rounds at once serve the younger ones first; answers how many. */
async function lockAwaited(tx: Tx, now: Date, productId: number | null): Promise<number> {
  const { rowCount } = await tx.query(
    `select from stock_available a join products p on p.id = a.product_id
     where a.available > 0 and ${lotLasts('a', 'p', '$1')} and ($2::bigint is null or a.product_id = $2)
       and exists (
         select from requests r
         where r.state = 'delayed' and r.product_id = a.product_id and r.face_kopecks = a.face_kopecks)
     order by a.supplier_id, a.product_id, a.face_kopecks, a.ends_on for update of a`,
    [moscowDay(now), productId],
  );
  return rowCount ?? 0;
}

/** The oldest delayed requests of each face, as many as it has codes, without those that need codes which last longer. */
async function findStocked(tx: Tx, now: Date, productId: number | null): Promise<Promisable[]> {
  const { rows } = await tx.query<Promisable>(
    `with stocked as (
       select a.supplier_id, a.product_id, a.face_kopecks, sum(a.available) as available
       from stock_available a join products p on p.id = a.product_id
       where a.available > 0 and ${lotLasts('a', 'p', '$1')} and ($2::bigint is null or a.product_id = $2)
         and exists (
           select from requests r
           where r.state = 'delayed' and r.product_id = a.product_id and r.face_kopecks = a.face_kopecks)
       group by a.supplier_id, a.product_id, a.face_kopecks)
     select w.client_id as "clientId", w.id as "requestId", w.supplier_id as "supplierId", w.product_id as "productId",
       w.face_kopecks as "faceKopecks", w.date_send as "dateSend", p.min_validity_days as "minValidityDays",
       p.valid_until as "validUntil"
     from stocked s join products p on p.id = s.product_id, lateral (
       select r.* from requests r
       where r.state = 'delayed' and not r.testmode and r.product_id = s.product_id and r.face_kopecks = s.face_kopecks
         and exists (
           select from stock_available a
           where a.supplier_id = s.supplier_id and a.product_id = s.product_id and a.face_kopecks = s.face_kopecks
             and a.available > 0
             and ${lotLasts('a', 'p', `greatest($1::date, (r.date_send at time zone 'Europe/Moscow')::date)`)})
       order by r.accepted_at, r.id limit least(s.available, $3) for update skip locked) w
     order by w.accepted_at, w.id`,
    [moscowDay(now), productId, maxWoken],
  );
  return rows;
}
