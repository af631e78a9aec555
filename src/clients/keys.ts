/** The keys by which a client signs, and the secret that signs its callbacks. */
import { clientParty } from '../people/access/party.ts';
import { actorOf, permit, type Principal } from '../people/access/principal.ts';
import { recordAct } from '../people/audit/record-act.ts';
import { atomically, type DatabaseOrTx, type Sql } from '../platform/database/database.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { callbackSecretContext, newCallbackSecret, type KeyKind } from './client.ts';

/** How statements on the keys of a kind begin; whole, because the rights of processes follow from them. */
export const keySql: Record<KeyKind, Record<'from' | 'insert' | 'update', string>> = {
  live: { from: 'from client_keys', insert: 'insert into client_keys', update: 'update client_keys' },
  test: {
    from: 'from client_test_keys',
    insert: 'insert into client_test_keys',
    update: 'update client_test_keys',
  },
};

/** The name of a key in the audit. */
export const keyName = (kind: KeyKind, version: number): string =>
  `${kind === 'test' ? 'test key' : 'key'} ${version}`;

export interface ClientKey {
  version: number;
  createdAt: Date;
  /** When the key stops being valid; null: it has not been replaced. */
  retiresAt: Date | null;
  isLive: boolean;
}

/** Retired ones are history; the last few suffice. */
const mostListed = 20;

/** The signing keys of a kind without their secrets, newest first. */
export async function listKeys(
  db: Sql,
  clientId: number,
  now: Date,
  kind: KeyKind = 'live',
): Promise<ClientKey[]> {
  const { rows } = await db.query<ClientKey>(
    `select version, created_at as "createdAt", retires_at as "retiresAt",
       retires_at is null or retires_at > $2 as "isLive"
     ${keySql[kind].from} where client_id = $1 order by version desc limit $3`,
    [clientId, now, mostListed],
  );
  return rows;
}

export interface KeyAsk {
  clientId: number;
  version: number;
  kind?: KeyKind;
}

/** Ends a key before its time: a live one that has been replaced, as the newest is ended only by a rotation; any test key. */
export async function retireKey(
  db: DatabaseOrTx,
  keyring: Keyring,
  principal: Principal,
  { clientId, version, kind = 'live' }: KeyAsk,
  now: Date,
): Promise<{ is: 'retired' | 'missing' | 'step-up' }> {
  const party = clientParty(clientId);
  const permitted = permit(principal, 'keys.change', party, now);
  if (permitted !== 'permitted') return { is: permitted === 'step-up' ? 'step-up' : 'missing' };
  return atomically<{ is: 'retired' | 'missing' }>(db, async (tx) => {
    const { rowCount } = await tx.query(
      `${keySql[kind].update} set retires_at = $3 where client_id = $1 and version = $2
         and coalesce(retires_at, $4::timestamptz) > $3`,
      [clientId, version, now, kind === 'test' ? 'infinity' : null],
    );
    if (rowCount !== 1) return { is: 'missing' };
    const act = { party, by: actorOf(principal), act: 'keys.retired', about: keyName(kind, version) };
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
