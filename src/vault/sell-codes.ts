/** Gets sales their codes: takes them from a pool, makes platform codes, or keeps what a supplier issued. */
import type { Tx } from '../platform/database/database.ts';
import { byKeys, byPlaces } from '../platform/database/by-keys.ts';
import { keepsMany } from '../platform/database/kept-versions.ts';
import { lotColumns, lotKey, lotRows, lotsInOrder, newestLot, type LotKey } from './lots.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { newPlatformNumber } from './platform-number.ts';
import { knownByFormer } from './known-by-former.ts';
import { sealCode, type PlainCode } from './seal-code.ts';

/** A sale with a promised code of a lot. */
export type PromisedSale = Sale & LotKey;

/**
 * Rounds in which positions are taken until every sale has a code. More than one is needed only if there are blocked
 * codes at the front of the lot; what is still missing after these waits for the next batch.
 */
const maxRounds = 16;

/** Result of a sale: a code, an empty lot, or too many blocked codes at the front (try again). */
export type Taken = SoldCode | 'no-stock' | 'ask-again';

/** Sales from one lot, and the positions that they will get. */
interface Queue {
  lot: LotKey;
  sales: PromisedSale[];
  first: number;
  count: number;
}

interface CodeRow extends LotKey {
  id: number;
  state: 'free' | 'sold' | 'blocked' | 'expired';
  expiresAt: Date | null;
  active: boolean;
}

/**
 * Sells codes of the pool by their lots, first in, first out; returns them in the order of the sales. The stock rows
 * stay locked until the transaction ends, and a rollback restores every position. The available codes of a lot do not
 * change, because these were promised.
 */
export async function takeCodes(tx: Tx, sales: PromisedSale[], now: Date): Promise<Taken[]> {
  const taken = new Map<Sale, Taken>();
  let open = sales;
  for (let round = 0; open.length > 0 && round < maxRounds; round += 1) {
    open = await takeRound(tx, open, now, taken);
  }
  return sales.map((sale) => taken.get(sale) ?? 'ask-again');
}

/** Advances every lot by the positions needed; returns the sales that still have no code. */
async function takeRound(
  tx: Tx,
  sales: PromisedSale[],
  now: Date,
  taken: Map<Sale, Taken>,
): Promise<PromisedSale[]> {
  const queues = await lockLots(tx, sales);
  const codes = await readPositions(tx, queues);
  const usable = Map.groupBy(
    codes.filter(({ state }) => state === 'free'),
    lotKey,
  );
  const sold: { sale: Sale; code: CodeRow }[] = [];
  const lacking: PromisedSale[] = [];
  for (const queue of queues) {
    const ofLot = usable.get(lotKey(queue.lot)) ?? [];
    const exhausted = queue.count < queue.sales.length;
    queue.sales.forEach((sale, index) => {
      const code = ofLot[index];
      if (code !== undefined) sold.push({ sale, code });
      else if (exhausted) taken.set(sale, 'no-stock');
      else lacking.push(sale);
    });
  }
  for (const { sale, code } of sold)
    taken.set(sale, { codeId: code.id, expiresAt: code.expiresAt, active: code.active });
  await Promise.all([markSold(tx, sold, now), movePositions(tx, queues, usable)]);
  return lacking;
}

/** Locks the lots and returns the next positions: as many as needed, or what is left. */
async function lockLots(tx: Tx, sales: PromisedSale[]): Promise<Queue[]> {
  const byLot = [...Map.groupBy(sales, lotKey).values()];
  const { rows } = await tx.query<LotKey & { next: number; last: number }>(
    `select supplier_id as "supplierId", product_id as "productId", face_kopecks as "faceKopecks", ends_on as "endsOn",
       next_position as next, last_position as last
     from ${keepsMany(tx) ? newestStock : stockInOrder}`,
    lotColumns(byLot.map(([sale]) => sale as PromisedSale)),
  );
  const stock = new Map(rows.map((row) => [lotKey(row), row]));
  return byLot.map((wanting) => {
    const lot = wanting[0] as PromisedSale;
    const { next, last } = stock.get(lotKey(lot)) ?? { next: 1, last: 0 };
    return { lot, sales: wanting, first: next, count: Math.min(wanting.length, last - next + 1) };
  });
}

const stockInOrder = `stock
  where (supplier_id, product_id, face_kopecks, ends_on) in (select * from ${lotRows()})
  order by supplier_id, product_id, face_kopecks, ends_on for update`;

