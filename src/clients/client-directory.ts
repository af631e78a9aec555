/** The clients that call, with their keys, cached; and the signature of a request. */
import { LRUCache } from 'lru-cache';
import type { Context } from '../context.ts';
import { forEachCell } from '../platform/cells/cell-context.ts';
import type { Sql } from '../platform/database/database.ts';
import { gather } from '../platform/batching/gather.ts';
import { networkFilter } from '../platform/network/network-filter.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { clientColumns, clientKeyContext, type Client, type KeyKind } from './client.ts';
import { sandboxColumn, usualSandbox, withTestKey, type Sandbox } from './sandbox.ts';
import { hash } from 'node:crypto';
import { areSameBytes } from '../platform/secrets/constant-time.ts';

/** A client with what is needed to authenticate its requests. */
export interface KnownClient extends Client {
  switchedOn: boolean;
  /** Valid signing secrets: live ones, newest first, then those of test keys. */
  secrets: string[];
  /** Versions of the same keys. */
  keyVersions: number[];
  /** How many of them are live. */
  liveKeys: number;
  sandbox: Sandbox;
  /** Whether the client may call from this network address. */
  mayCallFrom(address: string): boolean;
}

export interface ClientDirectory {
  /** `id` as received. Synchronous if the client is cached. */
  find(id: string): KnownClient | null | Promise<KnownClient | null>;
}

/** A change of a client or its keys takes effect within this time. */
const keptMs = 1000;
const maxKept = 10_000;
/** Digits without leading zeros, below 2^53. */
const idForm = /^[1-9]\d{0,14}$/;
const lookups = { batch: 500, concurrency: 2, waiting: 10_000, lingerMs: 0, waitMs: 5000 };

/** Caches clients for a moment; concurrent lookups of one client read its row once. */
export function createClientDirectory(
  ctx: Pick<Context, 'db' | 'cells' | 'keyring' | 'clock'>,
): ClientDirectory {
  const { keyring, clock } = ctx;
  const lookUps = forEachCell(ctx, ({ db }) =>
    gather((ids: number[]) => readClients(db, keyring, ids, clock.now()), lookups),
  );
  const kept = new LRUCache<number, Kept>({
    max: maxKept,
    ttl: keptMs,
    fetchMethod(id) {
      const answer = lookUps.of(id)(id);
      if (answer === 'full') throw new Error('Too many unknown clients are being looked up.');
      return answer;
    },
    ignoreFetchAbort: true,
  });

  async function load(id: number): Promise<KnownClient | null> {
    return (await kept.forceFetch(id, { forceRefresh: true })).client;
  }

  const isOver = ({ untilMs }: Kept): boolean => untilMs !== Infinity && clock.now().getTime() >= untilMs;

  return {
    find(text) {
      if (!idForm.test(text)) return null;
      const id = Number(text);
      const entry = kept.get(id);
      return entry === undefined || isOver(entry) ? load(id) : entry.client;
    },
  };
}

interface Kept {
  client: KnownClient | null;
  /** When the first of its keys retires, in milliseconds since the epoch. */
  untilMs: number;
}

interface ClientRow extends Omit<Client, 'allowedNetworks'> {
  switchedOn: boolean;
  allowedNetworks: string[];
  keyVersions: number[];
  keySecrets: Buffer[];
  keyRetirements: (Date | null)[];
  keyKinds: KeyKind[];
  sandbox: Sandbox | null;
}

/** Its keys, live ones first, as arrays of equal order. */
const keysOfClient = `(
    select array_agg(k.version) as versions, array_agg(k.secret) as secrets, array_agg(k.retires_at) as retirements,
      array_agg(k.kind) as kinds
    from (
      select 'live' as kind, version, secret, retires_at from client_keys where client_id = c.id
      union all select 'test', version, secret, retires_at from client_test_keys where client_id = c.id
      order by kind, version desc) k)`;

