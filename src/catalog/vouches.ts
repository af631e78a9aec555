/** Products that are offered without a passed test, because a person vouches for them. */
import type { Sql, Tx } from '../platform/database/database.ts';
import {
  canBeVouchedFor,
  holdSuppliers,
  judgeOffers,
  readOffers,
  type JudgedProduct,
  type OfferChange,
  type Vouch,
} from './judge-offers.ts';
import { schemeOf, type Scheme } from './scheme.ts';

export const longestReason = 500;

/** In whose name products of before go on, and why. */
export const wordOfUpgrade = {
  byName: 'upgrade',
  reason: 'It was on sale, and had sold, before products needed a final test.',
} as const;

export interface VouchAsk {
  productIds: readonly number[];
  byName: string;
  reason: string;
}

export type VouchedFor =
  | { is: 'vouched'; offers: OfferChange }
  | { is: 'no-product' }
  /** These lack nothing that a word could take the place of. */
  | { is: 'not-vouchable'; products: JudgedProduct[] };

/** Offers products without a green test: all, or none. A newer word takes the place of the former one. */
export async function vouchFor(
  tx: Tx,
  { productIds, byName, reason }: VouchAsk,
  now: Date,
): Promise<VouchedFor> {
  await holdSuppliers(tx, { productIds });
  const judged = await readOffers(tx, { productIds });
  if (judged.length < new Set(productIds).size) return { is: 'no-product' };
  const products = judged.filter((product) => !canBeVouchedFor(product));
  if (products.length > 0) return { is: 'not-vouchable', products };
  await tx.query(
    `insert into product_vouches (product_id, by_name, reason, at) select distinct id, $2, $3, $4::timestamptz from unnest($1::bigint[]) as id
     on conflict (product_id) do update set by_name = excluded.by_name, reason = excluded.reason, at = excluded.at`,
    [productIds, byName, reason, now],
  );
  return { is: 'vouched', offers: await judgeOffers(tx, { productIds }, now) };
}

/** Null: nobody vouches for it. */
export async function withdrawVouch(
  tx: Tx,
  productId: number,
  now: Date,
): Promise<{ vouch: Vouch; offers: OfferChange } | null> {
  const which = { productIds: [productId] };
  await holdSuppliers(tx, which);
  const vouch = await deleteVouch(tx, productId);
  return vouch && { vouch, offers: await judgeOffers(tx, which, now) };
}

export async function deleteVouch(tx: Tx, productId: number): Promise<Vouch | null> {
  const { rows } = await tx.query<Vouch>(
    `delete from product_vouches where product_id = $1 returning by_name as "byName", reason, at`,
    [productId],
  );
  return rows[0] ?? null;
}

/** A test, red or green, counts more than a word; and a word about another connection is worth nothing. */
export async function endVouches(
  tx: Tx,
  { supplierId, schemes }: { supplierId: number; schemes: readonly Scheme[] },
): Promise<number[]> {
  const { rows } = await tx.query<{ id: number }>(
    `select p.id from products p join product_vouches v on v.product_id = p.id
     where p.supplier_id = $1 and ${schemeOf('p')} = any($2::text[]) order by p.id`,
    [supplierId, schemes],
  );
  const ids = rows.map(({ id }) => id);
  if (ids.length > 0)
    await tx.query(`delete from product_vouches where product_id = any($1::bigint[])`, [ids]);
  return ids;
}

export interface VouchedProduct extends Vouch {
  productId: number;
  title: string;
  supplierId: number;
  supplier: string;
}

const mostVouches = 1000;

/** The newest first, at most `mostVouches`. */
export async function listVouches(db: Sql): Promise<VouchedProduct[]> {
  const { rows } = await db.query<VouchedProduct>(
    `select v.product_id as "productId", p.title, p.supplier_id as "supplierId", s.name as supplier,
       v.by_name as "byName", v.reason, v.at
     from product_vouches v join products p on p.id = v.product_id join suppliers s on s.id = p.supplier_id
     order by v.at desc, v.product_id limit $1`,
    [mostVouches],
  );
  return rows;
}
