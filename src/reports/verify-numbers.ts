/** Whether each number is in one cell, and where the directory of numbers (`code_places`) says that it is. */
import type { Context } from '../context.ts';
import { gathered } from '../platform/cells/merge.ts';
import { readUnnoted } from '../vault/dealing/note-places.ts';
import type { CheckResult } from './verify.ts';

type NumbersContext = Pick<Context, 'db' | 'cells' | 'cell'>;

interface Misplaced {
  cell: number;
  supplier_id: number;
  /** Null: the directory knows a number of which there is no code. */
  code_id: number | null;
  /** What the directory says; null: it knows nothing. */
  place: number | null;
}

/**
 * What of a cell and the directory does not agree. The directory has a number once, so a code that is where it says is nowhere else.
 * Numbers that the platform makes are not in it, and of codes that have just arrived it is told soon. Codes move meanwhile, and on a
 * cluster two tables are not read at one moment: what is wrong is wrong twice.
 */
export async function misplacedNumbers(ctx: NumbersContext, limit: number): Promise<CheckResult['rows']> {
  const misplaced = await readMisplaced(ctx, limit);
  if (misplaced.length === 0) return [];
  const still = new Set((await readMisplaced(ctx, limit)).map(keyOf));
  return misplaced.filter((row) => still.has(keyOf(row))).map((row) => ({ ...row }));
}

const keyOf = (row: Misplaced): string => JSON.stringify(row);

async function readMisplaced(ctx: NumbersContext, limit: number): Promise<Misplaced[]> {
  const { db, cell } = ctx;
  const unnotedNumbers = await gathered(ctx, (each) => readUnnoted(each.db));
  const { rows } = await db.query<Misplaced>(
    `select $1::integer as cell, c.supplier_id, c.id as code_id, p.cell as place
     from codes c join products w on w.id = c.product_id
     left join code_places p on p.fingerprint = c.fingerprint and p.supplier_id = c.supplier_id
     where w.transfer_scheme <> 'platform' and p.cell is distinct from $1 and c.fingerprint <> all($3::bytea[])
     union all
     (select $1, p.supplier_id, null, p.cell from code_places p
      left join codes c on c.supplier_id = p.supplier_id and c.fingerprint = p.fingerprint
      left join dealt_codes d on d.fingerprint = p.fingerprint
      left join import_codes i on i.fingerprint = p.fingerprint
      where p.cell = $1 and p.request_id is null and c.id is null and d.run is null and i.run is null
        and p.fingerprint <> all($3::bytea[]))
     limit $2`,
    [cell, limit, unnotedNumbers],
  );
  return rows;
}
