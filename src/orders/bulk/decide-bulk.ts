/** Pauses, resumes and cancels a bulk order. */
import { may, type Principal } from '../../people/access/principal.ts';
import type { Permission } from '../../people/access/rights.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import { atomically, type DatabaseOrTx, type Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { SameFile } from './add-file.ts';
import { actOf, partyOf } from './bulk-acts.ts';
import { bulkColumns, isOpen, type BulkKey, type BulkOrder, type BulkState } from './bulk-order.ts';
import { lockBulk, type LockedBulk } from './lock-bulk.ts';

export type Decided =
  | { is: 'done'; bulk: BulkOrder }
  /** There is none, or it is none of the principal's business. */
  | { is: 'unknown' }
  /** The person has to prove again to be there. */
  | { is: 'step-up' }
  /** It is past that, or not there yet. */
  | { is: 'in-state'; state: BulkState }
  | { is: 'nothing-right' }
  /** The same file was placed before; to place it again a person has to confirm it. */
  | { is: 'same-file'; sameFile: SameFile }
  /** So many lines have no address; somebody has to say that their link suffices. */
  | { is: 'link-only'; lines: number }
  /** A second person has to agree. */
  | { is: 'waits' }
  /** It costs more than what was asked for, or has other lines. */
  | { is: 'changed' }
  /** Too many approvals are open already. */
  | { is: 'too-many' };

export interface Deciding {
  db: DatabaseOrTx;
  keyring: Keyring;
}

/** Judges a locked bulk order: a refusal, or the changes that are to be made. */
export type Judge = (tx: Tx, bulk: LockedBulk) => Promise<Decided | { is: 'granted'; changes: string }>;

export async function decide(
  { db, keyring }: Deciding,
  principal: Principal,
  { clientId, bulkId }: BulkKey,
  { act, judge, needs = 'orders.place' }: { act: string; judge: Judge; needs?: Permission },
  now: Date,
): Promise<Decided> {
  const key = { clientId, bulkId };
  if (!may(principal, needs, partyOf(key))) return { is: 'unknown' };
  return atomically<Decided>(db, async (tx) => {
    const bulk = await lockBulk(tx, key);
    if (bulk === null) return { is: 'unknown' };
    const judged = await judge(tx, bulk);
    if (judged.is !== 'granted') return judged;
    const moved = await move(tx, key, judged.changes, now);
    const { placed } = moved;
    await recordAct(
      tx,
      keyring,
      { ...actOf(principal, key, act), before: { state: bulk.state }, after: { state: moved.state, placed } },
      now,
    );
    return { is: 'done', bulk: moved };
  });
}

const inState = ({ state }: BulkOrder): Decided => ({ is: 'in-state', state });

/** Judges by the state alone. */
const byState =
  (mayMove: (bulk: BulkOrder) => boolean, changes: string): Judge =>
  (_tx, bulk) =>
    Promise.resolve(mayMove(bulk) ? { is: 'granted', changes } : inState(bulk));

/** A decision without further questions. */
type Decide = (deciding: Deciding, principal: Principal, key: BulkKey, now: Date) => Promise<Decided>;

const decision =
  (act: string, judge: Judge, needs?: Permission): Decide =>
  (deciding, principal, key, now) =>
    decide(deciding, principal, key, needs === undefined ? { act, judge } : { act, judge, needs }, now);

/** To stop it, those who cancel orders are enough, the operator among them. Going on spends the client's money. */
const stops = 'orders.cancel';

/** One that waits for funds would go on by itself: a person may want that it does not. */
export const pauseBulk = decision(
  'bulk.paused',
  byState(
    ({ state, pausedBecause }) => state === 'placing' || pausedBecause === 'no-funds',
    `state = 'paused', paused_because = 'person', paused_at = $3, needs_kopecks = null`,
  ),
  stops,
);

export const resumeBulk = decision(
  'bulk.resumed',
  byState(
    ({ state }) => state === 'paused',
    `state = 'placing', paused_because = null, paused_at = null, needs_kopecks = null, due_at = $3`,
  ),
);

/** What is placed stays placed; the rest never is. */
export const cancelBulk = decision(
  'bulk.cancelled',
  byState(
    isOpen,
    `state = 'cancelled', ended_at = $3, paused_because = null, paused_at = null, needs_kopecks = null,
     sealed_file = null, claim_id = null`,
  ),
  stops,
);

async function move(tx: Tx, { clientId, bulkId }: BulkKey, changes: string, now: Date): Promise<BulkOrder> {
  const { rows } = await tx.query<BulkOrder>(
    `update bulk_orders b set ${changes} where b.client_id = $1 and b.id = $2 returning ${bulkColumns}`,
    [clientId, bulkId, now],
  );
  const [bulk] = rows;
  if (bulk === undefined) throw new Error('A locked bulk order is gone.');
  return bulk;
}
