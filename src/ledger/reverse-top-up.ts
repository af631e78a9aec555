import { atomically, type DatabaseOrTx } from '../platform/database/database.ts';
import { lockAccounts } from './accounts.ts';
import { chargeBack, findTopUp } from './top-up.ts';

export type Reversed =
  | { is: 'reversed'; amountKopecks: number }
  | { is: 'no-client' | 'unknown' }
  | { is: 'reversed-before'; at: Date };

/**
 * Reverses a top-up that was booked by mistake, once: the same amount leaves the funds, with the reason as its note. If
 * the client has spent it meanwhile, a shortfall remains (see `chargeBack`).
 */
export function reverseTopUp(
  db: DatabaseOrTx,
  ask: { clientId: number; reference: string; reason: string },
  now: Date,
): Promise<Reversed> {
  const { clientId, reference, reason } = ask;
  return atomically(db, async (tx) => {
    if ((await lockAccounts(tx, [clientId])) === 0) return { is: 'no-client' };
    const found = await findTopUp(tx, ask);
    if (found === null) return { is: 'unknown' };
    const { id, amountKopecks, reversedAt } = found;
    if (reversedAt !== null) return { is: 'reversed-before', at: reversedAt };
    await chargeBack(tx, { clientId, amountKopecks, note: reason, reference, reverses: id }, now);
    return { is: 'reversed', amountKopecks };
  });
}
