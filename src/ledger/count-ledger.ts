/** The worker that sums the ledger by day, so that balances and statements read no history. */
import type { CrashPoint } from '../platform/process/crash-point.ts';
import { allowTime, transaction, type Database, type Tx } from '../platform/database/database.ts';
import { arrayLiteral } from '../platform/database/array-literal.ts';
import type { Log } from '../platform/process/log.ts';
import type { Worker } from '../platform/process/loop.ts';
import type { Clock } from '../platform/time/clock.ts';
import { dayOfTransfer, readCounted } from './counted-days.ts';
import type { TransferKind } from './post-transfers.ts';

export interface CountingContext {
  db: Database;
  clock: Clock;
  log: Log;
  crashPoint: CrashPoint;
}

const idleMs = 5000;
const clientsInRound = 100;
const transfersInBatch = 20_000;
/** Whether days and balances of a client agree is asked this often: it reads all that is not counted yet. */
const checkMs = 60_000;
/**
 * Ids are drawn before their transactions commit. What is younger than the limits let a transaction become is not counted
 * yet, so that no id below the position is still to come.
 */
export const settlingMs = 30_000;
/** A client whose money moves all the time is counted this often, not again for each transfer that settles. */
export const gatheringMs = 10_000;
/** A complete recount of a client. */
const timeAllowed = { statementMs: 600_000 };

/** Adds the transfers up by day, in batches; each is counted once, whatever process is killed when. */
export function createLedgerCounter(ctx: CountingContext): Worker {
  const checkedAt = new Map<number, number>();

  async function round(): Promise<number> {
    const nowMs = ctx.clock.now().getTime();
    const settledBy = new Date(nowMs - settlingMs);
    let counted = 0;
    const dueBy = new Date(settledBy.getTime() - gatheringMs);
    for (const clientId of await findUncounted(ctx.db, dueBy)) {
      const checks = nowMs - (checkedAt.get(clientId) ?? -Infinity) >= checkMs;
      const done = await countClient(ctx, { clientId, settledBy, checks });
      if (checks && done > 0 && done < transfersInBatch) checkedAt.set(clientId, nowMs);
      counted += done;
    }
    return counted;
  }
  return { name: 'count-ledger', idleMs, round, drain: () => Promise.resolve() };
}

async function findUncounted(db: Database, dueBy: Date): Promise<number[]> {
  const { rows } = await db.query<{ clientId: number }>(
    `select a.client_id as "clientId" from accounts a left join ledger_positions p on p.client_id = a.client_id
     cross join lateral (
       select at from transfers t where t.client_id = a.client_id and t.id > coalesce(p.last_id, 0) order by id limit 1) next
     where a.name = 'funds' and next.at <= $1 limit $2`,
    [dueBy, clientsInRound],
  );
  return rows.map(({ clientId }) => clientId);
}

interface CountAsk {
  clientId: number;
  settledBy: Date;
  checks: boolean;
}

function countClient(ctx: CountingContext, { clientId, settledBy, checks }: CountAsk): Promise<number> {
  return transaction(ctx.db, async (tx) => {
    const position = await lockPosition(tx, clientId);
    if (position === null) return 0;
    const sums = await sumNext(tx, { clientId, position, settledBy });
    if (sums.length === 0) return 0;
    await writeSums(tx, clientId, sums);
    const done = sums.reduce((sum, { transfers }) => sum + transfers, 0);
    if (checks && done < transfersInBatch && (await readCounted(tx, clientId)) === null)
      await recount(ctx, tx, clientId);
    ctx.crashPoint('count-ledger:before-commit');
    return done;
  });
}

/** Null: another process counts this client. */
async function lockPosition(tx: Tx, clientId: number): Promise<number | null> {
  await tx.query(`insert into ledger_positions (client_id) values ($1) on conflict do nothing`, [clientId]);
  const { rows } = await tx.query<{ last_id: number }>(
    `select last_id from ledger_positions where client_id = $1 for update skip locked`,
    [clientId],
  );
  return rows[0]?.last_id ?? null;
}

