import { setTimeout as sleep } from 'node:timers/promises';
import { allowTime, transaction, type Database } from '../database/database.ts';
import type { CrashPoint } from '../process/crash-point.ts';
import type { Keyring } from './keyring.ts';

/** A column whose values are sealed by the keyring. Its owner knows what they are bound to. */
export interface SealedColumn<Row extends object> {
  table: string;
  column: string;
  /** The columns of the primary key with their types, in its order. */
  key: Record<string, 'bigint' | 'integer' | 'text' | 'bytea'>;
  /** Further columns that `context` reads, of the table `t`. */
  reads?: string[];
  context(row: Row): string;
  /** The column of the client whose key seals it. */
  client?: 'client_id' | 'id';
  /** Values are whole files, taken one by one. */
  large?: true;
}

export interface Resealing {
  db: Database;
  keyring: Keyring;
  /** What older versions sealed is sealed by the present one, which is this. */
  version: number;
  /** Called after each batch with the number of values sealed by it. */
  onBatch: (count: number) => void;
  crashPoint: CrashPoint;
}

type Found = Record<string, unknown> & { old: Buffer };

const valuesInBatch = 500;
/** Finds the next values also where ten million before them are done. */
const timeAllowed = { statementMs: 600_000 };
/** Orders come first: each batch is followed by a pause as long as it took, up to this. */
const longestPauseMs = 1000;

/** Seals all values of a column that an older version sealed, batch by batch. Returns how many are left, because others held their rows. */
export async function resealColumn<Row extends object>(
  work: Resealing,
  column: SealedColumn<Row>,
): Promise<number> {
  let left = 0;
  let last: Found | null = null;
  for (;;) {
    const startedMs = performance.now();
    const found: Found[] = await findOlder(work, column, last);
    last = found.at(-1) ?? null;
    if (last === null) return left;
    const done = await writeBatch(work, column, found);
    left += found.length - done;
    work.onBatch(done);
    work.crashPoint('reseal:after-batch');
    await sleep(Math.min(performance.now() - startedMs, longestPauseMs));
  }
}

async function findOlder<Row extends object>(
  { db, version }: Resealing,
  { table, column, key, reads = [], client, large }: SealedColumn<Row>,
  after: Found | null,
): Promise<Found[]> {
  const names = Object.keys(key);
  const values = after === null ? [] : names.map((name) => after[name]);
  const onwards =
    after === null
      ? ''
      : `and (${names.join(', ')}) > (${names.map((_, index) => `$${index + 2}`).join(', ')})`;
  return transaction(db, async (tx) => {
    await allowTime(tx, timeAllowed);
    const { rows } = await tx.query<Found>(
      `select ${[...names, ...reads].join(', ')}, ${column} as old from ${table} t
       where case when length(${column}) > 2 then (get_byte(${column}, 0) & 127) * 256 + get_byte(${column}, 1) < $1
           ${client === undefined ? '' : ofClient(column, client)} end ${onwards}
       order by ${names.join(', ')} limit ${large === true ? 1 : valuesInBatch}`,
      [version, ...values],
    );
    return rows;
  });
}

/** What the client's key does not seal yet; nothing of a client whose key is destroyed. */
const ofClient = (column: string, client: string): string =>
  `and (get_byte(${column}, 0) < 128 or ${client} not in (select client_id from client_sealing_keys where destroyed_at is not null))
   or get_byte(${column}, 0) < 128 and ${client} in (
     select client_id from client_sealing_keys where part is not null and coalesce(used_from <= now(), true))`;

/**
 * One statement: a row that somebody holds is left for the next pass, so that this waits for nobody; one whose value has changed since
 * keeps the newer value.
 */
async function writeBatch<Row extends object>(
  { db, keyring }: Resealing,
  sealedColumn: SealedColumn<Row>,
  found: Found[],
): Promise<number> {
  const { table, column, key } = sealedColumn;
  const names = Object.keys(key);
  const { client } = sealedColumn;
  if (client !== undefined)
    await keyring.knowClients(
      db,
      found.map((row) => Number(row[client])),
    );
  const sealed = found.map((row) => {
    const bound = sealedColumn.context(row as unknown as Row);
    const sealer = client === undefined ? keyring : keyring.ofClient(Number(row[client]));
    return sealer.seal(sealer.open(row.old, bound), bound);
  });
  const arrays = [...Object.values(key), 'bytea', 'bytea'].map((type, index) => `$${index + 1}::${type}[]`);
  const same = names.map((name) => `t.${name} = r.${name}`).join(' and ');
  const { rowCount } = await db.query(
    `with r as (select * from unnest(${arrays.join(', ')}) as r (${names.join(', ')}, old, new)),
       held as (select ${names.map((name) => `t.${name}`).join(', ')} from ${table} t join r on ${same}
         where t.${column} = r.old for no key update of t skip locked)
     update ${table} t set ${column} = r.new from r join held using (${names.join(', ')}) where ${same}`,
    [...names.map((name) => found.map((row) => row[name])), found.map(({ old }) => old), sealed],
  );
  return rowCount ?? 0;
}
