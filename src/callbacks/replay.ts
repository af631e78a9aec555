/** Sends callbacks again: one, or all that failed since a time. */
import { clientParty } from '../people/access/party.ts';
import { actorOf, may, type Principal } from '../people/access/principal.ts';
import { recordAct } from '../people/audit/record-act.ts';
import { atomically, type DatabaseOrTx } from '../platform/database/database.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';

const dueAgain = `state = 'due', due_at = $2, tries = 0, claim_id = null, leased_until = null, ended_at = null`;

/**
 * Sends a callback again: the same bytes with the same message id, due at once, with eight new attempts. Earlier
 * attempts stay recorded; one in progress can no longer finish the callback.
 */
export async function replayCallback(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  { clientId, requestId }: { clientId: number; requestId: number },
  now: Date,
): Promise<{ is: 'replayed' | 'not-found' }> {
  const party = clientParty(clientId);
  if (!may(principal, 'callbacks.replay', party)) return { is: 'not-found' };
  return atomically<{ is: 'replayed' | 'not-found' }>(db, async (tx) => {
    const { rowCount } = await tx.query(
      `update callbacks set ${dueAgain} where client_id = $1 and request_id = $3`,
      [clientId, now, requestId],
    );
    if (rowCount !== 1) return { is: 'not-found' };
    const act = { party, by: actorOf(principal), act: 'callbacks.replayed', about: `request ${requestId}` };
    await recordAct(tx, keyring, act, now);
    return { is: 'replayed' };
  });
}

/** How many failed callbacks one act replays; for more, the act is repeated. */
const mostReplayed = 5000;

export type FailedReplayed = { is: 'replayed'; callbacks: number; more: boolean } | { is: 'forbidden' };

/** Sends again what has failed for good since a moment, the oldest first. */
export async function replayFailed(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  { clientId, since, most = mostReplayed }: { clientId: number; since: Date; most?: number },
  now: Date,
): Promise<FailedReplayed> {
  const party = clientParty(clientId);
  if (!may(principal, 'callbacks.replay', party)) return { is: 'forbidden' };
  return atomically<FailedReplayed>(db, async (tx) => {
    const { rowCount } = await tx.query(
      `with failed as (
         select request_id from callbacks
         where client_id = $1 and state = 'abandoned' and ended_at >= $3
         order by ended_at, request_id limit $4 for update)
       update callbacks set ${dueAgain} from failed
       where callbacks.client_id = $1 and callbacks.request_id = failed.request_id`,
      [clientId, now, since, most],
    );
    const callbacks = rowCount ?? 0;
    if (callbacks === 0) return { is: 'replayed', callbacks, more: false };
    const act = { party, by: actorOf(principal), act: 'callbacks.failed-replayed', about: 'callbacks' };
    await recordAct(tx, keyring, { ...act, after: { since, callbacks } }, now);
    return { is: 'replayed', callbacks, more: callbacks === most };
  });
}
