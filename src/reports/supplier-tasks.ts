import type { Sql } from '../platform/database/database.ts';

/** What waits for a supplier's people. */
export interface SupplierTasks {
  /** Activation letters with rows that nobody confirmed. */
  letters: number;
  /** Files with codes that the operator has not loaded yet. */
  drafts: number;
  /** Months whose figures nobody has agreed to yet. */
  months: string[];
  /** The last final test of its API failed. */
  isRed: boolean;
}

/** The count ends here. */
const mostCounted = 100;

export async function readSupplierTasks(db: Sql, supplierId: number): Promise<SupplierTasks> {
  const { rows } = await db.query<SupplierTasks>(
    `select
       (select count(*) from (select from activation_letters
          where supplier_id = $1 and answered_at is null limit ${mostCounted}) l) as letters,
       (select count(*) from (select from pool_drafts
          where supplier_id = $1 and state = 'waiting' limit ${mostCounted}) d) as drafts,
       array(select to_char(month, 'YYYY-MM') from settlement_months
         where supplier_id = $1 and counted_at is not null and decision is null order by month desc limit 3) as months,
       coalesce((select not test_green from suppliers where id = $1), false) as "isRed"`,
    [supplierId],
  );
  return rows[0] ?? { letters: 0, drafts: 0, months: [], isRed: false };
}
