/** Checks that exactly the products that may be ordered can be. Those not judged yet after an upgrade cannot. */
import { isOtherwise, readOffers } from '../catalog/judge-offers.ts';
import type { Sql } from '../platform/database/database.ts';
import { maxShown, type CheckResult } from './verify.ts';

const offersCheck = {
  name: 'offers',
  promise:
    "what can be ordered is switched on, and its supplier's final test is green or somebody vouches for it",
};

export async function checkOffers(db: Sql): Promise<CheckResult> {
  const wrong = (await readOffers(db, 'all')).filter(isOtherwise);
  const rows = wrong.slice(0, maxShown).map(({ productId, supplierId, offered, switchedOn, lacks }) => ({
    product_id: productId,
    supplier_id: supplierId,
    offered,
    switched_on: switchedOn,
    lacks: lacks.join(' '),
  }));
  return { ...offersCheck, ok: wrong.length === 0, total: wrong.length, rows };
}
