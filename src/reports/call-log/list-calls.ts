/** The kept samples of a caller's calls, and its counted outcomes. */
import type { Sql } from '../../platform/database/database.ts';
import type { CallKind, CallSample } from './call-log.ts';
import type { CallTables } from './call-tables.ts';

export interface KeptCall extends CallSample {
  id: number;
  kind: CallKind;
  at: Date;
  cmd: string;
  outcome: string;
}

const kinds: readonly CallKind[] = ['ok', 'error', 'refused'];

/** The last kept calls of a caller, newest first: of one kind or of all, each a short range of the key. */
export async function listCalls(
  db: Sql,
  { samples, owner }: CallTables,
  {
    ownerId,
    kind,
    before,
    limit,
  }: { ownerId: number; kind: CallKind | null; before: number | null; limit: number },
): Promise<KeptCall[]> {
  const { rows } = await db.query<KeptCall>(
    `select k.* from unnest($2::text[]) as wanted (kind), lateral (
       select id, kind, at, cmd, outcome, ref, address, duration_ms as "durationMs", asked, answered
       from ${samples} where ${owner} = $1 and kind = wanted.kind and ($3::bigint is null or id < $3)
       order by id desc limit $4) k
     order by k.id desc limit $4`,
    [ownerId, kind === null ? kinds : [kind], before, limit],
  );
  return rows;
}

export interface CountedOutcome {
  cmd: string;
  outcome: string;
  calls: number;
  lastAt: Date;
}

/** Calls of a caller since a Moscow day by operation and outcome, the most frequent first. */
export async function countCalls(
  db: Sql,
  { days, owner }: CallTables,
  { ownerId, since }: { ownerId: number; since: string },
): Promise<CountedOutcome[]> {
  const { rows } = await db.query<CountedOutcome>(
    `select cmd, outcome, sum(calls)::bigint as calls, max(last_at) as "lastAt"
     from ${days} where ${owner} = $1 and day >= $2 group by cmd, outcome order by calls desc, cmd, outcome`,
    [ownerId, since],
  );
  return rows;
}

/** Where the last kept calls came from, to see whom a list of networks would shut out. */
export async function lastAddresses(
  db: Sql,
  tables: CallTables,
  ownerId: number,
): Promise<{ address: string; lastAt: Date }[]> {
  const calls = await listCalls(db, tables, { ownerId, kind: null, before: null, limit: 200 });
  const seen = new Map<string, Date>();
  for (const { kind, address, at } of calls) {
    if (kind !== 'refused' && !seen.has(address)) seen.set(address, at);
  }
  return [...seen].slice(0, mostAddresses).map(([address, lastAt]) => ({ address, lastAt }));
}

const mostAddresses = 10;
