import { atomically, type DatabaseOrTx, type Tx } from '../platform/database/database.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { clientKeyContext, newSigningSecret } from './client.ts';

/** Default time for which an old key stays valid. */
export const defaultRetirementHours = 24;

export type KeyRotation =
  | { is: 'rotated'; version: number; secret: string; oldKeysRetireAt: Date }
  | { is: 'unknown-client' };

export interface RotationAsk {
  clientId: number;
  retireAfterHours?: number;
  /** A fixed one, for tests. */
  secret?: string;
}

/** Gives the client a new signing key. Older keys retire after the given hours, or earlier if already planned. */
export function rotateKey(
  db: DatabaseOrTx,
  keyring: Keyring,
  ask: RotationAsk,
  now: Date,
): Promise<KeyRotation> {
  return atomically(db, (tx) => addKey(tx, keyring, ask, now));
}

async function addKey(tx: Tx, keyring: Keyring, ask: RotationAsk, now: Date): Promise<KeyRotation> {
  const { clientId, retireAfterHours = defaultRetirementHours, secret = newSigningSecret() } = ask;
  const known = await tx.query(`select from clients where id = $1 for update`, [clientId]);
  if (known.rowCount === 0) return { is: 'unknown-client' };
  const { rows } = await tx.query<{ version: number }>(
    `select coalesce(max(version), 0) + 1 as version from client_keys where client_id = $1`,
    [clientId],
  );
  const version = rows[0]?.version ?? 1;
  const oldKeysRetireAt = new Date(now.getTime() + retireAfterHours * 3_600_000);
  await tx.query(`update client_keys set retires_at = least(retires_at, $2) where client_id = $1`, [
    clientId,
    oldKeysRetireAt,
  ]);
  await tx.query(`insert into client_keys (client_id, version, secret, created_at) values ($1, $2, $3, $4)`, [
    clientId,
    version,
    keyring.seal(secret, clientKeyContext(clientId, version)),
    now,
  ]);
  return { is: 'rotated', version, secret, oldKeysRetireAt };
}
