import type { Sql, Tx } from '../platform/database/database.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { openCode, type PlainCode } from './seal-code.ts';

/**
 * Lists sold codes in the supplier's used export: at the time of their sale, but not before `notBefore`, up to which
 * the export has been answered. Codes whose order has no certificate yet and locked rows are left for later. Processes
 * `limit` codes after `afterId`; returns the last of them, or null if none are left.
 */
export async function listSoldCodes(
  tx: Tx,
  ask: { supplierId: number; notBefore: Date | null; afterId: number; limit: number },
): Promise<number | null> {
  const { supplierId, notBefore, afterId, limit } = ask;
  const { rows } = await tx.query<{ code_id: number }>(
    `select code_id from unlisted_codes where supplier_id = $1 and code_id > $2 order by code_id limit $3`,
    [supplierId, afterId, limit],
  );
  if (rows.length === 0) return null;
  const codeIds = rows.map((row) => row.code_id);
  // By ids, because the planner would read whole tables for a join with all unlisted codes.
  await tx.query(
    `with unlisted as (
       select c.supplier_id, c.id, greatest(t.issued_at, $2::timestamptz) as listed_at
       from codes c join certificates t on t.client_id = c.client_id and t.request_id = c.request_id
       where c.supplier_id = $1 and c.id = any($3::bigint[]) and c.listed_at is null
         and (c.state = 'sold' or c.state = 'blocked' and c.taken_kopecks > 0)
       order by c.id for update of c skip locked),
     done as (
       delete from unlisted_codes u using unlisted
       where u.supplier_id = unlisted.supplier_id and u.code_id = unlisted.id)
     update codes c set listed_at = u.listed_at
     from unlisted u where c.supplier_id = u.supplier_id and c.id = u.id`,
    [supplierId, notBefore, codeIds],
  );
  return rows.length < limit ? null : (codeIds.at(-1) ?? null);
}

/** A listed code with the facts of its sale. */
export interface ListedCode {
  codeId: number;
  listedAt: Date;
  /** Empty once it is no longer kept. */
  code: PlainCode;
  faceKopecks: number;
  expiresAt: Date | null;
  soldAt: Date;
  productId: number;
  productTitle: string;
  orderNumber: string;
}

interface ListedRow extends Omit<ListedCode, 'code' | 'orderNumber'> {
  sealed: Buffer;
  fingerprint: Buffer;
  orderId: number;
  requestId: number;
}

/**
 * Opens the codes listed after a position and before a time, in the order of the export. The caller has recorded this
 * reading.
 */
export async function readListed(
  db: Sql,
  keyring: Keyring,
  ask: { supplierId: number; after: ListPlace; to: Date; limit: number },
): Promise<ListedCode[]> {
  const { rows } = await db.query<ListedRow>(
    `select c.id as "codeId", c.listed_at as "listedAt", c.sealed, c.fingerprint, c.face_kopecks as "faceKopecks",
       t.expires_at as "expiresAt", t.issued_at as "soldAt", c.product_id as "productId", p.title as "productTitle",
       t.order_id as "orderId", t.request_id as "requestId"
     from codes c
     join certificates t on t.client_id = c.client_id and t.request_id = c.request_id
     join products p on p.id = c.product_id
     where c.supplier_id = $1 and (c.listed_at, c.id) > ($2, $3) and c.listed_at < $4
     order by c.listed_at, c.id limit $5`,
    [ask.supplierId, ask.after.listedAt, ask.after.codeId, ask.to, ask.limit],
  );
  return rows.map(({ sealed, fingerprint, orderId, requestId, ...row }) => ({
    ...row,
    code: sealed.length === 0 ? noCode : openCode(keyring, ask.supplierId, { sealed, fingerprint }),
    orderNumber: `${orderId}-${requestId}`,
  }));
}

/** When the first code of a supplier's export is listed, in whole seconds as suppliers ask. */
export async function firstListed(db: Sql, supplierId: number): Promise<Date | null> {
  const { rows } = await db.query<{ first: Date | null }>(
    `select date_trunc('second', min(listed_at)) as first from codes where supplier_id = $1 and listed_at is not null`,
    [supplierId],
  );
  return rows[0]?.first ?? null;
}

/** How many codes are listed in each of these intervals, counted up to a limit. */
export async function countListed(
  db: Sql,
  supplierId: number,
  intervals: readonly { from: Date; to: Date }[],
  limit: number,
): Promise<number[]> {
  const { rows } = await db.query<{ listed: number }>(
    `select c.listed from unnest($2::timestamptz[], $3::timestamptz[]) with ordinality as g (from_at, to_at, nth)
     cross join lateral (select count(*) as listed from (
       select from codes where supplier_id = $1 and listed_at >= g.from_at and listed_at < g.to_at limit $4) few) c
     order by g.nth`,
    [supplierId, intervals.map(({ from }) => from), intervals.map(({ to }) => to), limit],
  );
  return rows.map(({ listed }) => listed);
}

const noCode: PlainCode = { number: '', pin: '' };

/** A position in a supplier's export: after the code with this id among those with the same time. */
export interface ListPlace {
  listedAt: Date;
  codeId: number;
}

export interface ActivatedPage {
  orders: { clientId: number; requestId: number }[];
  /** Where the next page begins; null after the last page. */
  next: ListPlace | null;
}

/** Whether any product of the supplier is activated by the export (scheme `pull`). */
export async function activatesByList(db: Sql, supplierId: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from products where supplier_id = $1 and activation_scheme = 'pull' limit 1`,
    [supplierId],
  );
  return rowCount === 1;
}

/**
 * Activates the listed codes of products with the scheme `pull`, one page from a position up to a time: each code of an
 * interval is processed once. Returns their orders.
 */
export async function activateListed(
  tx: Tx,
  ask: { supplierId: number; after: ListPlace; to: Date; limit: number },
  now: Date,
): Promise<ActivatedPage> {
  const { supplierId, after, to, limit } = ask;
  const { rows: page } = await tx.query<ListPlace>(
    `select listed_at as "listedAt", id as "codeId" from codes
     where supplier_id = $1 and (listed_at, id) > ($2, $3) and listed_at < $4
     order by listed_at, id offset $5 - 1 limit 1`,
    [supplierId, after.listedAt, after.codeId, to, limit],
  );
  const next = page[0] ?? null;
  const { rows: orders } = await tx.query<{ clientId: number; requestId: number }>(
    `with pulled as (
       select c.supplier_id, c.id from codes c
       where c.supplier_id = $1 and (c.listed_at, c.id) > ($2, $3) and c.listed_at < $4
         and ($5::timestamptz is null or (c.listed_at, c.id) <= ($5, $6)) and c.state = 'sold' and not c.active
         and c.product_id in (select id from products where supplier_id = $1 and activation_scheme = 'pull')
       order by c.listed_at, c.id for update of c)
     update codes c set active = true, activated_at = $7 from pulled w
     where c.supplier_id = w.supplier_id and c.id = w.id
     returning c.client_id as "clientId", c.request_id as "requestId"`,
    [supplierId, after.listedAt, after.codeId, to, next?.listedAt ?? null, next?.codeId ?? null, now],
  );
  return { orders, next };
}
