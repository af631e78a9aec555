import { atomically, type DatabaseOrTx, type Sql, type Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { actorOf, may, type Principal } from '../../people/access/principal.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import { findSupplierFacts, type SupplierFacts } from '../../reports/supplier-onboarding.ts';
import { supplierParty } from './onboarding-side.ts';

/** Begins the onboarding of a supplier that is known already. */
export async function beginOnboarding(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  supplierId: number,
  now: Date,
): Promise<{ is: 'begun' | 'begun-before' | 'missing' }> {
  const party = supplierParty(supplierId);
  if (!may(principal, 'suppliers.change', party)) return { is: 'missing' };
  return atomically<{ is: 'begun' | 'begun-before' | 'missing' }>(db, async (tx) => {
    const { rowCount: known } = await tx.query(`select from suppliers where id = $1`, [supplierId]);
    if (known !== 1) return { is: 'missing' };
    const { rowCount } = await tx.query(
      `insert into supplier_onboardings (supplier_id, begun_at, actor, since) values ($1, $2, 'operator', $2)
       on conflict (supplier_id) do nothing`,
      [supplierId, now],
    );
    if (rowCount !== 1) return { is: 'begun-before' };
    const act = { party, by: actorOf(principal), act: 'onboarding.begun', about: `supplier ${supplierId}` };
    await recordAct(tx, keyring, act, now);
    return { is: 'begun' };
  });
}

/** Until commit nobody else changes what is agreed about the supplier. */
export const holdOnboarding = (tx: Tx, supplierId: number): Promise<unknown> =>
  tx.query(`select from supplier_onboardings where supplier_id = $1 for update`, [supplierId]);

/** Null: the supplier is not on its way; it sells already, or is unknown. */
export const findFactsOf = async (db: Sql, supplierId: number): Promise<SupplierFacts | null> =>
  (await findSupplierFacts(db, { supplierId, limit: 1 }))[0] ?? null;
