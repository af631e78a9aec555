/** Orders that were not issued yet when the database was backed up, and may have been issued since. */
import { heldUntil } from '../platform/time/held-until.ts';
import { dayAfter, moscowDay } from '../platform/time/moscow-time.ts';
import type { Sql, Tx } from '../platform/database/database.ts';
import { countByLot, offerCodes, type LotAsk, type LotKey } from '../vault/lots.ts';
import type { RequestKey } from './find-requests.ts';

/** SQL: not issued yet, and not being asked for at its supplier. */
const mayWait = `state in ('queued', 'delayed')`;

/**
 * Holds every queued and delayed order until a person says whether it is issued: codes may have come for delayed ones too. Their
 * promised codes go back to the lots, and their ttl no longer ends them: that would return the sum of an order whose
 * certificate may have been delivered.
 */
export async function holdQueued(tx: Tx): Promise<number> {
  const { rows } = await tx.query<RequestKey & LotKey & { lot: string | null }>(
    `select client_id as "clientId", id as "requestId", supplier_id as "supplierId", product_id as "productId",
       face_kopecks as "faceKopecks", promised_lot as lot
     from requests where ${mayWait} and not testmode order by client_id, id for update`,
  );
  await tx.query(
    `update requests set due_at = $1, ttl_at = null, promised_lot = null where ${mayWait} and not testmode`,
    [heldUntil],
  );
  await offerCodes(
    tx,
    countByLot(rows.flatMap(({ lot, ...key }) => (lot === null ? [] : { ...key, endsOn: lot }))),
  );
  return rows.length;
}

/** A held order, as people judge it. */
export interface HeldOrder extends RequestKey {
  uuid: string;
  productId: number;
  faceKopecks: number;
  acceptedAt: Date;
}

export async function listHeldOrders(db: Sql, limit: number): Promise<HeldOrder[]> {
  const { rows } = await db.query<HeldOrder>(
    `select client_id as "clientId", id as "requestId", uuid, product_id as "productId", face_kopecks as "faceKopecks",
       accepted_at as "acceptedAt"
     from requests where ${mayWait} and due_at = $1 order by id limit $2`,
    [heldUntil, limit],
  );
  return rows;
}

export async function countHeldOrders(db: Sql): Promise<number> {
  const { rows } = await db.query<{ held: number }>(
    `select count(*) as held from requests where ${mayWait} and due_at = $1`,
    [heldUntil],
  );
  return rows[0]?.held ?? 0;
}

/** The codes of pools that held orders, these or all, will take when they are issued: their promises were given back. */
export async function codesForHeld(db: Sql, requestIds: number[] | null, now: Date): Promise<LotAsk[]> {
  const { rows } = await db.query<Omit<LotAsk, 'lastsTo' | 'endless'> & { least: number }>(
    `select r.supplier_id as "supplierId", r.product_id as "productId", r.face_kopecks as "faceKopecks", p.min_validity_days as least
     from requests r join products p on p.id = r.product_id
     where r.state = 'queued' and r.due_at = $1 and p.transfer_scheme = 'pool' and ($2::bigint[] is null or r.id = any($2))`,
    [heldUntil, requestIds],
  );
  return rows.map(({ least, ...face }) => ({
    ...face,
    lastsTo: dayAfter(moscowDay(now), least),
    endless: true,
  }));
}

/** Lets held orders be issued: these, or all. One that is delayed is issued as soon as there are codes for it. Returns how many. */
export async function issueHeld(tx: Tx, requestIds: number[] | null, now: Date): Promise<number> {
  const { rowCount } = await tx.query(
    `update requests set due_at = $2
     where ${mayWait} and due_at = $1 and ($3::bigint[] is null or id = any($3))`,
    [heldUntil, now, requestIds],
  );
  return rowCount ?? 0;
}
