import type { Celled } from '../platform/cells/cell-context.ts';
import type { Sql } from '../platform/database/database.ts';
import { moscowDay } from '../platform/time/moscow-time.ts';
import { lotLasts, productLasts } from './find-offers.ts';

/** A product as people choose it. */
export interface CatalogueProduct {
  id: number;
  title: string;
  /** Its address; empty: it has none. */
  picture: string;
  brief: string;
  /** The brand's own HTML; must pass through `safeTerms`. */
  terms: string;
  www: string;
  supportPhone: string;
  supportEmail: string;
  validity: 'unlimited' | 'fixed' | 'days';
  /** `YYYY-MM-DD`. */
  validUntil: string | null;
  validityDays: number | null;
  /** Fixed faces that can be ordered now, ascending; none: sold out. */
  facesKopecks: number[];
  /** Fixed faces that are offered, but have no codes now. */
  goneKopecks: number[];
  /** Any sum can be chosen, too. */
  isFree: boolean;
  leastKopecks: number;
  mostKopecks: number;
}

export interface CatalogueAsk {
  /** Part of the title; null: all. */
  text: string | null;
  /** Reads only this product. */
  productId: number | null;
  /** Products whose id is larger. */
  after: number;
  limit: number;
}

interface Row extends Omit<CatalogueProduct, 'facesKopecks' | 'goneKopecks' | 'isFree'> {
  faces: number[] | null;
  gone: number[] | null;
}

/** A further SQL condition on the product `p`; its values are `$6` and so on. */
export interface Narrowing {
  sql: string;
  values: readonly unknown[];
}

/** SQL: the lots that have codes, here or in any cell. */
export type ShownStock = 'stock_available a where a.available > 0' | 'stocked_lots a where true';

const ofOneServer = 'stock_available a where a.available > 0';

/** What is shown as being in stock; with cells that of all, as it was some seconds ago. */
export const shownStock = ({ cells }: Celled): ShownStock =>
  cells.length === 0 ? ofOneServer : 'stocked_lots a where true';

/** SQL condition: the face `f` of the offered product `p` can be ordered on a day. */
export const faceIsThere = (
  day: string,
  stock: ShownStock = ofOneServer,
): string => `case when p.transfer_scheme = 'pool' then f.face_kopecks > 0 and exists (
    select from ${stock} and a.supplier_id = p.supplier_id and a.product_id = p.id
      and a.face_kopecks = f.face_kopecks and ${lotLasts('a', 'p', day)})
  else ${productLasts('p', day)} end`;

/** Products that are sold, by id, with what of them can be ordered now. Stock is read from counters. */
export async function catalogueOf(
  db: Sql,
  ask: CatalogueAsk,
  now: Date,
  stock: ShownStock = ofOneServer,
  { sql, values }: Narrowing = { sql: 'true', values: [] },
): Promise<CatalogueProduct[]> {
  const { rows } = await db.query<Row>(
    `select p.id, p.title, p.image_large as picture, p.brief, p.disclaimer as terms, p.www, p.support_phone as "supportPhone",
       p.support_email as "supportEmail", p.validity, p.valid_until as "validUntil", p.validity_days as "validityDays",
       p.face_min_kopecks as "leastKopecks", p.face_max_kopecks as "mostKopecks", f.faces, f.gone
     from (
       select * from products p where p.offered and p.id > $1 and ($2::bigint is null or p.id = $2)
         and ($3::text is null or position(lower($3) in lower(p.title)) > 0)
         and ${sql}
       order by p.id limit $4) p
     cross join lateral (
       select json_agg(face_kopecks order by face_kopecks) filter (where is_there) as faces,
         json_agg(face_kopecks order by face_kopecks) filter (where not is_there) as gone
       from (
         select f.face_kopecks, ${faceIsThere('$5', stock)} as is_there
         from faces f where f.product_id = p.id and f.switched_on) f) f
     order by p.id`,
    [ask.after, ask.productId, ask.text, ask.limit, moscowDay(now), ...values],
  );
  return rows.map(({ faces, gone, ...product }) => {
    const there = faces ?? [];
    const fixed = there.filter((face) => face > 0);
    return {
      ...product,
      facesKopecks: fixed,
      goneKopecks: (gone ?? []).filter((face) => face > 0),
      isFree: there.includes(0) && fixed.length > 0,
    };
  });
}
