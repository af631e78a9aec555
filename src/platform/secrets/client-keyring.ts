/** The keys of clients: what they seal is lost with them, so that a client can be forgotten (docs/decisions/0066). */
import { createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto';
import type { Sql } from '../database/database.ts';
import { DatabaseUnavailable } from '../database/database-errors.ts';
import { decrypt, encrypt } from './cipher.ts';

/** Seals and opens values bound to a context. */
export interface Sealer {
  seal(plain: string, context: string): Buffer;
  open(sealed: Buffer, context: string): string;
}

/** Set in the first byte of a value that a client's key sealed; the rest is the version of the data key. */
const clientMark = 0x80;
export const mostDataKeyVersion = 0x7fff;

const partBytes = 32;
const keyBytes = 32;
/** What was added since is looked for this far back, so that a slow transaction is not missed. */
const lookBackMinutes = 10;

interface PartRow {
  clientId: number;
  /** Null: destroyed. */
  part: Buffer | null;
  usedFrom: Date | null;
}

interface ClientKey extends PartRow {
  /** The key is the version of the data key. */
  keys: Map<number, KeyObject>;
}

const columns = `client_id as "clientId", part, used_from as "usedFrom"`;

export interface DataKeys {
  /** The version that seals. */
  version(): number;
  key(version: number): KeyObject;
  /** Seals and opens by data keys alone. */
  sealer: Sealer;
}

export type ClientKeyring = ReturnType<typeof clientKeyring>;

/** `homes`: the databases in which the keys of clients lie, one for each cell. */
export function clientKeyring(data: DataKeys, homes: readonly Sql[], openedAt: Date) {
  const known = new Map<number, ClientKey>();
  let now = openedAt;

  function takeUp(rows: readonly PartRow[]): void {
    for (const row of rows) {
      const before = known.get(row.clientId);
      const isSame = row.part !== null && before?.part?.equals(row.part) === true;
      known.set(row.clientId, { ...row, keys: isSame ? before.keys : new Map() });
    }
  }

  async function read(sql: Sql, where: string, values: unknown[] = []): Promise<void> {
    const { rows } = await sql.query<PartRow>(`select ${columns} from client_sealing_keys ${where}`, values);
    takeUp(rows);
  }

  /** Not all keys of these have been read: their node did not answer when they were last asked. */
  const unread = new Set(homes);

  /** Where there are several, one that does not answer keeps nobody from those of the others. */
  async function readHome(home: Sql, where: string): Promise<void> {
    try {
      await read(home, unread.has(home) ? '' : where);
      unread.delete(home);
    } catch (problem) {
      if (homes.length === 1) throw problem;
      unread.add(home);
    }
  }

  const readEach = (where: string): Promise<void[]> =>
    Promise.all(homes.map((home) => readHome(home, where)));

  function refuseUnread(): void {
    if (unread.size > 0) throw new DatabaseUnavailable(new Error('The keys of a cell have not been read.'));
  }

  function keyOf({ clientId, part, keys }: ClientKey, version: number): KeyObject {
    if (part === null) throw new Error(`The key of client ${clientId} is destroyed.`);
    const derived =
      keys.get(version) ??
      createSecretKey(
        Buffer.from(hkdfSync('sha256', data.key(version), part, `client:${clientId}`, keyBytes)),
      );
    keys.set(version, derived);
    return derived;
  }

  function seal(clientId: number, plain: string, context: string): Buffer {
    const client = known.get(clientId);
    // Sealed by a data key it would outlive the key of the client.
    if (client === undefined) refuseUnread();
    // What is still written of a client that was forgotten must open, until the erasure has come to it.
    const isUsed = client !== undefined && client.part !== null && (client.usedFrom ?? now) <= now;
    if (!isUsed) return data.sealer.seal(plain, context);
    const version = data.version();
    const prefix = Buffer.from([clientMark | (version >> 8), version & 0xff]);
    return Buffer.concat([prefix, encrypt(keyOf(client, version), Buffer.from(plain, 'utf8'), context)]);
  }

  function open(clientId: number, sealed: Buffer, context: string): string {
    if (!isOfClient(sealed)) return data.sealer.open(sealed, context);
    const client = known.get(clientId);
    if (client === undefined) refuseUnread();
    if (client === undefined) throw new Error(`The key of client ${clientId} is not known.`);
    const version = sealed.readUInt16BE(0) & mostDataKeyVersion;
    return decrypt(keyOf(client, version), sealed.subarray(2), context).toString('utf8');
  }

  return {
    isDestroyed: (clientId: number): boolean => known.get(clientId)?.part === null,
    ofClient: (clientId: number): Sealer => ({
      seal: (plain, context) => seal(clientId, plain, context),
      open: (sealed, context) => open(clientId, sealed, context),
    }),
    async knowClients(sql: Sql, clientIds: readonly number[]): Promise<void> {
      const unknown = clientIds.filter((id) => !known.has(id));
      if (unknown.length > 0) await read(sql, `where client_id = any($1::bigint[])`, [unknown]);
    },
    readAll: () => readEach(''),
    /** Takes up the keys that were made of late, and forgets those that were destroyed. */
    async reread(later: Date): Promise<void> {
      now = later;
      await readEach(
        `where created_at > now() - make_interval(mins => ${lookBackMinutes}) or destroyed_at is not null`,
      );
    },
    /** Made by another process at the same moment, that one is it. */
    async makeClientKey(sql: Sql, clientId: number): Promise<void> {
      const { rows } = await sql.query<PartRow>(
        `insert into client_sealing_keys (client_id, part, used_from)
         values ($1, $2, (select max(used_from) from client_sealing_keys where used_from > now()))
         on conflict (client_id) do nothing returning ${columns}`,
        [clientId, randomBytes(partBytes)],
      );
      takeUp(rows);
      if (rows.length === 0) await read(sql, `where client_id = $1`, [clientId]);
    },
    /** False: it was destroyed before. */
    async destroyClientKey(sql: Sql, clientId: number, at: Date): Promise<boolean> {
      const { rows } = await sql.query<PartRow>(
        `insert into client_sealing_keys (client_id, part, destroyed_at) values ($1, null, $2)
         on conflict (client_id) do update set part = null, destroyed_at = excluded.destroyed_at
         where client_sealing_keys.part is not null returning ${columns}`,
        [clientId, at],
      );
      takeUp(rows);
      return rows.length > 0;
    },
  };
}

/** Until then processes of the version before may run, which know no keys of clients and would not forget one; null: none do. */
export async function formerProcessesUntil(sql: Sql, now: Date): Promise<Date | null> {
  const { rows } = await sql.query<{ until: Date | null }>(
    `select max(used_from) as until from client_sealing_keys where used_from > $1`,
    [now],
  );
  return rows[0]?.until ?? null;
}

export const isOfClient = (sealed: Buffer): boolean => ((sealed[0] ?? 0) & clientMark) !== 0;
