/** Reads sheets that came, one at a time, each by one process. */
import { randomUUID } from 'node:crypto';
import { findClient } from '../../clients/find-client.ts';
import type { Client } from '../../clients/client.ts';
import type { Context } from '../../context.ts';
import { allowTime, transaction, type Tx } from '../../platform/database/database.ts';
import { leaseEnd, whileRenewed } from '../../platform/process/lease.ts';
import type { Worker } from '../../platform/process/loop.ts';
import { readTable } from '../../platform/spreadsheet/read-table.ts';
import { tableOfBytes } from '../../platform/spreadsheet/table-file.ts';
import { TableProblem } from '../../platform/spreadsheet/table-problem.ts';
import type { TableRow } from '../../platform/spreadsheet/table-row.ts';
import { whollySeen } from '../../platform/spreadsheet/wholly-seen.ts';
import { openFile } from './add-file.ts';
import { maxLines, type BulkKey, type BulkProblem, type Placing } from './bulk-order.ts';
import { productSheets } from './empty-sheet.ts';
import { finishReading, rejectBulk } from './finish-reading.ts';
import { judgeLines } from './judge-lines.ts';
import { findColumns, isSampleLine, type SheetColumns } from './sheet-columns.ts';
import { dataOf } from './sheet-values.ts';
import { writeLines } from './write-lines.ts';

type ReadingContext = Pick<Context, 'db' | 'clock' | 'config' | 'keyring' | 'log' | 'crashPoint'>;

const idleMs = 200;
const due = [`select from {cell}.bulk_orders where state = 'reading' and due_at <= $1`];
/** Time limit of the statements that read all lines of a bulk order at once. */
const timeAllowed = { statementMs: 60_000 };
/** How long a table may take, and all of one client within an hour; what comes after that waits. */
const ofTableMs = 120_000;
const ofHourMs = 5 * 60_000;
const hourMs = 60 * 60_000;
const putOffMs = 10 * 60_000;
/** A file whose reading broke off so often, with the process or its lease, is not read again. */
const maxReads = 3;
/** The last of a client that may have taken any of this hour. */
const countedReads = 1000;

interface Claimed extends BulkKey {
  placing: Placing;
  parts: number;
  partsCome: number;
  hash: Buffer;
  sealed: Buffer | null;
  claimId: string;
  /** This time included. */
  reads: number;
  /** How long files of the client were read within an hour. */
  usedMs: number;
}

export function createBulkReader(ctx: ReadingContext): Worker {
  async function round(): Promise<number> {
    const claimed = await transaction(ctx.db, (tx) => claimUnread(tx, ctx.clock.now()));
    if (claimed === null) return 0;
    const client = await findClient(ctx.db, claimed.clientId);
    if (client === null) throw new Error('A bulk order has no client.');
    if (claimed.usedMs >= ofHourMs) {
      await putOff(ctx, claimed);
      return 1;
    }
    try {
      if (claimed.reads > maxReads)
        throw new Unreadable('unreadable', `reading it broke off ${maxReads} times`);
      await whileRenewed(
        () => whileMine(ctx, claimed, async () => {}),
        { log: ctx.log, what: 'the reading of a bulk order' },
        () => readBulk(ctx, claimed, client),
      );
    } catch (problem) {
      if (!(problem instanceof Unreadable)) throw problem;
      await whileMine(ctx, claimed, (tx, now) => rejectBulk(tx, claimed, problem, now));
    }
    return 1;
  }
  return { name: 'read-bulk', idleMs, due, round, drain: () => Promise.resolve() };
}

/**
 * Clients take turns: first comes whose files took least of the hour, and no two of one client are read at once. The try is
 * counted before it begins.
 */
async function claimUnread(tx: Tx, now: Date): Promise<Claimed | null> {
  const { rows } = await tx.query<Claimed>(
    `with waiting as (
       select distinct on (client_id) client_id, id, due_at from bulk_orders
       where state = 'reading' and due_at <= $1 order by client_id, due_at),
     turns as (
       select w.client_id, w.id, w.due_at,
         (select coalesce(sum(l.read_ms), 0) from (
            select read_ms, read_at from bulk_orders r where r.client_id = w.client_id order by r.id desc limit ${countedReads}) l
          where l.read_at > $4) as used
       from waiting w
       where not exists (
         select from bulk_orders r
         where r.client_id = w.client_id and r.state = 'reading' and r.claim_id is not null and r.due_at > $1)),
     due as (
       select b.client_id, b.id, t.used from bulk_orders b join turns t on t.client_id = b.client_id and t.id = b.id
       where b.state = 'reading' and b.due_at <= $1
       order by t.used, t.due_at limit 1 for update of b skip locked)
     update bulk_orders b set claim_id = $2, due_at = $3, reads = reads + 1 from due
     where b.client_id = due.client_id and b.id = due.id
     returning b.client_id as "clientId", b.id as "bulkId", b.placing_mode as "placing", b.parts, b.parts_come as "partsCome",
       b.file_hash as hash, b.sealed_file as sealed, b.claim_id as "claimId", b.reads, due.used::float8 as "usedMs"`,
    [now, randomUUID(), leaseEnd(now), new Date(now.getTime() - hourMs)],
  );
  return rows[0] ?? null;
}

