import { timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { networkGuard } from '../clients/client-directory.ts';
import type { Sql } from '../platform/database.ts';
import { tokenHash } from '../platform/keyring.ts';
import { isPassword } from '../platform/password.ts';
import { accessColumns, supplierOfToken, type IntegrationAccess } from './integration-access.ts';

/** Answers whose credentials these are; null for all others, whatever is wrong with them. */
export type RecogniseSupplier = (authorization: string, address: string) => Promise<IntegrationAccess | null>;

/** A change of an access is seen after this time at the latest. */
const keptMs = 1000;
const maxKept = 1000;
const maxPasswordLength = 200;
const nobodysToken = Buffer.alloc(32);

interface AccessRow extends IntegrationAccess {
  tokenHash: Buffer | null;
  passwordHash: string | null;
}

/** Bearer tokens and basic passwords alike. Unknown, wrong and from elsewhere cost the same work and answer alike. */
export function createSupplierRecogniser(db: Sql): RecogniseSupplier {
  // Kept by the hash of the credentials, so that none lies about in memory.
  const kept = new LRUCache<string, IntegrationAccess>({ max: maxKept, ttl: keptMs });

  async function judge(authorization: string): Promise<IntegrationAccess | null> {
    const [scheme = '', credentials = ''] = authorization.split(/ +/, 2);
    switch (scheme.toLowerCase()) {
      case 'bearer':
        return byToken(db, credentials);
      case 'basic':
        return byPassword(db, credentials);
      default:
        return null;
    }
  }

  return async (authorization, address) => {
    const key = tokenHash(authorization).toString('base64');
    const access = kept.get(key) ?? (await judge(authorization));
    if (access === null) return null;
    kept.set(key, access, { noUpdateTTL: true });
    return networkGuard(access.allowedNetworks)(address) ? access : null;
  };
}

async function byToken(db: Sql, token: string): Promise<IntegrationAccess | null> {
  const row = await readRow(db, `a.supplier_id = $1`, supplierOfToken(token) ?? 0);
  const agrees = timingSafeEqual(row?.tokenHash ?? nobodysToken, tokenHash(token));
  return agrees && row?.tokenHash ? row : null;
}

async function byPassword(db: Sql, credentials: string): Promise<IntegrationAccess | null> {
  const [userName = '', ...rest] = Buffer.from(credentials, 'base64').toString('utf8').split(':');
  const password = rest.join(':');
  if (password.length > maxPasswordLength) return null;
  const row = await readRow(db, `a.user_name = $1`, userName.replaceAll('\0', ''));
  return (await isPassword(password, row?.passwordHash ?? null)) ? row : null;
}

async function readRow(db: Sql, where: string, value: string | number): Promise<AccessRow | null> {
  const { rows } = await db.query<AccessRow>(
    `select ${accessColumns}, a.token_hash as "tokenHash", a.password_hash as "passwordHash"
     from integration_access a join suppliers s on s.id = a.supplier_id where ${where}`,
    [value],
  );
  return rows[0] ?? null;
}
