import { atomically, type DatabaseOrTx, type Sql } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { mastersOf, masterOf, type MasterKeys } from '../../platform/secrets/master-key.ts';
import { operator } from '../../people/access/party.ts';
import { actorOf, type Principal } from '../../people/access/principal.ts';
import { recordAct } from '../../people/audit/record-act.ts';

/**
 * When somebody last proved to have the present master key on paper; null: nobody did; `hidden`: the role of `work` may
 * not read that.
 */
export async function keyKeptAt(db: Sql, config: MasterKeys): Promise<Date | null | 'hidden'> {
  const allowed = await db.query<{ may: boolean }>(
    `select has_table_privilege('master_key_backups', 'select') as may`,
  );
  if (allowed.rows[0]?.may !== true) return 'hidden';
  const [{ fingerprint }] = mastersOf(config);
  const { rows } = await db.query<{ at: Date }>(
    `select confirmed_at as at from master_key_backups where fingerprint = $1`,
    [fingerprint],
  );
  return rows[0]?.at ?? null;
}

/** Spaces and hyphens that make a printed key readable. */
const separators = /[\s-]+/g;

/** Compares a master key that was typed from its backup sheet with the present one, and notes that they agree. */
export async function confirmKeyBackup(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  { typed, config }: { typed: string; config: MasterKeys },
  now: Date,
): Promise<{ is: 'confirmed' | 'differs' | 'forbidden' }> {
  if (principal.is !== 'command') return { is: 'forbidden' };
  const [{ fingerprint }] = mastersOf(config);
  const bytes = Buffer.from(typed.replaceAll(separators, ''), 'base64');
  if (bytes.length !== config.masterKey.length || !masterOf(bytes).fingerprint.equals(fingerprint))
    return { is: 'differs' };
  return atomically(db, async (tx) => {
    const { actor, actorName } = actorOf(principal);
    await tx.query(
      `insert into master_key_backups (fingerprint, confirmed_by, confirmed_at) values ($1, $2, $3)
       on conflict (fingerprint) do update set confirmed_by = excluded.confirmed_by, confirmed_at = excluded.confirmed_at`,
      [fingerprint, actor, now],
    );
    const act = { party: operator, by: { actor, actorName }, act: 'setup.key-kept', about: 'master key' };
    await recordAct(tx, keyring, act, now);
    return { is: 'confirmed' } as const;
  });
}