interface DaySum {
  kind: TransferKind;
  day: string;
  transfers: number;
  sum: number;
  first: number;
  last: number;
}

const sumsOf = (source: string): string => `
  select kind, ${dayOfTransfer} as day, count(*) as transfers, sum(amount_kopecks)::bigint as sum,
    min(id) as first, max(id) as last
  from ${source} group by 1, 2`;

/** The next transfers by id, up to the first one that is too young: those behind it are not read. */
async function sumNext(
  tx: Tx,
  { clientId, position, settledBy }: { clientId: number; position: number; settledBy: Date },
): Promise<DaySum[]> {
  const { rows } = await tx.query<DaySum>(
    `with settled as (
       select id, kind, amount_kopecks, at from transfers
       where client_id = $1 and id > $2 and id < coalesce(
         (select id from (
            select id, at from transfers where client_id = $1 and id > $2 order by client_id, id limit $3) next
          where at > $4 order by id limit 1),
         (select id from transfers where client_id = $1 and id > $2 order by client_id, id offset $3 limit 1),
         9223372036854775807))
     ${sumsOf('settled')}`,
    [clientId, position, transfersInBatch, settledBy],
  );
  return rows;
}

async function writeSums(tx: Tx, clientId: number, sums: DaySum[]): Promise<void> {
  await tx.query(
    `insert into ledger_days as d (client_id, kind, day, transfers, sum_kopecks, total_kopecks, first_id, last_id)
     select $1, kind, day, transfers, sum, 0, first, last
     from unnest($2::text[], $3::date[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[])
       as w (kind, day, transfers, sum, first, last)
     on conflict (client_id, kind, day) do update set transfers = d.transfers + excluded.transfers,
       sum_kopecks = d.sum_kopecks + excluded.sum_kopecks, first_id = least(d.first_id, excluded.first_id),
       last_id = greatest(d.last_id, excluded.last_id)`,
    [clientId, ...columns.map((column) => arrayLiteral(sums.map((sum) => sum[column])))],
  );
  const days = sums.map(({ day }) => day).toSorted();
  await addTotals(tx, clientId, days[0] ?? '');
  await tx.query(`update ledger_positions set last_id = $2 where client_id = $1`, [
    clientId,
    Math.max(...sums.map(({ last }) => last)),
  ]);
}

const columns = ['kind', 'day', 'transfers', 'sum', 'first', 'last'] as const;

/** Totals from this day on; earlier ones stay. */
async function addTotals(tx: Tx, clientId: number, from: string): Promise<void> {
  await tx.query(
    `update ledger_days d set total_kopecks = w.total
     from (
       select n.kind, n.day, (sum(n.sum_kopecks) over (partition by n.kind order by n.day) + coalesce(
         (select b.total_kopecks from ledger_days b where b.client_id = $1 and b.kind = n.kind and b.day < $2::date
          order by b.day desc limit 1), 0))::bigint as total
       from ledger_days n where n.client_id = $1 and n.day >= $2::date) w
     where d.client_id = $1 and d.kind = w.kind and d.day = w.day and d.total_kopecks <> w.total`,
    [clientId, from],
  );
}

/**
 * A transaction took longer than any should and has brought transfers below the position: counts all of the client again.
 * Statements read the transfers themselves until this is committed.
 */
async function recount(ctx: CountingContext, tx: Tx, clientId: number): Promise<void> {
  ctx.log.warn({ client: clientId }, 'transfers came late, days recounted');
  await allowTime(tx, timeAllowed);
  const { rows } = await tx.query<{ last_id: number }>(
    `delete from ledger_days using ledger_positions p where ledger_days.client_id = $1 and p.client_id = $1 returning p.last_id`,
    [clientId],
  );
  const { rows: sums } = await tx.query<DaySum>(
    sumsOf('(select * from transfers where client_id = $1 and id <= $2) t'),
    [clientId, rows[0]?.last_id ?? 0],
  );
  await writeSums(tx, clientId, sums);
}
