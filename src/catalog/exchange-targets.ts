/** Choice certificates, which their holders exchange for certificates of other products: of which, and of which now. */
import type { Sql } from '../platform/database/database.ts';
import { kopecksPerRouble } from '../platform/values/money.ts';
import { catalogueOf, faceIsThere, type CatalogueProduct, type ShownStock } from './catalogue.ts';

/** SQL condition: certificates of a product are exchanged, and not redeemed at a till. */
export const isChoice = (product: string): string => `${product}.digital_acceptance = 'exchange'`;

/**
 * SQL condition: certificates of a product are exchanged here. Those of a pool, or of its supplier's program, have numbers that the supplier
 * could redeem too.
 */
export const isExchangedHere = (product: string): string =>
  `${isChoice(product)} and ${product}.transfer_scheme = 'platform'`;

/** SQL condition: certificates of the product `choice` are exchanged for such of `target`; never for other choice certificates. */
export const isTargetOf = (choice: string, target: string): string =>
  `not ${isChoice(target)} and (${[
    ['product', `t.ref_id = ${target}.id`],
    ['brand', `t.ref_id = ${target}.brand_id`],
    ['category', `t.ref_id = any(${target}.categories)`],
  ]
    .map(
      ([kind, names]) =>
        `exists (select from exchange_targets t where t.product_id = ${choice} and t.kind = '${kind}' and ${names})`,
    )
    .join(' or ')})`;

/** SQL condition: there is something on sale for which certificates of a product are exchanged. */
export const hasTargets = (product: string): string =>
  `exists (select from products target where target.offered and ${isTargetOf(`${product}.id`, 'target')})`;

export interface ExchangeTargetsAsk {
  /** The choice product. */
  productId: number;
  /** What is left of the certificate: dearer faces don't fit. */
  leftKopecks: number;
  /** The program of its client reads no faces with kopecks. */
  wholeRoubles: boolean;
  /** Part of the title; null: all. */
  text: string | null;
  /** Null: of any category. */
  categoryId: number | null;
  /** Reads only this one; null: all. */
  targetId: number | null;
  /** Products whose id is larger. */
  after: number;
  limit: number;
}

/** SQL condition: the face `f` of the product `p`, or a free amount of it, is within what is left. */
const faceFits = `case when f.face_kopecks > 0 then f.face_kopecks <= $8 and (not $9::boolean or f.face_kopecks % ${kopecksPerRouble} = 0)
  else (p.face_min_kopecks + p.face_step_kopecks - 1) / p.face_step_kopecks * p.face_step_kopecks <= least($8, p.face_max_kopecks)
    and exists (select from faces fixed where fixed.product_id = p.id and fixed.switched_on and fixed.face_kopecks > 0) end`;

/** What a certificate can be exchanged for now, by id, with the faces that fit and are there. */
export async function listExchangeTargets(
  db: Sql,
  { productId, leftKopecks, wholeRoubles, categoryId, targetId, ...page }: ExchangeTargetsAsk,
  now: Date,
  stock: ShownStock,
): Promise<CatalogueProduct[]> {
  const sql = `${isTargetOf('$6', 'p')} and ($7::bigint is null or $7 = any(p.categories))
    and exists (select from faces f where f.product_id = p.id and f.switched_on and ${faceFits} and ${faceIsThere('$5', stock)})`;
  const values = [productId, categoryId, leftKopecks, wholeRoubles];
  const products = await catalogueOf(db, { ...page, productId: targetId }, now, stock, { sql, values });
  const fits = (face: number): boolean =>
    face <= leftKopecks && (!wholeRoubles || face % kopecksPerRouble === 0);
  return products.map((product) => fitting(product, leftKopecks, fits));
}

function fitting(
  product: CatalogueProduct,
  leftKopecks: number,
  fits: (face: number) => boolean,
): CatalogueProduct {
  return {
    ...product,
    facesKopecks: product.facesKopecks.filter(fits),
    goneKopecks: product.goneKopecks.filter(fits),
    isFree: product.isFree && product.leastKopecks <= leftKopecks,
    mostKopecks: Math.min(product.mostKopecks, leftKopecks),
  };
}

/** Which of these products certificates of a choice product are exchanged for now: what a holder was shown may be out of date. */
export async function findExchangeTargets(
  db: Sql,
  productId: number,
  targetIds: readonly number[],
): Promise<Set<number>> {
  const { rows } = await db.query<{ id: number }>(
    `select p.id from products p where p.id = any($2::bigint[]) and p.offered and ${isTargetOf('$1', 'p')}`,
    [productId, targetIds],
  );
  return new Set(rows.map(({ id }) => id));
}
