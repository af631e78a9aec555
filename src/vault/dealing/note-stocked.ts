/** Notes everywhere of which lots any cell has a code, so that the catalogue shows them without asking all cells. */
import { transaction, type Database, type Sql } from '../../platform/database/database.ts';
import { lotColumns, lotKey, type LotKey } from '../lots.ts';

const columns = `supplier_id as "supplierId", product_id as "productId", face_kopecks as "faceKopecks", ends_on as "endsOn"`;

/** It writes only when a lot was sold out or came. `centre` is where what is everywhere is written. */
export async function noteStocked(centre: Database, cells: readonly { db: Sql }[]): Promise<void> {
  const [noted, ...ofCells] = await Promise.all([
    lotsOf(centre, `select ${columns} from stocked_lots`),
    ...cells.map(({ db }) => lotsOf(db, `select ${columns} from stock_available where available > 0`)),
  ]);
  const stocked = new Map(ofCells.flatMap((lots) => [...lots]));
  const come = [...stocked].flatMap(([key, lot]) => (noted.has(key) ? [] : lot));
  const gone = [...noted].flatMap(([key, lot]) => (stocked.has(key) ? [] : lot));
  if (come.length + gone.length === 0) return;
  await transaction(centre, async (tx) => {
    await tx.query(
      `insert into stocked_lots select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::date[]) order by 1, 2, 3, 4
       on conflict do nothing`,
      lotColumns(come),
    );
    await tx.query(
      `delete from stocked_lots where (supplier_id, product_id, face_kopecks, ends_on) in (
         select * from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::date[]))`,
      lotColumns(gone),
    );
  });
}

async function lotsOf(db: Sql, statement: string): Promise<Map<string, LotKey>> {
  const { rows } = await db.query<LotKey>(statement);
  return new Map(rows.map((lot) => [lotKey(lot), lot]));
}
