/** Moves history of orders that ended long ago into files, batch by batch. */
import { setTimeout as sleep } from 'node:timers/promises';
import { cellOf, type Celled } from '../../platform/cells/cell-context.ts';
import { gathered } from '../../platform/cells/merge.ts';
import { allowTime, transaction, type Database, type Tx } from '../../platform/database/database.ts';
import type { CrashPoint } from '../../platform/process/crash-point.ts';
import { nextCandidates } from './candidates.ts';
import { lockFolder, packPiece, sha256Of, writePiece } from './history-file.ts';
import { insertPiece, lastPiece } from './pieces.ts';
import { takeRows } from './take-rows.ts';

/** Orders come first: each batch is followed by a pause as long as it took, up to this. */
const longestPauseMs = 1000;
/** The file is written while the transaction is open, so that its rows leave the tables only if they are on the disk. */
const timeAllowed = { statementMs: 60_000, idleInTransactionMs: 60_000 };

export interface MoveAsk {
  /** Orders whose certificates ended before. */
  before: Date;
  now: Date;
  /** Null: nothing is moved, only counted. */
  folder: string | null;
  onProgress: (moved: Moved, share: number) => void;
  crashPoint: CrashPoint;
}

export interface Moved {
  orders: number;
  /** 0 if they were only counted. */
  rows: number;
  bytes: number;
}

/**
 * Moves the history of orders that ended long ago out of the tables into the files of a folder, while the platform runs. The
 * orders themselves stay, with their money, codes and uuids. A killed run is begun again and goes on.
 */
export async function moveOut(ctx: MovingContext, ask: MoveAsk): Promise<Moved> {
  const lock = ask.folder === null ? null : await lockFolder(ask.folder);
  try {
    return await moveAll(ctx, ask);
  } finally {
    lock?.release();
  }
}

interface MovingContext extends Celled {
  db: Database;
}

/** The files, and what is known of them, are common to all cells. */
async function moveAll(ctx: MovingContext, ask: MoveAsk): Promise<Moved> {
  const clients = await gathered(ctx, async ({ db }) => {
    const { rows } = await db.query<{ id: number }>(`select id from clients order by id`);
    return rows;
  });
  let total = nothing;
  for (const [index, { id }] of clients.entries()) {
    for await (const moved of moveOfClient(cellOf(ctx, id).db, id, ask)) {
      total = {
        orders: total.orders + moved.orders,
        rows: total.rows + moved.rows,
        bytes: total.bytes + moved.bytes,
      };
      ask.onProgress(total, index / clients.length);
    }
  }
  return total;
}

async function* moveOfClient(db: Database, clientId: number, ask: MoveAsk): AsyncGenerator<Moved> {
  let after: number | null = 0;
  while (after !== null) {
    const startedMs = performance.now();
    const key: OrderPlace = { clientId, after };
    const batch: Batch = await transaction(db, (tx) => moveBatch(tx, key, ask));
    after = batch.last;
    if (batch.moved.orders === 0) continue;
    yield batch.moved;
    if (ask.folder === null) continue;
    ask.crashPoint('move-history:after-commit');
    await sleep(Math.min(performance.now() - startedMs, longestPauseMs));
  }
}

interface OrderPlace {
  clientId: number;
  /** Orders up to this have been looked at. */
  after: number;
}

interface Batch {
  moved: Moved;
  /** Null: this client has no more that is old enough. */
  last: number | null;
}

const nothing: Moved = { orders: 0, rows: 0, bytes: 0 };

/** One piece: its rows leave the tables only with the commit, and by then they are on the disk. */
async function moveBatch(
  tx: Tx,
  key: OrderPlace,
  { before, now, folder, crashPoint }: MoveAsk,
): Promise<Batch> {
  await allowTime(tx, timeAllowed);
  const candidates = await nextCandidates(tx, key, before, now);
  if (candidates === null) return { moved: nothing, last: null };
  const { month, last, movable } = candidates;
  if (movable.length === 0) return { moved: nothing, last };
  if (folder === null) return { moved: { ...nothing, orders: movable.length }, last };
  const { lines, rows } = await takeRows(tx, key.clientId, movable);
  const packed = await packPiece(lines);
  const known = await lastPiece(tx, month);
  const piece = {
    month,
    fromByte: known === null ? 0 : known.fromByte + known.bytes,
    bytes: packed.length,
    sha256: sha256Of(packed),
    clientId: key.clientId,
    requestIds: movable,
    rows,
    movedAt: now,
  };
  await insertPiece(tx, piece);
  await writePiece(folder, piece, packed, known);
  crashPoint('move-history:before-commit');
  return { moved: { orders: movable.length, rows, bytes: packed.length }, last };
}
