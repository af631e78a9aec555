import { clientParty } from '../../people/access/party.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import { transaction } from '../../platform/database/database.ts';
import { leaseEnd } from '../../platform/process/lease.ts';
import { eraseOrders, type OrdersOfClient } from './erase-orders.ts';
import type { ErasureContext, Erasing } from './erasing.ts';
import { noTally, type Tally } from './tally.ts';

/** Erases some orders of one client in one transaction, with the record of it; all of it or nothing is done twice. */
export async function eraseBatch(
  { db, keyring, clock, crashPoint }: ErasureContext,
  { erasureId, claimId, actor, actorName }: Erasing,
  orders: OrdersOfClient,
): Promise<Tally> {
  const now = clock.now();
  const done = await transaction(db, async (tx) => {
    const { erased, rows, hindered } = await eraseOrders(tx, keyring, orders, now);
    const { rowCount } = await tx.query(
      `update erasures set orders = orders + $3, rows_changed = rows_changed + $4, due_at = $5
       where id = $1 and claim_id = $2`,
      [erasureId, claimId, erased.length, rows, leaseEnd(now)],
    );
    if (rowCount === 0) throw new Error('Another process has taken the erasure over.');
    if (erased.length > 0) {
      const act = { party: clientParty(orders.clientId), by: { actor, actorName }, act: 'recipients.erased' };
      const after = { orders: erased.length, rows };
      await recordAct(tx, keyring, { ...act, about: `erasure ${erasureId}`, after }, now);
    }
    crashPoint('erase:before-commit');
    const tally: Tally = { ...noTally(), waiting: hindered.size };
    for (const hindrance of hindered.values()) tally.hindrance ??= hindrance;
    return tally;
  });
  crashPoint('erase:after-commit');
  return done;
}