async function readClients(db: Sql, keyring: Keyring, ids: number[], now: Date): Promise<Kept[]> {
  const { rows } = await db.query<ClientRow>(
    `select ${clientColumns}, c.switched_on as "switchedOn",
       coalesce(k.versions, '{}') as "keyVersions", coalesce(k.secrets, '{}') as "keySecrets",
       coalesce(k.retirements, '{}') as "keyRetirements", coalesce(k.kinds, '{}') as "keyKinds", ${sandboxColumn}
     from clients c cross join lateral ${keysOfClient} k where c.id = any((select $1::bigint[])::bigint[])`,
    [ids],
  );
  await keyring.knowClients(db, ids);
  const entries = new Map(rows.map((row) => [row.id, keptClient(row, keyring, now)]));
  return ids.map((id) => entries.get(id) ?? { client: null, untilMs: Infinity });
}

function keptClient(row: ClientRow, keyring: Keyring, now: Date): Kept {
  const { keyVersions, keySecrets, keyRetirements, keyKinds, sandbox, ...client } = row;
  const keys = keySecrets.map((sealed, index) => ({
    sealed,
    version: keyVersions[index] ?? 0,
    retiresMs: keyRetirements[index]?.getTime() ?? Infinity,
    kind: keyKinds[index] ?? 'live',
  }));
  const valid = keys.filter(({ retiresMs }) => retiresMs > now.getTime());
  const secrets = valid.map(({ sealed, version, kind }) =>
    keyring.ofClient(row.id).open(sealed, clientKeyContext(row.id, version, kind)),
  );
  return {
    client: {
      ...client,
      secrets,
      keyVersions: valid.map(({ version }) => version),
      liveKeys: valid.filter(({ kind }) => kind === 'live').length,
      sandbox: sandbox ?? usualSandbox,
      mayCallFrom: networkFilter(client.allowedNetworks),
    },
    untilMs: Math.min(...valid.map(({ retiresMs }) => retiresMs)),
  };
}

/** Used for unknown clients, so that they take as long to refuse as known ones. */
const secretOfUnknownClient = 'there is no such client and this is no secret';
const signatureForm = /^[0-9a-f]{64}$/i;
const noSignature = Buffer.alloc(32);

/** The expected `sig`. `data` is the decoded text, exactly as it was sent. */
export function signatureOf(cmd: string, data: string, secret: string): string {
  return hash('sha256', cmd + data + secret, 'hex');
}

interface Signed {
  cmd: string;
  data: string;
  sig: string;
}

/**
 * The client named in a request, if the request is certainly its own, and the key that says so. With a test key it is
 * another client in all that matters: what it orders costs nothing, and it sees nothing else.
 */
export function authenticate(
  client: KnownClient | null,
  request: Signed,
  address: string,
): { client: KnownClient; keyVersion: number } | 'signature-refused' | 'address-refused' {
  const signed = signedBy(request, client?.secrets ?? []);
  const keyVersion = client?.keyVersions[signed];
  if (client === null || keyVersion === undefined || !client.switchedOn) return 'signature-refused';
  if (!client.mayCallFrom(address)) return 'address-refused';
  const isLive = signed < client.liveKeys;
  return { client: isLive ? client : withTestKey(client, client.sandbox), keyVersion };
}

/** Which of the valid secrets made this signature; -1: none. Takes the same time whichever of them did, or none. */
function signedBy(request: Signed, secrets: readonly string[]): number {
  const given = signatureForm.test(request.sig) ? Buffer.from(request.sig, 'hex') : noSignature;
  let signed = -1;
  for (const [index, secret] of (secrets.length === 0 ? [secretOfUnknownClient] : secrets).entries()) {
    const expected = hash('sha256', request.cmd + request.data + secret, 'buffer');
    if (areSameBytes(given, expected)) signed = index;
  }
  return secrets.length > 0 ? signed : -1;
}

export const isSigned = (request: Signed, secrets: readonly string[]): boolean =>
  signedBy(request, secrets) !== -1;
