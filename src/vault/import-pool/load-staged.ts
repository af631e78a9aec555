/** Loads the staged codes of an import into the vault. */
import type { Tx } from '../../platform/database/database.ts';
import { endsOnOf, offerCodes } from '../lots.ts';
import type { LotCount } from './report.ts';

export interface PoolTarget {
  supplierId: number;
  productId: number;
}

/**
 * Allows one import of a supplier at a time, so that codes found to be new stay new until they are written. Sales do
 * not lock this row and do not wait.
 */
export async function lockImports(tx: Tx, supplierId: number): Promise<void> {
  await tx.query(`select from suppliers where id = $1 for no key update`, [supplierId]);
}

/**
 * Appends the staged codes to the lots of their faces. Imports run one by one, so positions can be assigned before the
 * stock rows are locked; sales wait for the last statements only. Runs from other cells (`importId` null) come at once, so they lock first.
 * Codes that are not sellable get no position and are blocked.
 */
export async function loadStaged(
  tx: Tx,
  target: PoolTarget,
  { codes: total, lots, importId }: { codes: number; lots: LotCount[]; importId: number | null },
): Promise<void> {
  const { supplierId, productId } = target;
  await openLots(tx, target, lots);
  if (importId === null) await lockStockOf(tx, target);
  const inserted = await tx.query(
    `with placed as (
       select *, row_number() over (partition by face_kopecks, ends_on, sellable order by line) as place
       from staged_codes, lateral (select ${endsOnOf('expires_at')} as ends_on) lot)
     insert into codes (supplier_id, product_id, face_kopecks, ends_on, position, state, active, sealed, fingerprint, expires_at, import_id)
     select $1, $2, p.face_kopecks, p.ends_on, case when p.sellable then s.last_position + p.place end,
       case when p.sellable then 'free' else 'blocked' end, p.active, p.sealed, p.fingerprint, p.expires_at, coalesce(p.import_id, $3)
     from placed p
     left join stock s on s.supplier_id = $1 and s.product_id = $2 and s.face_kopecks = p.face_kopecks and s.ends_on = p.ends_on
     order by p.face_kopecks, p.ends_on, p.place
     on conflict (supplier_id, fingerprint) do nothing`,
    [supplierId, productId, importId],
  );
  if (inserted.rowCount !== total)
    throw new Error('Codes came into the vault beside this import: repeat it.');
  await raiseStock(tx, target, lots);
}

/** The number of sellable codes per lot. */
export async function countLots(tx: Tx): Promise<LotCount[]> {
  const { rows } = await tx.query<LotCount>(
    `select face_kopecks as "faceKopecks", ${endsOnOf('expires_at')} as "endsOn", count(*) as codes
     from staged_codes where sellable group by 1, 2 order by 1, 2`,
  );
  return rows;
}

async function openLots(tx: Tx, { supplierId, productId }: PoolTarget, lots: LotCount[]): Promise<void> {
  for (const insert of ['insert into stock', 'insert into stock_available']) {
    await tx.query(
      `${insert} (supplier_id, product_id, face_kopecks, ends_on)
       select $1, $2, face_kopecks, ends_on from unnest($3::bigint[], $4::date[]) as w (face_kopecks, ends_on)
       order by face_kopecks, ends_on
       on conflict (supplier_id, product_id, face_kopecks, ends_on) do nothing`,
      [supplierId, productId, lots.map((lot) => lot.faceKopecks), lots.map((lot) => lot.endsOn)],
    );
  }
}

const lockStockOf = (tx: Tx, { supplierId, productId }: PoolTarget): Promise<unknown> =>
  tx.query(
    `select from stock where supplier_id = $1 and product_id = $2 order by face_kopecks, ends_on for update`,
    [supplierId, productId],
  );

/** Locks all lots of the product, in order: the caller wakes delayed requests that wait for them. */
async function raiseStock(tx: Tx, { supplierId, productId }: PoolTarget, lots: LotCount[]): Promise<void> {
  await lockStockOf(tx, { supplierId, productId });
  await tx.query(
    `select from stock_available where supplier_id = $1 and product_id = $2 order by face_kopecks, ends_on for update`,
    [supplierId, productId],
  );
  await tx.query(
    `update stock s set last_position = last_position + w.codes, free = free + w.codes
     from unnest($3::bigint[], $4::date[], $5::bigint[]) as w (face_kopecks, ends_on, codes)
     where supplier_id = $1 and product_id = $2 and s.face_kopecks = w.face_kopecks and s.ends_on = w.ends_on`,
    [
      supplierId,
      productId,
      lots.map((lot) => lot.faceKopecks),
      lots.map((lot) => lot.endsOn),
      lots.map((lot) => lot.codes),
    ],
  );
  await offerCodes(
    tx,
    lots.map(({ codes, ...lot }) => ({ lot: { supplierId, productId, ...lot }, codes })),
  );
}
