/** Reads which cells need codes of a product. It runs in the centre and names the cells' tables in full. */
import type { Sql } from '../../platform/database/database.ts';
import { schemaOf } from '../../platform/cells/cell-ids.ts';
import type { CellDemand } from './allot.ts';

/** Orders of one cell that wait and are looked at; later ones are dealt for when these are served. */
const maxAwaited = 10_000;

export interface FaceDemand extends CellDemand {
  faceKopecks: number;
}

interface Product {
  supplierId: number;
  productId: number;
}

/**
 * The demand of each cell for each face that was ever in its stock or is waited for. `codes` of each face are to be had: they
 * go to the orders that have waited longest, in whatever cell.
 */
export async function readDemand(
  db: Sql,
  cells: readonly number[],
  { supplierId, productId }: Product,
  codes: Map<number, number>,
): Promise<FaceDemand[]> {
  const shelves = await db.query<Omit<FaceDemand, 'waiting'>>(
    cells.map((cell) => shelvesOf(cell, schemaOf(cell))).join(' union all '),
    [supplierId, productId],
  );
  const awaited = await db.query<Awaited>(
    cells.map((cell) => awaitedOf(cell, schemaOf(cell))).join(' union all '),
    [productId, maxAwaited],
  );
  const served = new Map<string, number>();
  for (const [faceKopecks, ofFace] of Map.groupBy(awaited.rows, (row) => row.faceKopecks))
    for (const { cell } of oldest(ofFace, codes.get(faceKopecks) ?? 0))
      served.set(keyOf(cell, faceKopecks), (served.get(keyOf(cell, faceKopecks)) ?? 0) + 1);
  const known = new Map(shelves.rows.map((row) => [keyOf(row.cell, row.faceKopecks), row]));
  return [...codes.keys()].flatMap((faceKopecks) =>
    cells.map((cell) => {
      const key = keyOf(cell, faceKopecks);
      const shelf = known.get(key) ?? { cell, faceKopecks, sold: 0, free: 0 };
      return { ...shelf, waiting: served.get(key) ?? 0 };
    }),
  );
}

interface Awaited {
  cell: number;
  faceKopecks: number;
  acceptedAt: Date;
}

const keyOf = (cell: number, faceKopecks: number): string => `${cell}:${faceKopecks}`;

const oldest = (awaited: Awaited[], count: number): Awaited[] =>
  awaited.toSorted((one, other) => one.acceptedAt.getTime() - other.acceptedAt.getTime()).slice(0, count);

/** What was never sold lately counts by what was ever sold, as a small part of one code. */
const shelvesOf = (cell: number, schema: string): string =>
  `select ${cell} as cell, s.face_kopecks as "faceKopecks", sum(s.free) as free,
     coalesce(max(l.lately), 0) + sum(s.next_position - 1) / 1e6 as sold
   from ${schema}.stock s left join ${schema}.shelf_sales l using (supplier_id, product_id, face_kopecks)
   where s.supplier_id = $1 and s.product_id = $2 group by s.face_kopecks`;

const awaitedOf = (cell: number, schema: string): string =>
  `(select ${cell} as cell, face_kopecks as "faceKopecks", accepted_at as "acceptedAt" from ${schema}.requests
    where state = 'delayed' and not testmode and product_id = $1 order by accepted_at limit $2)`;