const newestStock = `${lotsInOrder} ${newestLot('stock', { columns: 'next_position, last_position', as: 's', lock: 'for update' })}`;

/** Each lot is read by itself, for the planner does not know how many codes a lot has, and must never read all of them. */
async function readPositions(tx: Tx, queues: Queue[]): Promise<CodeRow[]> {
  const { rows } = await tx.query<CodeRow>(
    `select w.supplier_id as "supplierId", w.product_id as "productId", w.face_kopecks as "faceKopecks",
       w.ends_on as "endsOn", c.id, c.state, c.expires_at as "expiresAt", c.active
     from ${lotRows('bigint', 'bigint')} as w (supplier_id, product_id, face_kopecks, ends_on, first, count)
     cross join lateral (
       select id, position, state, expires_at, active from codes
       where supplier_id = w.supplier_id and product_id = w.product_id and face_kopecks = w.face_kopecks
         and ends_on = w.ends_on and position >= w.first and position < w.first + w.count
       order by position limit w.count) c
     order by c.position`,
    [
      ...lotColumns(queues.map(({ lot }) => lot)),
      queues.map(({ first }) => first),
      queues.map(({ count }) => count),
    ],
  );
  return rows;
}

async function markSold(tx: Tx, sold: { sale: Sale; code: CodeRow }[], now: Date): Promise<void> {
  if (sold.length === 0) return;
  const { rowCount } = await tx.query(
    `with sold as (
       update codes set state = 'sold', client_id = w.client_id, request_id = w.request_id, sold_at = $5
       from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[]) as w (supplier_id, id, client_id, request_id)
       where ${byKeys('codes', 'w', ['supplier_id', 'id'], `codes.state = 'free'`)}
       returning codes.supplier_id, codes.id)
     insert into unlisted_codes select supplier_id, id from sold`,
    [
      sold.map(({ code }) => code.supplierId),
      sold.map(({ code }) => code.id),
      sold.map(({ sale }) => sale.clientId),
      sold.map(({ sale }) => sale.requestId),
      now,
    ],
  );
  if (rowCount !== sold.length)
    throw new Error('A code was free and could not be sold: the stock row did not guard it.');
}

/** The rows are already locked, so their order does not matter. */
async function movePositions(tx: Tx, queues: Queue[], sold: Map<string, CodeRow[]>): Promise<void> {
  const { rowCount } = await tx.query(
    `update stock s set next_position = w.first + w.count, free = s.free - w.sold
     from ${lotRows('bigint', 'bigint', 'bigint')}
       as w (supplier_id, product_id, face_kopecks, ends_on, first, count, sold)
     ${keepsMany(tx) ? byPlace : byLot}`,
    [
      ...lotColumns(queues.map(({ lot }) => lot)),
      queues.map(({ first }) => first),
      queues.map(({ count }) => count),
      queues.map(({ lot }) => sold.get(lotKey(lot))?.length ?? 0),
    ],
  );
  if (keepsMany(tx) && (rowCount ?? 0) < queues.filter(({ count }) => count > 0).length)
    throw new Error('A lot whose codes were sold is not there, or not locked.');
}

const byLot = `where s.supplier_id = w.supplier_id and s.product_id = w.product_id and s.face_kopecks = w.face_kopecks
  and s.ends_on = w.ends_on`;

const byPlace = `${newestLot('stock', { columns: 'ctid as place', as: 'newest' })}
  where ${byPlaces('s', 'newest.place', 'w.supplier_id')}`;

/** Makes a platform code for each sale; returns them in the order of the sales. */
export async function makeCodes(tx: Tx, keyring: Keyring, sales: Sale[], now: Date): Promise<SoldCode[]> {
  if (sales.length === 0) return [];
  const codes = sales.map((sale) =>
    sealCode(keyring, sale.supplierId, { number: newPlatformNumber(), pin: '' }),
  );
  const { rows } = await tx.query<{ id: number; client_id: number; request_id: number }>(
    `with made as (
       insert into codes (supplier_id, product_id, face_kopecks, state, sealed, fingerprint, client_id, request_id, sold_at)
       select supplier_id, product_id, face_kopecks, 'sold', sealed, fingerprint, client_id, request_id, $8
       from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bytea[], $5::bytea[], $6::bigint[], $7::bigint[])
         as w (supplier_id, product_id, face_kopecks, sealed, fingerprint, client_id, request_id)
       returning supplier_id, id, client_id, request_id),
     unlisted as (insert into unlisted_codes select supplier_id, id from made)
     select id, client_id, request_id from made`,
    [
      sales.map((sale) => sale.supplierId),
      sales.map((sale) => sale.productId),
      sales.map((sale) => sale.faceKopecks),
      codes.map((code) => code.sealed),
      codes.map((code) => code.fingerprint),
      sales.map((sale) => sale.clientId),
      sales.map((sale) => sale.requestId),
      now,
    ],
  );
  const ids = new Map(rows.map((row) => [`${row.client_id}:${row.request_id}`, row.id]));
  return sales.map((sale) => ({
    codeId: ids.get(`${sale.clientId}:${sale.requestId}`) as number,
    expiresAt: null,
    active: true,
  }));
}

