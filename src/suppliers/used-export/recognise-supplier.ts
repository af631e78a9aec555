/** Recognises a supplier's program by its credentials and network. */
import { LRUCache } from 'lru-cache';
import { networkFilter } from '../../platform/network/network-filter.ts';
import type { Sql } from '../../platform/database/database.ts';
import { tokenHash, type Keyring } from '../../platform/secrets/keyring.ts';
import { isPassword } from '../../platform/secrets/password.ts';
import { judgeWithin, type Judged } from '../../platform/throttle/judge-within.ts';
import { networkOf } from '../../platform/throttle/network-of.ts';
import { createThrottle, type ThrottleParts } from '../../platform/throttle/throttle.ts';
import { accessColumns, supplierOfToken, type IntegrationAccess } from './integration-access.ts';
import { areSameBytes } from '../../platform/secrets/constant-time.ts';

export type Recognised =
  | { is: 'supplier'; access: IntegrationAccess }
  /** Any problem with the credentials; `supplierId` if they are right, but not from this network. */
  | { is: 'unknown'; supplierId: number | null }
  | { is: 'refused'; waitSeconds: number };

export type RecogniseSupplier = (authorization: string, address: string) => Promise<Recognised>;

/** Wrong credentials from one network. */
const wrongOfNetwork = { name: 'integration-credentials', tries: 30, windowSeconds: 60 };
/** A change of an access takes effect within this time. */
const keptMs = 1000;
const maxKept = 1000;
const maxPasswordLength = 200;
const unknownToken = Buffer.alloc(32);

interface AccessRow extends IntegrationAccess {
  tokenHash: Buffer | null;
  passwordHash: string | null;
}

/**
 * Authenticates by bearer token or basic password. Unknown, wrong and foreign credentials cost the same work and get
 * the same answer.
 */
export function createSupplierRecogniser(parts: ThrottleParts): RecogniseSupplier {
  const networks = createThrottle(parts, wrongOfNetwork);
  // Keyed by the hash of the credentials, so that none stays in memory.
  const kept = new LRUCache<string, IntegrationAccess>({ max: maxKept, ttl: keptMs });
  const underWay = new Map<string, Promise<Judged<IntegrationAccess | null>>>();

  async function judgeOnce(name: string, key: string, authorization: string, network: string) {
    try {
      const judged = await judgeWithin(
        [[networks, network]],
        () => judge(parts, authorization),
        (access) => access === null,
      );
      if (judged.is === 'judged' && judged.verdict !== null) kept.set(key, judged.verdict);
      return judged;
    } finally {
      underWay.delete(name);
    }
  }

  /** Concurrent requests are judged once: a burst of a till is one attempt. */
  function judgeTogether(authorization: string, address: string): Promise<Judged<IntegrationAccess | null>> {
    const key = tokenHash(authorization).toString('base64');
    const access = kept.get(key);
    if (access !== undefined) return Promise.resolve({ is: 'judged', verdict: access });
    const network = networkOf(address);
    const name = `${key} ${network}`;
    const running = underWay.get(name) ?? judgeOnce(name, key, authorization, network);
    underWay.set(name, running);
    return running;
  }

  return async (authorization, address) => {
    const outcome = await judgeTogether(authorization, address);
    if (outcome.is === 'refused') return outcome;
    const access = outcome.verdict;
    if (access === null) return { is: 'unknown', supplierId: null };
    if (!networkFilter(access.allowedNetworks)(address))
      return { is: 'unknown', supplierId: access.supplierId };
    return { is: 'supplier', access };
  };
}

async function judge(
  { db, keyring }: ThrottleParts,
  authorization: string,
): Promise<IntegrationAccess | null> {
  const [scheme = '', credentials = ''] = authorization.split(/ +/, 2);
  switch (scheme.toLowerCase()) {
    case 'bearer':
      return byToken(db, credentials);
    case 'basic':
      return byPassword(db, keyring, credentials);
    default:
      return null;
  }
}

async function byToken(db: Sql, token: string): Promise<IntegrationAccess | null> {
  const row = await readRow(db, `a.supplier_id = $1`, supplierOfToken(token) ?? 0);
  const agrees = areSameBytes(tokenHash(token), row?.tokenHash ?? unknownToken);
  return agrees && row?.tokenHash ? row : null;
}

async function byPassword(db: Sql, keyring: Keyring, credentials: string): Promise<IntegrationAccess | null> {
  const [userName = '', ...rest] = Buffer.from(credentials, 'base64').toString('utf8').split(':');
  const password = rest.join(':');
  if (password.length > maxPasswordLength) return null;
  const row = await readRow(db, `a.user_name = $1`, userName.replaceAll('\0', ''));
  return (await isPassword(keyring, password, row?.passwordHash ?? null)) ? row : null;
}

async function readRow(db: Sql, where: string, value: string | number): Promise<AccessRow | null> {
  const { rows } = await db.query<AccessRow>(
    `select ${accessColumns}, a.token_hash as "tokenHash", a.password_hash as "passwordHash"
     from integration_access a join suppliers s on s.id = a.supplier_id where ${where}`,
    [value],
  );
  return rows[0] ?? null;
}
