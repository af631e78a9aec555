/** The keys by which a client signs, and the secret that signs its callbacks. */
import { clientParty } from '../people/access/party.ts';
import { actorOf, permit, type Principal } from '../people/access/principal.ts';
import { recordAct } from '../people/audit/record-act.ts';
import { atomically, type DatabaseOrTx, type Sql } from '../platform/database/database.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { callbackSecretContext, newCallbackSecret } from './client.ts';

export interface ClientKey {
  version: number;
  createdAt: Date;
  /** From when it signs nothing any more; null: it has not been replaced. */
  retiresAt: Date | null;
  isLive: boolean;
}

/** Retired ones are history; the last few suffice. */
const mostListed = 20;

/** The signing keys without their secrets, newest first. */
export async function listKeys(db: Sql, clientId: number, now: Date): Promise<ClientKey[]> {
  const { rows } = await db.query<ClientKey>(
    `select version, created_at as "createdAt", retires_at as "retiresAt",
       retires_at is null or retires_at > $2 as "isLive"
     from client_keys where client_id = $1 order by version desc limit $3`,
    [clientId, now, mostListed],
  );
  return rows;
}

export interface KeyAsk {
  clientId: number;
  version: number;
}

/** Ends a key that has been replaced before its time. The newest one is ended only by a rotation. */
export async function retireKey(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  { clientId, version }: KeyAsk,
  now: Date,
): Promise<{ is: 'retired' | 'missing' | 'step-up' }> {
  const party = clientParty(clientId);
  const permitted = permit(principal, 'keys.change', party, now);
  if (permitted !== 'permitted') return { is: permitted === 'step-up' ? 'step-up' : 'missing' };
  return atomically<{ is: 'retired' | 'missing' }>(db, async (tx) => {
    const { rowCount } = await tx.query(
      `update client_keys set retires_at = $3 where client_id = $1 and version = $2 and retires_at > $3`,
      [clientId, version, now],
    );
    if (rowCount !== 1) return { is: 'missing' };
    const act = { party, by: actorOf(principal), act: 'keys.retired', about: `key ${version}` };
    await recordAct(tx, keyring, act, now);
    return { is: 'retired' };
  });
}

export type CallbackSecretReplaced =
  | { is: 'replaced'; secret: string }
  | { is: 'unknown-client' | 'forbidden' | 'step-up' };

/** A new secret for the signature of callbacks, in effect within a second; a receiver that refuses meanwhile is called again. */
export async function replaceCallbackSecret(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  clientId: number,
  now: Date,
): Promise<CallbackSecretReplaced> {
  const party = clientParty(clientId);
  const permitted = permit(principal, 'keys.change', party, now);
  if (permitted !== 'permitted') return { is: permitted };
  return atomically<CallbackSecretReplaced>(db, async (tx) => {
    const secret = newCallbackSecret();
    const { rowCount } = await tx.query(
      `update clients set callback_secret = $2 where id = $1 and forgotten_at is null`,
      [clientId, keyring.ofClient(clientId).seal(secret, callbackSecretContext(clientId))],
    );
    if (rowCount !== 1) return { is: 'unknown-client' };
    const act = { party, by: actorOf(principal), act: 'keys.callback-secret-replaced', about: 'callbacks' };
    await recordAct(tx, keyring, act, now);
    return { is: 'replaced', secret };
  });
}
