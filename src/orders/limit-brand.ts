import { findBrand, setBrand, type BrandLimits } from '../catalog/brand.ts';
import { setBrandUsage } from '../catalog/use-brand-limits.ts';
import { allowTime, type Tx } from '../platform/database.ts';
import { moscowMonth } from '../platform/moscow-time.ts';

/** Counting a month of a large supplier reads all its requests. */
const timeAllowed = { statementMs: 900_000 };

/**
 * Sets the limits of a supplier's brand. While a brand has none its sales are not counted, so that the first limit
 * begins with a count of what this Moscow month has sold. A sale that is being written at that moment may be missed.
 */
export async function limitBrand(
  tx: Tx,
  ask: { supplierId: number; name: string; limits: Partial<BrandLimits> },
  now: Date,
): Promise<'set' | 'no-supplier'> {
  const before = await findBrand(tx, ask);
  const outcome = await setBrand(tx, ask);
  const after = await findBrand(tx, ask);
  if (outcome !== 'set' || after === null || !isLimited(after)) return outcome;
  if (before !== null && !isLimited(before)) await countMonth(tx, ask.supplierId, after.brandId, now);
  return outcome;
}

const isLimited = ({ monthlyOrders, monthlySumKopecks }: Omit<BrandLimits, 'lowLimitPercent'>): boolean =>
  monthlyOrders !== null || monthlySumKopecks !== null;

/** What was issued this month, and what a supplier is being asked for: the latter gives its use back if it fails. */
async function countMonth(tx: Tx, supplierId: number, brandId: number, now: Date): Promise<void> {
  const month = moscowMonth(now);
  await allowTime(tx, timeAllowed);
  const { rows } = await tx.query<{ orders: number; kopecks: number }>(
    `select count(*) as orders, coalesce(sum(r.face_kopecks), 0)::bigint as kopecks
     from requests r
     join products p on p.id = r.product_id and p.supplier_id = $1 and p.brand_id = $2
     where not r.testmode and (
       r.state = 'issued' and date_trunc('month', r.ended_at at time zone 'Europe/Moscow')::date = $3
       or r.state = 'obtaining' and exists (
         select from exchanges e where e.client_id = r.client_id and e.request_id = r.id and e.state = 'due'
           and date_trunc('month', e.created_at at time zone 'Europe/Moscow')::date = $3))`,
    [supplierId, brandId, month],
  );
  await setBrandUsage(tx, { supplierId, brandId, month, ...(rows[0] ?? { orders: 0, kopecks: 0 }) });
}
