/** Places bulk orders, a batch of each in turn. Any number of processes may: a bulk order is one's at a time. */
import { findClient, type FoundClient } from '../../clients/find-client.ts';
import { findSandbox, sentUuid, withTestKey } from '../../clients/sandbox.ts';
import type { Context } from '../../context.ts';
import type { DealingContext } from '../dealing/carry-runs.ts';
import { CellsUnavailable } from '../dealing/deal-lacking.ts';
import { dealAndPlace } from '../dealing/deal-lacks.ts';
import { wasConflict } from '../placing-conflict.ts';
import { isLockTimeout, isServerTrouble } from '../../platform/database/database-errors.ts';
import { transaction, type Tx } from '../../platform/database/database.ts';
import { describeProblem, type Worker } from '../../platform/process/loop.ts';
import { traceBatch } from '../../platform/tracing/trace-batch.ts';
import type { Tracing } from '../../platform/tracing/tracing.ts';
import { bulkColumns, waitingLines, type BulkKey, type BulkOrder } from './bulk-order.ts';
import { lockBulk } from './lock-bulk.ts';
import {
  maxBatch,
  placeLines,
  refuseFirstLine,
  type LackingLine,
  type PlacedLines,
  type Placing,
} from './place-lines.ts';
import { settleLines, type Settled } from './settle-lines.ts';

type PlacingContext = DealingContext & Pick<Context, 'log' | 'tracing'>;

const idleMs = 100;
const due = [
  `select from {cell}.bulk_orders where (state = 'placing' or issued + failed < placed) and due_at <= $1`,
  // Perhaps money has come.
  `select from {cell}.bulk_orders where paused_because = 'no-funds' and state = 'paused'`,
];
/** While nothing moves: codes have to come, or its client is switched off. */
const calmRestMs = 2000;
/** Looked at in one round until one of them moves. */
const bulksInRound = 8;

export function createBulkPlacer(ctx: PlacingContext): Worker {
  async function round(): Promise<number> {
    const began = ctx.clock.now();
    for (let looked = 0; looked < bulksInRound; looked += 1) {
      const moved = await turn(ctx, began);
      if (moved !== 0) return moved ?? 0;
    }
    return 0;
  }
  return { name: 'place-bulk', idleMs, due, round, drain: () => Promise.resolve() };
}

/** A batch of the bulk order that has waited longest. Answers how much has changed; null: none is due. */
async function turn(ctx: PlacingContext, dueBy: Date): Promise<number | null> {
  const { db, clock, log } = ctx;
  let claimed: BulkOrder | null = null;
  let placed: number[] = [];
  let lacking: LackingLine[] = [];
  const startMs = performance.now();
  try {
    const moved = await transaction(db, async (tx) => {
      const resumed = await resumeFunded(tx, clock.now());
      claimed = await claimBulk(tx, dueBy);
      if (claimed === null) return resumed === 0 ? null : resumed;
      const advanced = await advanceBulk(tx, claimed, firstTry(ctx), clock.now());
      const { changed } = advanced;
      ({ requestIds: placed, lacking } = advanced);
      if (changed > 0) ctx.crashPoint('place-bulk:before-commit');
      return resumed + changed;
    });
    if (moved !== null && moved > 0) ctx.crashPoint('place-bulk:after-commit');
    if (ctx.tracing !== null && claimed !== null) tracePlaced(ctx.tracing, claimed, placed, startMs);
    return claimed === null || lacking.length === 0
      ? moved
      : await dealThenPlace(ctx, claimed, { lacking, limit: maxBatch });
  } catch (problem) {
    // Others took what was ample a moment ago; read again, it is locked.
    if (wasConflict(problem)) return 0;
    if (claimed === null || isServerTrouble(problem) || isLockTimeout(problem)) throw problem;
    log.error({ problem: describeProblem(problem) }, 'batch of a bulk order not placed');
    return placeFirstAlone(ctx, claimed);
  }
}

type Attempt = Pick<Placing, 'limit' | 'isNowhere'>;

/** On one server there is no other cell. */
const firstTry = ({ cells }: PlacingContext): Attempt => ({
  limit: maxBatch,
  isNowhere: () => cells.length === 0,
});

/**
 * Brings what lines lack from other cells and places them at once, before others take it away; what no cell has refuses its line.
 * Answers that it is worth looking again.
 */
async function dealThenPlace(
  ctx: PlacingContext,
  key: BulkKey,
  { lacking, limit }: { lacking: LackingLine[]; limit: number },
): Promise<number> {
  const lacks = lacking.map(({ lack }) => lack);
  await dealAndPlace(ctx, lacks, (dealt) => {
    // The lines wait until the node is back, as nobody waits for an answer.
    if (dealt.every((each) => each === 'unknown')) throw new CellsUnavailable();
    const nowhere = new Set(lacking.flatMap(({ line }, nth) => (dealt[nth] === 'none' ? line : [])));
    const attempt = { limit, isNowhere: (line: number) => nowhere.has(line) };
    return transaction(ctx.db, (tx) => advanceAgain(tx, key, attempt, ctx.clock.now()));
  });
  return lacks.length;
}

/** One line that can't be handled must not hold up those behind it, nor other bulk orders. */
async function placeFirstAlone(ctx: PlacingContext, bulk: BulkOrder): Promise<number> {
  const { db, clock, log } = ctx;
  try {
    const alone = { ...firstTry(ctx), limit: 1 };
    const { changed, lacking } = await transaction(db, (tx) => advanceAgain(tx, bulk, alone, clock.now()));
    return lacking.length === 0 ? changed : await dealThenPlace(ctx, bulk, { lacking, limit: 1 });
  } catch (problem) {
    if (wasConflict(problem) || isServerTrouble(problem) || isLockTimeout(problem)) throw problem;
    log.error({ problem: describeProblem(problem) }, 'line of a bulk order not placed');
  }
  return transaction(db, (tx) => refuseFirst(tx, bulk));
}

