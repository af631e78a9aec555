/** A supplier's settings of its tills. */
import type { Keyring } from '../platform/secrets/keyring.ts';
import { atomically, type DatabaseOrTx, type Sql } from '../platform/database/database.ts';
import type { Party } from '../people/access/party.ts';
import { actorOf, may, type Principal } from '../people/access/principal.ts';
import { recordAct } from '../people/audit/record-act.ts';

/** How long a redemption can be undone, where the supplier has not set it. */
const defaultUndoMinutes = 15;
/** A day after its end, nothing of a settled period can change by undoing. */
export const maxUndoMinutes = 1440;

export interface TillSettings {
  /** 0: redemptions cannot be undone. */
  undoMinutes: number;
}

export async function findTillSettings(db: Sql, supplierId: number): Promise<TillSettings> {
  const { rows } = await db.query<TillSettings>(
    `select undo_minutes as "undoMinutes" from till_settings where supplier_id = $1`,
    [supplierId],
  );
  return rows[0] ?? { undoMinutes: defaultUndoMinutes };
}

export type TillSettingsSet = 'set' | 'forbidden' | 'no-time';

/** Holds from now on, also for what was redeemed before. */
export async function setTillSettings(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  { supplierId, undoMinutes }: TillSettings & { supplierId: number },
  now: Date,
): Promise<TillSettingsSet> {
  const party: Party = { side: 'supplier', partyId: supplierId };
  if (!may(principal, 'tills.change', party)) return 'forbidden';
  if (!Number.isInteger(undoMinutes) || undoMinutes < 0 || undoMinutes > maxUndoMinutes) return 'no-time';
  return atomically(db, async (tx): Promise<TillSettingsSet> => {
    const before = await findTillSettings(tx, supplierId);
    if (before.undoMinutes === undoMinutes) return 'set';
    await tx.query(
      `insert into till_settings (supplier_id, undo_minutes) values ($1, $2)
       on conflict (supplier_id) do update set undo_minutes = excluded.undo_minutes`,
      [supplierId, undoMinutes],
    );
    const act = { party, by: actorOf(principal), act: 'tills.settings-changed', about: 'tills' };
    await recordAct(tx, keyring, { ...act, before, after: { undoMinutes } }, now);
    return 'set';
  });
}
