/** A supplier agrees to a month's settlement, or disputes it. */
import { actorOf, may, type Principal } from '../../people/access/principal.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import { atomically, type DatabaseOrTx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { findMonth, type Decision } from './read-months.ts';

export const maxComment = 1000;

export interface DecideAsk {
  supplierId: number;
  month: string;
  decision: Decision;
  /** What differs; needed to dispute. */
  comment: string;
  /** When the figures that the person saw were counted. */
  countedAt: Date;
}

export type Decided =
  | { is: 'decided' }
  | { is: 'missing' }
  | { is: 'no-comment' }
  /** Other figures were counted since. */
  | { is: 'changed' }
  | { is: 'agreed-before' };

/** Agrees to a month, or disputes it. What was disputed may be agreed to later; what was agreed to stays so. */
export function decideMonth(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  ask: DecideAsk,
  now: Date,
): Promise<Decided> {
  const { supplierId, month, decision } = ask;
  const party = { side: 'supplier', partyId: supplierId } as const;
  return atomically(db, async (tx): Promise<Decided> => {
    if (!may(principal, 'settlement.decide', party)) return { is: 'missing' };
    await tx.query(`select from settlement_months where supplier_id = $1 and month = $2 for update`, [
      supplierId,
      month,
    ]);
    const counted = await findMonth(tx, { supplierId, month });
    if (counted === null || counted.countedAt === null) return { is: 'missing' };
    if (counted.decision === 'agreed') return { is: 'agreed-before' };
    const comment = ask.comment.trim();
    if (comment.length > maxComment || (decision === 'disputed' && comment === ''))
      return { is: 'no-comment' };
    if (counted.countedAt.getTime() !== ask.countedAt.getTime()) return { is: 'changed' };
    const by = actorOf(principal);
    await tx.query(
      `update settlement_months set decision = $3, decided_at = $4, decided_by = $5, decided_by_name = $6, comment = $7
       where supplier_id = $1 and month = $2`,
      [supplierId, month, decision, now, by.actor, by.actorName, comment],
    );
    const before = { decision: counted.decision };
    const act = { party, by, act: `settlement.${decision}`, about: `month ${month.slice(0, 7)}`, before };
    await recordAct(tx, keyring, { ...act, after: { decision, comment } }, now);
    return { is: 'decided' };
  });
}
