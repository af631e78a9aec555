import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../platform/clock.ts';
import type { Sql } from '../platform/database.ts';
import { gather } from '../platform/gather.ts';
import type { Keyring } from '../platform/keyring.ts';
import type { Client } from './client.ts';
import { clientKeyContext } from './client-secrets.ts';

/** A client and what is needed to believe that a request is its own. */
export interface KnownClient extends Client {
  switchedOn: boolean;
  /** Signing secrets that are live at this moment, the newest first. */
  secrets: string[];
  /** Whether the client may call from this network address. */
  mayCallFrom(address: string): boolean;
}

export interface ClientDirectory {
  /** `id` as it came over the wire. */
  find(id: string): Promise<KnownClient | null>;
}

/** A change of a client or its keys is seen after this time at the latest. */
const keptMs = 1000;
const maxKept = 10_000;
/** Digits without leading zeros, below 2^53. */
const idForm = /^[1-9]\d{0,14}$/;
const lookups = { batch: 500, concurrency: 2, waiting: 10_000, lingerMs: 0 };

/** Keeps clients in memory for a moment; any number of look-ups of one client at a time are one row read. */
export function createClientDirectory(db: Sql, keyring: Keyring, clock: Clock): ClientDirectory {
  const kept = new LRUCache<number, { client: StoredClient | null }>({ max: maxKept, ttl: keptMs });
  const underWay = new Map<number, Promise<StoredClient | null>>();
  const lookUp = gather((ids: number[]) => readClients(db, keyring, ids), lookups);

  function load(id: number): Promise<StoredClient | null> {
    const loading = underWay.get(id);
    if (loading !== undefined) return loading;
    const answer = lookUp(id);
    if (answer === 'full') throw new Error('Too many unknown clients are being looked up.');
    const noted = answer
      .then((client) => {
        kept.set(id, { client });
        return client;
      })
      .finally(() => underWay.delete(id));
    underWay.set(id, noted);
    return noted;
  }

  return {
    async find(text) {
      if (!idForm.test(text)) return null;
      const id = Number(text);
      const found = kept.get(id);
      const stored = found === undefined ? await load(id) : found.client;
      return stored === null ? null : liveClient(stored, clock.now());
    },
  };
}

interface StoredKey {
  secret: string;
  retiresAt: Date | null;
}

interface StoredClient {
  known: Omit<KnownClient, 'secrets'>;
  keys: StoredKey[];
}

function liveClient({ known, keys }: StoredClient, now: Date): KnownClient {
  const live = keys.filter(({ retiresAt }) => retiresAt === null || retiresAt > now);
  return { ...known, secrets: live.map(({ secret }) => secret) };
}

interface ClientRow extends Omit<Client, 'allowedNetworks'> {
  switchedOn: boolean;
  allowedNetworks: string[];
  keyVersions: number[];
  keySecrets: Buffer[];
  keyRetirements: (Date | null)[];
}

async function readClients(db: Sql, keyring: Keyring, ids: number[]): Promise<(StoredClient | null)[]> {
  const { rows } = await db.query<ClientRow>(
    `select c.id, c.name, c.registered_at as "registeredAt", c.switched_on as "switchedOn",
       c.test_mode as "testMode", c.delayed_mode as "delayedMode", c.callback_url as "callbackUrl",
       c.callback_format as "callbackFormat", c.discount_basis_points as "discountBasisPoints",
       c.allowed_networks::text[] as "allowedNetworks",
       array(select k.version from client_keys k where k.client_id = c.id order by k.version desc) as "keyVersions",
       array(select k.secret from client_keys k where k.client_id = c.id order by k.version desc) as "keySecrets",
       array(select k.retires_at from client_keys k where k.client_id = c.id order by k.version desc) as "keyRetirements"
     from clients c where c.id = any($1::bigint[])`,
    [ids],
  );
  const found = new Map(rows.map((row) => [row.id, storedClient(row, keyring)]));
  return ids.map((id) => found.get(id) ?? null);
}

function storedClient(row: ClientRow, keyring: Keyring): StoredClient {
  const { keyVersions, keySecrets, keyRetirements, ...client } = row;
  const keys = keySecrets.map((sealed, index) => ({
    secret: keyring.open(sealed, clientKeyContext(row.id, keyVersions[index] ?? 0)),
    retiresAt: keyRetirements[index] ?? null,
  }));
  return { known: { ...client, mayCallFrom: networkGuard(client.allowedNetworks) }, keys };
}

/** Without networks everybody may call. IPv4 addresses are the same ones when they come wrapped into IPv6. */
export function networkGuard(networks: string[]): (address: string) => boolean {
  if (networks.length === 0) return () => true;
  const allowed = networks.map((network) => ipaddr.parseCIDR(network));
  return (address) => {
    if (!ipaddr.isValid(address)) return false;
    const caller = ipaddr.process(address);
    return allowed.some((network) => caller.kind() === network[0].kind() && caller.match(network));
  };
}
