import { markTestedByHand, auditedTest } from '../../catalog/supplier-agreement.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import { atomically, type DatabaseOrTx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { SupplierFacts } from '../../reports/supplier-onboarding.ts';
import { supplierParty } from './onboarding-side.ts';
import { schemeTestedByHand } from './supplier-steps.ts';

/** A final test by hand that is over counts from then on, like one by program. */
export async function noteHandTest(
  db: DatabaseOrTx,
  keyring: Keyring,
  facts: SupplierFacts,
  now: Date,
): Promise<void> {
  const { supplierId, testOrder } = facts;
  const scheme = schemeTestedByHand(facts);
  if (scheme === null || testOrder === null || facts.schemesTested.includes(scheme)) return;
  await atomically(db, async (tx) => {
    const marked = await markTestedByHand(tx, supplierId, scheme, now);
    // If two processes notice it, the second finds it noted.
    if (marked === null) return;
    const { orderId } = testOrder;
    const by = { actor: `test:order-${orderId}`, actorName: `order ${orderId}` };
    const after = { schemes: [scheme], green: true, ...auditedTest(marked) };
    const party = supplierParty(supplierId);
    const act = { party, by, act: 'supplier.tested', about: `supplier ${supplierId}`, after };
    await recordAct(tx, keyring, act, now);
  });
}
