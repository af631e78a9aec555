import { atomically, type DatabaseOrTx, type Sql, type Tx } from '../platform/database/database.ts';
import { keptWith } from './set-product.ts';

/** A free amount: the giver chooses any sum in this range. */
export interface FreeFace {
  minKopecks: number;
  maxKopecks: number;
  stepKopecks: number;
}

/** Adds faces to a product, or enables them again. Returns false if there is no such product. */
export async function addFaces(
  tx: Tx,
  productId: number,
  facesKopecks: number[],
): Promise<'set' | 'no-product'> {
  const { rows } = await tx.query<{ exists: boolean }>(
    `with added as (
       insert into faces (product_id, face_kopecks, kept)
       select p.id, face, true from products p, unnest($2::bigint[]) as face where p.id = $1
       on conflict (product_id, face_kopecks) do update set switched_on = true, kept = true)
     select exists (select 1 from products where id = $1)`,
    [productId, [...new Set(facesKopecks)]],
  );
  return rows[0]?.exists === true ? 'set' : 'no-product';
}

/** Adds the faces that a product does not have yet; disabled ones stay disabled. */
export async function addMissingFaces(tx: Tx, productId: number, facesKopecks: number[]): Promise<void> {
  await tx.query(
    `insert into faces (product_id, face_kopecks, kept) select $1, unnest($2::bigint[]), true
     on conflict (product_id, face_kopecks) do nothing`,
    [productId, facesKopecks],
  );
}

const rangeColumns = ['face_min_kopecks', 'face_max_kopecks', 'face_step_kopecks'];

/** A free amount is offered only beside fixed faces, and only if codes are made at the moment of sale. */
export async function setFreeFace(
  tx: Tx,
  productId: number,
  free: FreeFace,
): Promise<'set' | 'no-product' | 'not-for-pools'> {
  const { rows } = await tx.query<{ transfer_scheme: string }>(
    `update products set face_min_kopecks = $2, face_max_kopecks = $3, face_step_kopecks = $4,
       kept_columns = ${keptWith('$5')}
     where id = $1 and transfer_scheme in ('platform', 'api')
     returning transfer_scheme`,
    [productId, free.minKopecks, free.maxKopecks, free.stepKopecks, rangeColumns],
  );
  const made = rows.length > 0;
  const outcome = await addFaces(tx, productId, made ? [0] : []);
  return made || outcome === 'no-product' ? outcome : 'not-for-pools';
}

/** Offers fixed faces of a product and its free amount: all that is named, or nothing. */
export function offerFaces(
  db: DatabaseOrTx,
  {
    productId,
    facesKopecks,
    free,
  }: { productId: number; facesKopecks: number[]; free?: FreeFace | undefined },
): Promise<'set' | 'no-product' | 'not-for-pools'> {
  return atomically(db, async (tx) => {
    const outcome = free === undefined ? 'set' : await setFreeFace(tx, productId, free);
    return outcome === 'set' ? addFaces(tx, productId, facesKopecks) : outcome;
  });
}

/** Disables faces; their codes stay in the pool. Returns how many were enabled. */
export async function switchOffFaces(db: Sql, productId: number, facesKopecks: number[]): Promise<number> {
  const { rowCount } = await db.query(
    `update faces set switched_on = false, kept = true where product_id = $1 and face_kopecks = any($2::bigint[]) and switched_on`,
    [productId, facesKopecks],
  );
  return rowCount ?? 0;
}

export interface FacelessProduct {
  productId: number;
  /** Has a free amount, which is offered beside fixed faces only. */
  freeAlone: boolean;
}

/** Finds those of the products that are enabled but cannot be ordered, because none of their fixed faces is enabled. */
export async function findFaceless(db: Sql, productIds: number[]): Promise<FacelessProduct[]> {
  const { rows } = await db.query<FacelessProduct>(
    `select p.id as "productId", count(f.face_kopecks) > 0 as "freeAlone"
     from products p left join faces f on f.product_id = p.id and f.switched_on
     where p.id = any($1::bigint[]) and p.switched_on
     group by p.id having coalesce(max(f.face_kopecks), 0) = 0
     order by p.id`,
    [productIds],
  );
  return rows;
}
