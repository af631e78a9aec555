/** Takes codes out of the stock of a cell and sends them on their way to another one. */
import type { Tx } from '../../platform/database/database.ts';
import { offerCodes, type LotAsk, type LotCodes } from '../lots.ts';

export interface Giving extends LotAsk {
  toCell: number;
  /** At most so many. */
  codes: number;
}

/** Most codes that leave in one run. */
export const codesInRun = 1000;

/**
 * Sends codes that are not promised, the last of each lot first, so that the older ones are sold here first. Returns how many
 * are on their way.
 */
export async function giveCodes(tx: Tx, giving: Giving, now: Date): Promise<number> {
  const lots = await lockGiving(tx, giving);
  if (lots.length === 0) return 0;
  const { rows } = await tx.query<{ run: number }>(
    `insert into deals (to_cell, supplier_id, product_id, sent_at) values ($1, $2, $3, $4) returning run`,
    [giving.toCell, giving.supplierId, giving.productId, now],
  );
  const run = rows[0]?.run ?? 0;
  let sent = 0;
  for (const lot of lots) sent += await giveOfLot(tx, run, lot, sent);
  return sent;
}

/** Locks the lots as sales do, stock first, and says how much each of them gives. */
async function lockGiving(tx: Tx, giving: Giving): Promise<LotCodes[]> {
  const { supplierId, productId, faceKopecks, lastsTo, endless } = giving;
  const key = [supplierId, productId, faceKopecks];
  await tx.query(
    `select from stock where supplier_id = $1 and product_id = $2 and face_kopecks = $3
     order by ends_on for update`,
    key,
  );
  const { rows } = await tx.query<{ endsOn: string; available: number }>(
    `select ends_on as "endsOn", available from stock_available
     where supplier_id = $1 and product_id = $2 and face_kopecks = $3 and available > 0
       and ends_on >= $4::date and (ends_on < 'infinity' or $5)
     order by ends_on for update`,
    [...key, lastsTo, endless],
  );
  let left = Math.min(giving.codes, codesInRun);
  return rows.flatMap(({ endsOn, available }) => {
    const codes = Math.min(available, left);
    left -= codes;
    return codes === 0 ? [] : { lot: { supplierId, productId, faceKopecks, endsOn }, codes };
  });
}

async function giveOfLot(tx: Tx, run: number, { lot, codes }: LotCodes, before: number): Promise<number> {
  const key = [lot.supplierId, lot.productId, lot.faceKopecks, lot.endsOn];
  const { rowCount } = await tx.query(
    `with last as (
       select c.supplier_id, c.id from codes c join stock s using (supplier_id, product_id, face_kopecks, ends_on)
       where (supplier_id, product_id, face_kopecks, ends_on) = ($1, $2, $3, $4) and c.state = 'free'
         and c.position >= s.next_position
       order by c.position desc limit $5),
     gone as (
       delete from codes c using last l where c.supplier_id = l.supplier_id and c.id = l.id returning c.*)
     insert into dealt_codes (run, place, face_kopecks, sellable, active, fingerprint, sealed, expires_at, import_id)
     select $6, $7 + row_number() over (order by position), face_kopecks, true, active, fingerprint, sealed, expires_at, import_id
     from gone`,
    [...key, codes, run, before],
  );
  if (rowCount !== codes) throw new Error('Codes were available, and are not there.');
  await tx.query(
    `update stock s set free = s.free - $5, last_position = greatest(s.next_position - 1, coalesce((
         select max(position) from codes c
         where (c.supplier_id, c.product_id, c.face_kopecks, c.ends_on) = ($1, $2, $3, $4)), 0))
     where (supplier_id, product_id, face_kopecks, ends_on) = ($1, $2, $3, $4)`,
    [...key, codes],
  );
  await offerCodes(tx, [{ lot, codes: -codes }]);
  return codes;
}
