/** Delayed orders go on: those for which codes have come, and those whose time has. */
import { lotLasts } from '../catalog/find-offers.ts';
import { allowedKopecks, allowedOrders } from '../catalog/limit-shares.ts';
import type { Tx } from '../platform/database/database.ts';
import { byKeys } from '../platform/database/by-keys.ts';
import { heldUntil } from '../platform/time/held-until.ts';
import { moscowDay, moscowMonth } from '../platform/time/moscow-time.ts';
import { movable } from './states.ts';
import { promiseEach, type Promisable, type Promised } from './promises.ts';

/** Maximum number of requests woken in one round. */
export const maxWoken = 1000;

/** How long a due request waits if its brand's limit is used up. */
const restMs = 10 * 60_000;

type Waiting = Promisable & Promised & { limited: boolean };

/**
 * Returns delayed requests to the queue, oldest first: those that can be promised codes, and those whose time has come
 * (test orders with a delay, orders of suppliers that may be called again), as far as the limits of their brands allow.
 * Their due time is that of their acceptance, so the issuer takes them before newer ones. `productId`: only those that
 * wait for codes of a product.
 */
export async function wakeDelayed(tx: Tx, now: Date, productId: number | null = null): Promise<number> {
  const lots = await lockAwaited(tx, now, productId);
  const stocked = lots === 0 ? [] : await findStocked(tx, now, productId);
  const due = productId === null ? await findDue(tx, now, stocked) : [];
  const wanting = [...stocked, ...due].map((request, index) => ({
    request,
    pooled: index < stocked.length,
    limited: request.limited,
  }));
  if (wanting.length === 0) return 0;
  const promised = await promiseEach(tx, wanting, now);
  const served = promised.filter((one) => one !== null);
  await postpone(
    tx,
    due.filter((_, index) => promised[stocked.length + index] === null),
    now,
  );
  const { rowCount } = await tx.query(
    `update requests r set state = 'queued', due_at = r.accepted_at
     from unnest($1::bigint[], $2::bigint[]) as w (client_id, id)
     where ${byKeys('r', 'w', ['client_id', 'id'], movable('wake-delayed', 'queued'))}`,
    [served.map(({ clientId }) => clientId), served.map(({ requestId }) => requestId)],
  );
  if (rowCount !== served.length) throw new Error('A request left its state while it was locked.');
  return served.length;
}

const keyOf = ({ clientId, requestId }: Waiting): string => `${clientId}:${requestId}`;

const waitingColumns = `w.client_id as "clientId", w.id as "requestId", w.supplier_id as "supplierId",
  w.product_id as "productId", w.face_kopecks as "faceKopecks", w.date_send as "dateSend",
  w.promised_lot as "promisedLot", w.limit_month as "limitMonth", p.brand_id as "brandId",
  p.min_validity_days as "minValidityDays", p.valid_until as "validUntil",
  not w.testmode and coalesce(b.monthly_orders_limit, b.monthly_sum_limit_kopecks) is not null as limited`;

const brandOfProduct = `join brands b on b.supplier_id = p.supplier_id and b.id = p.brand_id
  left join brand_usage u on u.supplier_id = b.supplier_id and u.brand_id = b.id`;

/**
 * Locks the lots that delayed requests wait for, otherwise two concurrent rounds could serve newer ones first; returns
 * their number.
 */
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

/**
 * The oldest delayed requests of each face, as many as it has codes, without those that need longer validity or whose
 * brand's limit is used up. A request whose supplier refused (its code went back) waits until its time, unless codes arrive:
 * otherwise it would take the same code and call again, without a pause.
 */
async function findStocked(tx: Tx, now: Date, productId: number | null): Promise<Waiting[]> {
  const { rows } = await tx.query<Waiting>(
    stockedStatement(waitingColumns, 'stock_available', 'update skip locked'),
    [moscowDay(now), productId, maxWoken, moscowMonth(now), now],
  );
  return rows;
}

/** Asked with today, the product, the most, the month and now. `lots`: what is in stock, as a table of it. */
export const stockedStatement = (columns: string, lots: string, lock: 'update skip locked' | null): string =>
  `with stocked as (
       select a.supplier_id, a.product_id, a.face_kopecks, sum(a.available) as available
       from ${lots} a join products p on p.id = a.product_id
       where a.available > 0 and ${lotLasts('a', 'p', '$1')} and ($2::bigint is null or a.product_id = $2)
         and exists (
           select from requests r
           where r.state = 'delayed' and r.product_id = a.product_id and r.face_kopecks = a.face_kopecks)
       group by a.supplier_id, a.product_id, a.face_kopecks)
     select ${columns}
     from stocked s join products p on p.id = s.product_id ${brandOfProduct} and u.month = $4, lateral (
       select r.* from requests r
       where r.state = 'delayed' and not r.testmode and r.product_id = s.product_id and r.face_kopecks = s.face_kopecks
         and ($2::bigint is not null or r.due_at = 'infinity' or r.due_at <= $5)
         and r.due_at <> '${heldUntil.toISOString()}'
         and exists (
           select from ${lots} a
           where a.supplier_id = s.supplier_id and a.product_id = s.product_id and a.face_kopecks = s.face_kopecks
             and a.available > 0
             and ${lotLasts('a', 'p', `greatest($1::date, (r.date_send at time zone 'Europe/Moscow')::date)`)})
       order by r.accepted_at, r.id limit least(s.available, $3) ${lock === null ? '' : `for ${lock}`}) w
     where coalesce(coalesce(u.orders, 0) < ${allowedOrders}, true)
       and coalesce(coalesce(u.sum_kopecks, 0) + s.face_kopecks <= ${allowedKopecks}, true)
     order by w.accepted_at, w.id`;

/** Those that may be asked for again by the clock, without those that the stock has woken already. */
async function findDue(tx: Tx, now: Date, stocked: Waiting[]): Promise<Waiting[]> {
  const { rows } = await tx.query<Waiting>(
    `select ${waitingColumns}
     from (select * from requests where state = 'delayed' and due_at <= $1
           order by due_at limit $2 for update skip locked) w
     join products p on p.id = w.product_id
     join brands b on b.supplier_id = p.supplier_id and b.id = p.brand_id
     order by w.accepted_at, w.id`,
    [now, maxWoken],
  );
  const woken = new Set(stocked.map(keyOf));
  return rows.filter((one) => !woken.has(keyOf(one)));
}

async function postpone(tx: Tx, requests: Waiting[], now: Date): Promise<void> {
  if (requests.length === 0) return;
  await tx.query(
    `update requests r set due_at = $3
     from unnest($1::bigint[], $2::bigint[]) as w (client_id, id)
     where ${byKeys('r', 'w', ['client_id', 'id'], `r.state = 'delayed'`)}`,
    [
      requests.map(({ clientId }) => clientId),
      requests.map(({ requestId }) => requestId),
      new Date(now.getTime() + restMs),
    ],
  );
}
