/**
 * Tells the directory of numbers (`code_places`) in which cell dealt codes are now. It is on all servers of a cluster, so it is told
 * behind the arrival: an order that waits for a code needs only the servers of its cell and of the one that gives.
 */
import { transaction, type Database, type Sql, type Tx } from '../../platform/database/database.ts';

/** Runs of one cell in a round. */
const runsInRound = 20;

/** For whether a cell has some (`Worker.due`). */
export const unnotedRuns = `select from {cell}.deals_taken where unnoted is not null`;

interface TakenRun {
  fromCell: number;
  run: number;
}

/** Tells of runs that arrived in this cell, the oldest first; returns how many. */
export async function notePlaces(db: Database, cell: number): Promise<number> {
  const { rows } = await db.query<TakenRun>(
    `select from_cell as "fromCell", run from deals_taken where unnoted is not null order by from_cell, run limit $1`,
    [runsInRound],
  );
  for (const run of rows) await transaction(db, (tx) => noteRun(tx, cell, run));
  return rows.length;
}

/** Its numbers, of all that the cell has not told of yet: whoever asks the directory meanwhile is told of the cell before. */
export async function readUnnoted(db: Sql): Promise<Buffer[]> {
  const { rows } = await db.query<{ fingerprint: Buffer }>(
    `select unnest(unnoted) as fingerprint from deals_taken where unnoted is not null`,
  );
  return rows.map(({ fingerprint }) => fingerprint);
}

/**
 * A code that has gone on to another cell is left to that one. None goes while this is committed: what the next cell tells comes later.
 */
async function noteRun(tx: Tx, cell: number, { fromCell, run }: TakenRun): Promise<void> {
  const { rows: taken } = await tx.query<{ supplierId: number; numbers: Buffer[] }>(
    `select supplier_id as "supplierId", unnoted as numbers from deals_taken
     where from_cell = $1 and run = $2 and unnoted is not null for update skip locked`,
    [fromCell, run],
  );
  const [unnoted] = taken;
  if (unnoted === undefined) return;
  const { supplierId, numbers } = unnoted;
  const here = await numbersHere(tx, supplierId, numbers, '');
  await tx.query(
    `update code_places set cell = $1 where supplier_id = $2 and fingerprint = any($3::bytea[])`,
    [cell, supplierId, here],
  );
  // Locked last: the directory's servers may take long to answer. In the order in which codes are given away.
  const still = await numbersHere(tx, supplierId, here, 'order by position desc for key share');
  if (still.length < here.length) throw new Error('Codes went on while the directory was told of them.');
  await tx.query(`update deals_taken set unnoted = null where from_cell = $1 and run = $2`, [fromCell, run]);
}

async function numbersHere(
  tx: Tx,
  supplierId: number,
  numbers: readonly Buffer[],
  locking: string,
): Promise<Buffer[]> {
  const { rows } = await tx.query<{ fingerprint: Buffer }>(
    `select fingerprint from codes where supplier_id = $1 and fingerprint = any($2::bytea[]) ${locking}`,
    [supplierId, numbers],
  );
  return rows.map(({ fingerprint }) => fingerprint);
}
