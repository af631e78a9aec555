/** Moves the clock of one test order: all of it that waits for a time comes so much sooner. Live orders have no such clock. */
import { moveCallback } from '../../callbacks/move-callback.ts';
import { moveDeliveries } from '../../messaging/queue/move-deliveries.ts';
import { actorOf, may, type Principal } from '../../people/access/principal.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import { atomically, type DatabaseOrTx, type Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { RequestKey } from '../find-requests.ts';

/** Limit of one step and of all together: no order waits longer. */
export const mostMovedSeconds = 366 * 86_400;

export interface ClockAsk extends RequestKey {
  seconds: number;
}

export type ClockMoved =
  /** How far the clock of the order is ahead in all. */
  | { is: 'moved'; aheadSeconds: number }
  /** There is no such test order of this client. */
  | { is: 'missing' }
  | { is: 'too-far' };

/** For a program with a test key; for people, see `moveClockByPerson`. */
export const moveTestClock = (db: DatabaseOrTx, ask: ClockAsk, now: Date): Promise<ClockMoved> =>
  atomically(db, (tx) => move(tx, ask, now));

export async function moveClockByPerson(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  ask: ClockAsk,
  now: Date,
): Promise<ClockMoved> {
  const party = { side: 'client', partyId: ask.clientId } as const;
  if (!may(principal, 'settings.change', party)) return { is: 'missing' };
  return atomically<ClockMoved>(db, async (tx) => {
    const moved = await move(tx, ask, now);
    if (moved.is !== 'moved') return moved;
    const act = {
      party,
      by: actorOf(principal),
      act: 'order.clock-moved',
      about: `request ${ask.requestId}`,
    };
    await recordAct(tx, keyring, { ...act, after: { seconds: ask.seconds } }, now);
    return moved;
  });
}

async function move(tx: Tx, ask: ClockAsk, now: Date): Promise<ClockMoved> {
  const { rows: found } = await tx.query<{ ahead: number }>(
    `select coalesce(test_ahead_seconds, 0) as ahead from requests
     where client_id = $1 and id = $2 and testmode for update`,
    [ask.clientId, ask.requestId],
  );
  const [order] = found;
  if (order === undefined) return { is: 'missing' };
  const aheadSeconds = order.ahead + ask.seconds;
  if (ask.seconds < 1 || aheadSeconds > mostMovedSeconds) return { is: 'too-far' };
  await moveRequest(tx, ask, aheadSeconds, now);
  await moveCallback(tx, ask, now);
  await moveDeliveries(tx, ask, now);
  return { is: 'moved', aheadSeconds };
}

/** A ttl that would have come after the order's turn still does, by as much; and its turn is not before that of older orders. */
async function moveRequest(
  tx: Tx,
  { clientId, requestId, seconds }: ClockAsk,
  aheadSeconds: number,
  now: Date,
): Promise<void> {
  await tx.query(
    `update requests r set test_ahead_seconds = $3,
       due_at = case when r.state in ('queued', 'delayed') then greatest(r.due_at - $4 * interval '1 second', r.accepted_at)
         else r.due_at end,
       ttl_at = case
         when r.state not in ('queued', 'delayed') then r.ttl_at
         when r.due_at < r.ttl_at and r.due_at - $4 * interval '1 second' <= $5
           then greatest(r.ttl_at - $4 * interval '1 second', $5 + (r.ttl_at - r.due_at))
         else r.ttl_at - $4 * interval '1 second' end
     where r.client_id = $1 and r.id = $2 and r.testmode`,
    [clientId, requestId, aheadSeconds, seconds, now],
  );
}
