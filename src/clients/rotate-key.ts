import { clientParty } from '../people/access/party.ts';
import { actorOf, permit, type Principal } from '../people/access/principal.ts';
import { recordAct } from '../people/audit/record-act.ts';
import { atomically, type DatabaseOrTx, type Tx } from '../platform/database/database.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { clientKeyContext, newSigningSecret, type KeyKind } from './client.ts';
import { keyName, keySql } from './keys.ts';

/** Default time for which an old key stays valid. */
export const defaultRetirementHours = 24;

export type KeyRotation =
  | { is: 'rotated'; version: number; secret: string; oldKeysRetireAt: Date }
  | { is: 'unknown-client' | 'forbidden' | 'step-up' };

export interface RotationAsk {
  clientId: number;
  /** Live unless said otherwise. */
  kind?: KeyKind;
  retireAfterHours?: number;
  /** A fixed one, for tests. */
  secret?: string;
}

/**
 * Gives the client a new signing key, or its first test key. Older keys of the kind retire after the given hours, or
 * earlier if already planned.
 */
export async function rotateKey(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  ask: RotationAsk,
  now: Date,
): Promise<KeyRotation> {
  const party = clientParty(ask.clientId);
  const permitted = permit(principal, 'keys.change', party, now);
  if (permitted !== 'permitted') return { is: permitted };
  return atomically(db, async (tx) => {
    const rotated = await addKey(tx, keyring, ask, now);
    if (rotated.is !== 'rotated') return rotated;
    const after = { version: rotated.version, oldKeysRetireAt: rotated.oldKeysRetireAt };
    const about = keyName(ask.kind ?? 'live', rotated.version);
    await recordAct(tx, keyring, { party, by: actorOf(principal), act: 'keys.rotated', about, after }, now);
    return rotated;
  });
}

async function addKey(tx: Tx, keyring: Keyring, ask: RotationAsk, now: Date): Promise<KeyRotation> {
  const { clientId, kind = 'live', retireAfterHours = defaultRetirementHours } = ask;
  const { secret = newSigningSecret(kind) } = ask;
  const { from, insert, update } = keySql[kind];
  const known = await tx.query(`select from clients where id = $1 and forgotten_at is null for update`, [
    clientId,
  ]);
  if (known.rowCount === 0) return { is: 'unknown-client' };
  const { rows } = await tx.query<{ version: number }>(
    `select coalesce(max(version), 0) + 1 as version ${from} where client_id = $1`,
    [clientId],
  );
  const version = rows[0]?.version ?? 1;
  const oldKeysRetireAt = new Date(now.getTime() + retireAfterHours * 3_600_000);
  await tx.query(`${update} set retires_at = least(retires_at, $2) where client_id = $1`, [
    clientId,
    oldKeysRetireAt,
  ]);
  await tx.query(`${insert} (client_id, version, secret, created_at) values ($1, $2, $3, $4)`, [
    clientId,
    version,
    keyring.ofClient(clientId).seal(secret, clientKeyContext(clientId, version, kind)),
    now,
  ]);
  return { is: 'rotated', version, secret, oldKeysRetireAt };
}
