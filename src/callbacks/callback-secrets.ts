import { LRUCache } from 'lru-cache';
import type { Sql } from '../platform/database/database.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { callbackSecretContext } from './webhook-signature.ts';

/** A changed secret is used within this time. */
const keepOpenedMs = 1000;
const maxOpened = 2000;

/** Opens the callback secrets of several clients at once; an unknown client, or one whose key is lost, has none. */
export type CallbackSecrets = (clientIds: number[]) => Promise<Map<number, string>>;

export function callbackSecrets(db: Sql, keyring: Keyring): CallbackSecrets {
  const opened = new LRUCache<number, string>({ max: maxOpened, ttl: keepOpenedMs });
  return async (clientIds) => {
    const wanted = new Set(clientIds);
    const secrets = new Map<number, string>();
    for (const id of wanted) {
      const secret = opened.get(id);
      if (secret !== undefined) secrets.set(id, secret);
    }
    const missing = [...wanted].filter((id) => !secrets.has(id));
    if (missing.length === 0) return secrets;
    const { rows } = await db.query<{ id: number; callback_secret: Buffer }>(
      `select id, callback_secret from clients where id = any($1::bigint[])`,
      [missing],
    );
    for (const row of rows) {
      const secret = openOrNull(keyring, row);
      if (secret === null) continue;
      opened.set(row.id, secret);
      secrets.set(row.id, secret);
    }
    return secrets;
  };
}

/** A lost key of one client must not stop the callbacks of the others. */
function openOrNull(keyring: Keyring, row: { id: number; callback_secret: Buffer }): string | null {
  try {
    return keyring.open(row.callback_secret, callbackSecretContext(row.id));
  } catch {
    return null;
  }
}
