/** Sets the limits of a supplier's brand. */
import { findBrand, setBrand, type BrandLimits } from '../catalog/brand.ts';
import { setBrandUsage } from '../catalog/use-brand-limits.ts';
import {
  allowTime,
  atomically,
  type Database,
  type DatabaseOrTx,
  type Tx,
} from '../platform/database/database.ts';
import { moscowMonth } from '../platform/time/moscow-time.ts';

/** Counting a month of a large supplier reads all its requests. */
const timeAllowed = { statementMs: 900_000, idleInTransactionMs: 900_000 };

/**
 * Sets the limits of a supplier's brand. Sales of a brand without limits are not counted, so the first limit begins
 * with a count of this Moscow month's sales. A sale that is being written at that moment may be missed. `cells`: where
 * sales are; none on one server. Shares that cells have of a limit are fitted to it behind the commit (`fitLimits`).
 */
export function limitBrand(
  db: DatabaseOrTx,
  ask: { supplierId: number; name: string; limits: Partial<BrandLimits> },
  now: Date,
  cells: readonly { db: Database }[] = [],
): Promise<'set' | 'no-supplier'> {
  return atomically(db, async (tx) => {
    const before = await findBrand(tx, ask);
    const outcome = await setBrand(tx, ask);
    const after = await findBrand(tx, ask);
    if (outcome !== 'set' || after === null || !isLimited(after)) return outcome;
    if (before === null || isLimited(before)) return outcome;
    // The counts of cells are read only once the limit exists.
    const places = cells.length === 0 ? [tx] : cells.map((cell) => cell.db);
    await allowTime(tx, timeAllowed);
    await Promise.all(
      places.map((place) =>
        atomically(place, (itsTx) => countMonth(itsTx, ask.supplierId, after.brandId, now)),
      ),
    );
    return outcome;
  });
}

const isLimited = ({ monthlyOrders, monthlySumKopecks }: Omit<BrandLimits, 'lowLimitPercent'>): boolean =>
  monthlyOrders !== null || monthlySumKopecks !== null;

/**
 * Sales of this month that were not counted, and requests in progress: these are counted now and returned if they fail.
 */
async function countMonth(tx: Tx, supplierId: number, brandId: number, now: Date): Promise<void> {
  const month = moscowMonth(now);
  await allowTime(tx, timeAllowed);
  await tx.query(
    `update requests r set limit_month = $3 from products p
     where p.id = r.product_id and p.supplier_id = $1 and p.brand_id = $2
       and r.state in ('queued', 'obtaining') and not r.testmode and r.limit_month is null`,
    [supplierId, brandId, month],
  );
  const { rows } = await tx.query<{ before: Sold; counted: Sold }>(
    `select json_build_object('orders', count(*) filter (where r.limit_month is null),
         'kopecks', coalesce(sum(r.face_kopecks) filter (where r.limit_month is null), 0)) as before,
       json_build_object('orders', count(*) filter (where r.limit_month = $3),
         'kopecks', coalesce(sum(r.face_kopecks) filter (where r.limit_month = $3), 0)) as counted
     from requests r
     join products p on p.id = r.product_id and p.supplier_id = $1 and p.brand_id = $2
     where not r.testmode and r.state in ('queued', 'obtaining', 'issued') and (
       r.limit_month = $3
       or r.limit_month is null and date_trunc('month', r.ended_at at time zone 'Europe/Moscow')::date = $3)`,
    [supplierId, brandId, month],
  );
  const [sold] = rows;
  if (sold !== undefined) await setBrandUsage(tx, { supplierId, brandId, month, ...sold });
}

interface Sold {
  orders: number;
  kopecks: number;
}
