/** The months of a supplier's settlement. */
import type { Sql } from '../../platform/database/database.ts';
import type { SettlementLine } from '../settlement.ts';

export type Decision = 'agreed' | 'disputed';

/** A month of a supplier, with its figures once they are counted. */
export interface SettlementMonth {
  supplierId: number;
  supplierName: string;
  /** Its first day. */
  month: string;
  countedAt: Date | null;
  lines: SettlementLine[] | null;
  decision: Decision | null;
  decidedAt: Date | null;
  decidedByName: string | null;
  comment: string;
}

const columns = `m.supplier_id as "supplierId", s.name as "supplierName", m.month, m.counted_at as "countedAt", m.lines,
  m.decision, m.decided_at as "decidedAt", m.decided_by_name as "decidedByName", m.comment`;

/** Ten years. */
const mostMonths = 120;

export async function listMonths(db: Sql, supplierId: number): Promise<SettlementMonth[]> {
  const { rows } = await db.query<SettlementMonth>(
    `select ${columns} from settlement_months m join suppliers s on s.id = m.supplier_id
     where m.supplier_id = $1 order by m.month desc limit $2`,
    [supplierId, mostMonths],
  );
  return rows;
}

/** More are not shown: what is agreed to makes place for it. */
const mostOpen = 50;

/** Months of all suppliers that nobody has agreed to: those that are disputed first, then the newest. */
export async function listOpenMonths(db: Sql): Promise<SettlementMonth[]> {
  const found = await Promise.all(
    [
      `m.decision = 'disputed' order by m.decided_at desc, m.supplier_id, m.month`,
      `m.decision is null order by m.month desc, m.supplier_id`,
    ].map((which) =>
      db.query<SettlementMonth>(
        `select ${columns} from settlement_months m join suppliers s on s.id = m.supplier_id where ${which} limit $1`,
        [mostOpen],
      ),
    ),
  );
  return found.flatMap(({ rows }) => rows);
}

export async function findMonth(
  db: Sql,
  { supplierId, month }: { supplierId: number; month: string },
): Promise<SettlementMonth | null> {
  const { rows } = await db.query<SettlementMonth>(
    `select ${columns} from settlement_months m join suppliers s on s.id = m.supplier_id
     where m.supplier_id = $1 and m.month = $2`,
    [supplierId, month],
  );
  return rows[0] ?? null;
}
