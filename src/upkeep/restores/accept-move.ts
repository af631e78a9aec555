/** A person confirms that the database lost nothing when it moved: stopped, copied and started elsewhere. */
import { operator } from '../../people/access/party.ts';
import { actorOf, type Principal } from '../../people/access/principal.ts';
import { recordAct } from '../../people/audit/record-act.ts';
import { atomically, type DatabaseOrTx } from '../../platform/database/database.ts';
import { acceptHistory, wasRestored } from '../../platform/database/history.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';

export type MoveAccepted = 'accepted' | 'not-restored' | 'no-reason' | 'forbidden';

export async function acceptMove(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  reason: string,
  now: Date,
): Promise<MoveAccepted> {
  if (principal.is !== 'command') return 'forbidden';
  if (reason.trim() === '') return 'no-reason';
  return atomically<MoveAccepted>(db, async (tx) => {
    if (!(await wasRestored(tx))) return 'not-restored';
    await acceptHistory(tx);
    const act = { party: operator, by: actorOf(principal), act: 'restore.nothing-lost', about: 'database' };
    await recordAct(tx, keyring, { ...act, after: { reason: reason.trim() } }, now);
    return 'accepted';
  });
}