/** Its client has had its share of this hour. That is no try. */
async function putOff({ db, clock }: ReadingContext, { clientId, bulkId, claimId }: Claimed): Promise<void> {
  await db.query(
    `update bulk_orders set due_at = $4, claim_id = null, reads = reads - 1
     where client_id = $1 and id = $2 and claim_id = $3 and state = 'reading'`,
    [clientId, bulkId, claimId, new Date(clock.now().getTime() + putOffMs)],
  );
}

class Unreadable extends Error {
  readonly problem: BulkProblem;
  readonly details: string;

  constructor(problem: BulkProblem, details = '') {
    super(problem);
    this.problem = problem;
    this.details = details;
  }
}

async function readBulk(ctx: ReadingContext, claimed: Claimed, client: Client): Promise<void> {
  if (claimed.partsCome < claimed.parts) throw new Unreadable('incomplete');
  let ignoredColumns: string[] = [];
  if (claimed.sealed !== null) {
    await ctx.keyring.knowClients(ctx.db, [claimed.clientId]);
    const file = openFile(ctx.keyring, { ...claimed, sealed: claimed.sealed });
    const columns = await readLines(ctx, claimed, client, file);
    ignoredColumns = columns?.ignored ?? [];
  }
  const finished = await whileMine(ctx, claimed, async (tx, now) => {
    await allowTime(tx, timeAllowed);
    await finishReading(tx, { ...claimed, ignoredColumns }, now);
    ctx.crashPoint('read-bulk:before-commit');
  });
  if (finished) ctx.crashPoint('read-bulk:after-commit');
}

async function readLines(
  ctx: ReadingContext,
  claimed: Claimed,
  client: Client,
  file: Buffer,
): Promise<SheetColumns | null> {
  let columns: SheetColumns | null = null;
  let count = 0;
  for await (const rows of readableRows(ctx, claimed, file)) {
    columns ??= columnsOf(rows);
    const { headingLine } = columns;
    const lines = rows
      .filter(({ line, cells }) => line > headingLine && !isSampleLine(cells, columns as SheetColumns))
      .map(({ line, cells }) => ({ line, fields: dataOf(cells, columns as SheetColumns) }));
    count += lines.length;
    if (count > maxLines) throw new Unreadable('too-long', `the most is ${maxLines} lines`);
    const judged = await judgeLines(ctx.db, client, lines, ctx.clock.now(), {
      callsPrivate: ctx.config.privateAddresses.callbacks,
    });
    const mine = await whileMine(ctx, claimed, (tx) => writeLines(tx, claimed, judged));
    if (!mine) return columns;
  }
  return columns;
}

function columnsOf(rows: TableRow[]): SheetColumns {
  const found = findColumns(rows);
  if (found.is === 'found') return found;
  throw new Unreadable(
    'no-columns',
    found.is === 'missing' ? `no column is headed ${found.column}` : `two columns are headed ${found.column}`,
  );
}

async function* readableRows(
  ctx: ReadingContext,
  claimed: Claimed,
  file: Buffer,
): AsyncGenerator<TableRow[]> {
  let readMs = 0;
  const timeoutMs = Math.min(ofTableMs, ofHourMs - claimed.usedMs);
  try {
    const read = readTable(tableOfBytes(file), { timeoutMs, onCost: ({ ms }) => (readMs = ms) });
    yield* whollySeen(read, productSheets);
  } catch (problem) {
    throw problem instanceof TableProblem ? new Unreadable('unreadable', problem.message) : problem;
  } finally {
    await noteTime(ctx, claimed, readMs);
  }
}

async function noteTime(
  { db, clock }: ReadingContext,
  { clientId, bulkId }: Claimed,
  readMs: number,
): Promise<void> {
  await db.query(
    `update bulk_orders set read_ms = read_ms + $3, read_at = $4 where client_id = $1 and id = $2`,
    [clientId, bulkId, Math.round(readMs), clock.now()],
  );
}

/** Writes, and keeps the lease, unless a person or another process has taken it meanwhile. */
function whileMine(
  { db, clock }: ReadingContext,
  { clientId, bulkId, claimId }: Claimed,
  write: (tx: Tx, now: Date) => Promise<void>,
): Promise<boolean> {
  return transaction(db, async (tx) => {
    const now = clock.now();
    const { rowCount } = await tx.query(
      `update bulk_orders set due_at = $4 where client_id = $1 and id = $2 and claim_id = $3 and state = 'reading'`,
      [clientId, bulkId, claimId, leaseEnd(now)],
    );
    if (rowCount === 0) return false;
    await write(tx, now);
    return true;
  });
}