/** A code that a supplier issued for one order at the moment of sale. */
export interface IssuedForSale {
  sale: Sale;
  code: PlainCode;
  expiresAt: Date | null;
  /** False: the code came too late to be sold; it is stored as blocked, for a person to settle. */
  sold: boolean;
}

const numberKey = (supplierId: number, fingerprint: Buffer): string =>
  `${supplierId}:${fingerprint.toString('hex')}`;

/**
 * Seals codes as suppliers issue them. Returns their ids in order, or `'known'` if the vault already has this number of
 * the supplier: such a code belongs to someone else and must not reach a client.
 */
export async function keepIssuedCodes(
  tx: Tx,
  keyring: Keyring,
  issued: IssuedForSale[],
  now: Date,
): Promise<(number | 'known')[]> {
  if (issued.length === 0) return [];
  const named = issued.map((one) => {
    const code = sealCode(keyring, one.sale.supplierId, one.code);
    return { ...one, ...code, key: numberKey(one.sale.supplierId, code.fingerprint) };
  });
  // If two orders of a batch have the same code, the first gets it and the second finds it known; the choice must not be left
  // to the statement.
  const before = await knownByFormer(tx, keyring, issued);
  const news = named.filter((_one, place) => !before.has(place));
  const firsts = [...new Map(news.toReversed().map((one) => [one.key, one])).values()];
  const { rows } = await tx.query<{ supplier_id: number; id: number; fingerprint: Buffer }>(
    `with kept as (
       insert into codes (supplier_id, product_id, face_kopecks, state, sealed, fingerprint, expires_at, client_id, request_id, sold_at)
       select supplier_id, product_id, face_kopecks, case when sold then 'sold' else 'blocked' end, sealed, fingerprint,
         expires_at, case when sold then client_id end, case when sold then request_id end, case when sold then $10::timestamptz end
       from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bytea[], $5::bytea[], $6::timestamptz[], $7::bigint[], $8::bigint[], $9::boolean[])
         as w (supplier_id, product_id, face_kopecks, sealed, fingerprint, expires_at, client_id, request_id, sold)
       order by supplier_id, fingerprint
       on conflict (supplier_id, fingerprint) do nothing
       returning supplier_id, id, fingerprint, state),
     unlisted as (insert into unlisted_codes select supplier_id, id from kept where state = 'sold')
     select supplier_id, id, fingerprint from kept`,
    [
      firsts.map(({ sale }) => sale.supplierId),
      firsts.map(({ sale }) => sale.productId),
      firsts.map(({ sale }) => sale.faceKopecks),
      firsts.map(({ sealed }) => sealed),
      firsts.map(({ fingerprint }) => fingerprint),
      firsts.map(({ expiresAt }) => expiresAt),
      firsts.map(({ sale }) => sale.clientId),
      firsts.map(({ sale }) => sale.requestId),
      firsts.map(({ sold }) => sold),
      now,
    ],
  );
  const ids = new Map(rows.map((row) => [numberKey(row.supplier_id, row.fingerprint), row.id]));
  const mine = new Set(firsts);
  return named.map((one) => (mine.has(one) ? (ids.get(one.key) ?? 'known') : 'known'));
}

/** One certificate to be sold: the order and its terms. */
export interface Sale {
  supplierId: number;
  productId: number;
  faceKopecks: number;
  clientId: number;
  requestId: number;
}

/** A code that now belongs to the order of its sale and to no other. */
export interface SoldCode {
  codeId: number;
  /** The code's own expiry date, if the supplier gave one. */
  expiresAt: Date | null;
  /** Whether its supplier accepts it as it is; if not, it needs activation. */
  active: boolean;
}