async function advanceAgain(tx: Tx, key: BulkKey, attempt: Attempt, now: Date): Promise<Advanced> {
  const bulk = await lockBulk(tx, key);
  return bulk === null ? { changed: 0, requestIds: [], lacking: [] } : advanceBulk(tx, bulk, attempt, now);
}

async function refuseFirst(tx: Tx, key: BulkKey): Promise<number> {
  const bulk = await lockBulk(tx, key);
  if (bulk?.state !== 'placing') return 0;
  const { issued, failed, unissued } = await settleLines(tx, key);
  const refused = await refuseFirstLine(tx, key, unissued);
  await tx.query(
    `update bulk_orders set issued = issued + $3, failed = failed + $4, refused = refused + $5
     where client_id = $1 and id = $2`,
    [key.clientId, key.bulkId, issued, failed, refused],
  );
  return refused;
}

function tracePlaced(
  tracing: Tracing,
  { clientId, bulkId }: BulkKey,
  requestIds: number[],
  startMs: number,
): void {
  const attributes = { 'facevalue.bulk_id': bulkId };
  const orders = requestIds.map((requestId) => ({ clientId, requestId, attributes }));
  traceBatch(tracing, { name: 'place line', startMs, size: requestIds.length, orders, areFirst: true });
}

interface Advanced {
  /** How much. */
  changed: number;
  requestIds: number[];
  lacking: LackingLine[];
}

async function advanceBulk(tx: Tx, bulk: BulkOrder, attempt: Attempt, now: Date): Promise<Advanced> {
  const settled = await settleLines(tx, bulk);
  const client = await orderingClient(tx, bulk);
  const mayPlace = bulk.state === 'placing' && client?.switchedOn === true;
  const placed = mayPlace
    ? await placeLines(tx, bulk, { client, unissued: settled.unissued, ...attempt }, now)
    : null;
  await writeProgress(tx, bulk, { settled, placed }, now);
  return {
    changed: settled.issued + settled.failed + (placed === null ? 0 : placed.placed + placed.refused),
    requestIds: placed?.requestIds ?? [],
    lacking: placed?.lacking ?? [],
  };
}

/** The client that orders: what came with a test key is placed as with that key. */
async function orderingClient(tx: Tx, { clientId, uuid }: BulkOrder): Promise<FoundClient | null> {
  const client = await findClient(tx, clientId);
  if (client === null || !sentUuid(uuid ?? '').withTestKey) return client;
  return withTestKey(client, await findSandbox(tx, clientId));
}

/** Those that have waited for funds go on when one more line of them can be paid. */
async function resumeFunded(tx: Tx, now: Date): Promise<number> {
  const { rowCount } = await tx.query(
    `update bulk_orders b
     set state = 'placing', paused_because = null, paused_at = null, needs_kopecks = null, due_at = $1
     from accounts a
     where b.paused_because = 'no-funds' and b.state = 'paused' and a.client_id = b.client_id and a.name = 'funds'
       and a.balance_kopecks + a.credit_kopecks >= b.needs_kopecks`,
    [now],
  );
  return rowCount ?? 0;
}

/** It stays locked, and so this worker's own, until the transaction ends. */
async function claimBulk(tx: Tx, dueBy: Date): Promise<BulkOrder | null> {
  const { rows } = await tx.query<BulkOrder>(
    `select ${bulkColumns} from bulk_orders b
     where (b.state = 'placing' or b.issued + b.failed < b.placed) and b.due_at <= $1
     order by b.due_at limit 1 for update skip locked`,
    [dueBy],
  );
  return rows[0] ?? null;
}

interface Progress {
  settled: Settled;
  /** Null: none may be placed. */
  placed: PlacedLines | null;
}

async function writeProgress(
  tx: Tx,
  bulk: BulkOrder,
  { settled, placed }: Progress,
  now: Date,
): Promise<void> {
  const after = {
    ...bulk,
    issued: bulk.issued + settled.issued,
    failed: bulk.failed + settled.failed,
    placed: bulk.placed + (placed?.placed ?? 0),
    refused: bulk.refused + (placed?.refused ?? 0),
  };
  const needsKopecks = placed?.needsKopecks ?? null;
  const isOver = waitingLines(after) === 0 && after.issued + after.failed === after.placed;
  const state =
    bulk.state !== 'placing' ? bulk.state : isOver ? 'done' : needsKopecks === null ? 'placing' : 'paused';
  const pauses = bulk.state === 'placing' && state === 'paused';
  await tx.query(
    `update bulk_orders set state = $3, placed = $4, refused = $5, issued = $6, failed = $7, due_at = $8,
       paused_because = case when $9 then 'no-funds' else paused_because end,
       paused_at = case when $9 then $10::timestamptz else paused_at end,
       needs_kopecks = case when $9 then $11::bigint else needs_kopecks end,
       ended_at = case when $3 = 'done' then $10::timestamptz else ended_at end
     where client_id = $1 and id = $2`,
    [
      bulk.clientId,
      bulk.bulkId,
      state,
      after.placed,
      after.refused,
      after.issued,
      after.failed,
      restUntil({ settled, placed }, now),
      pauses,
      now,
      needsKopecks,
    ],
  );
}

/** Whoever waits for the issuer looks again soon; whoever waits for codes has time. */
function restUntil({ settled, placed }: Progress, now: Date): Date {
  const hasMoved = settled.issued + settled.failed > 0;
  const waitsForCodes = placed === null || (placed.isFull && settled.unissued.moving === 0);
  return waitsForCodes && !hasMoved ? new Date(now.getTime() + calmRestMs) : now;
}
