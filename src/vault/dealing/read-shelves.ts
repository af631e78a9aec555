/** What a cell has of some codes, and what has moved there: read twice, it shows whether codes moved in between. */
import type { Sql } from '../../platform/database/database.ts';
import { columnsOf } from '../../platform/database/rows.ts';
import type { LotAsk } from '../lots.ts';

export interface Shelves {
  /** For each ask, in order: codes that are not promised and last long enough. */
  available: number[];
  /** For each ask, in order: runs of its product that have left and are not forgotten. */
  leaving: number[];
  /** The last run that arrived from each source. */
  arrived: string;
}

export async function readShelves(db: Sql, asks: readonly LotAsk[]): Promise<Shelves> {
  const { rows } = await db.query<Shelves>(
    `select
       (select array_agg(coalesce((
          select sum(a.available) from stock_available a
          where a.supplier_id = w.supplier_id and a.product_id = w.product_id and a.face_kopecks = w.face_kopecks
            and a.ends_on >= w.lasts_to and (a.ends_on < 'infinity' or w.endless)), 0)::integer order by w.place)
        from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::date[], $5::boolean[]) with ordinality
          as w (supplier_id, product_id, face_kopecks, lasts_to, endless, place)) as available,
       (select array_agg((select count(*) from deals d where d.product_id = w.product_id)::integer order by w.place)
        from unnest($2::bigint[]) with ordinality as w (product_id, place)) as leaving,
       (select coalesce(string_agg(from_cell || ':' || last, ' ' order by from_cell), '')
        from (select from_cell, max(run) as last from deals_taken group by from_cell) t) as arrived`,
    columnsOf([...asks], ['supplierId', 'productId', 'faceKopecks', 'lastsTo', 'endless']),
  );
  return rows[0] ?? { available: [], leaving: [], arrived: '' };
}

/** Whether imported codes of any of these products are on their way to a cell. */
export async function areImportsLeaving(db: Sql, products: readonly number[]): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from import_deals where product_id = any($1::bigint[]) limit 1`,
    [products],
  );
  return rowCount === 1;
}
