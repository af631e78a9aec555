import type { Sql } from '../../platform/database/database.ts';
import type { CallKind, CallSample } from './call-log.ts';

export interface KeptCall extends CallSample {
  id: number;
  kind: CallKind;
  at: Date;
  cmd: string;
  outcome: string;
}

const kinds: readonly CallKind[] = ['ok', 'error', 'refused'];

/** The last kept calls of a client, newest first: of one kind or of all, each a short range of the key. */
export async function listCalls(
  db: Sql,
  {
    clientId,
    kind,
    before,
    limit,
  }: { clientId: number; kind: CallKind | null; before: number | null; limit: number },
): Promise<KeptCall[]> {
  const { rows } = await db.query<KeptCall>(
    `select k.* from unnest($2::text[]) as wanted (kind), lateral (
       select id, kind, at, cmd, outcome, ref, address, duration_ms as "durationMs", asked, answered
       from api_calls where client_id = $1 and kind = wanted.kind and ($3::bigint is null or id < $3)
       order by id desc limit $4) k
     order by k.id desc limit $4`,
    [clientId, kind === null ? kinds : [kind], before, limit],
  );
  return rows;
}

export interface CountedOutcome {
  cmd: string;
  outcome: string;
  calls: number;
  lastAt: Date;
}

/** Calls of a client since a Moscow day by operation and outcome, the most frequent first. */
export async function countCalls(
  db: Sql,
  { clientId, since }: { clientId: number; since: string },
): Promise<CountedOutcome[]> {
  const { rows } = await db.query<CountedOutcome>(
    `select cmd, outcome, sum(calls)::bigint as calls, max(last_at) as "lastAt"
     from api_call_days where client_id = $1 and day >= $2 group by cmd, outcome order by calls desc, cmd, outcome`,
    [clientId, since],
  );
  return rows;
}

/** Where the last kept calls came from, to see whom a list of networks would shut out. */
export async function lastAddresses(db: Sql, clientId: number): Promise<{ address: string; lastAt: Date }[]> {
  const calls = await listCalls(db, { clientId, kind: null, before: null, limit: 200 });
  const seen = new Map<string, Date>();
  for (const { kind, address, at } of calls) {
    if (kind !== 'refused' && !seen.has(address)) seen.set(address, at);
  }
  return [...seen].slice(0, mostAddresses).map(([address, lastAt]) => ({ address, lastAt }));
}

const mostAddresses = 10;
