/**
 * Runs of codes on their way to a cell, from another one or from an import. A run moves in three commits, each of which can be
 * repeated: it leaves (`giveCodes`, or the import), it arrives once (`takeRun`), it is forgotten where it came from (`endRun`).
 * In between its codes are in no stock, so nobody can sell them.
 */
import type { Sql, Tx } from '../../platform/database/database.ts';
import type { SealedColumn } from '../../platform/secrets/reseal.ts';
import { countLots, loadStaged } from '../import-pool/load-staged.ts';
import { createStage, stageArrivals, type SealedArrival } from '../import-pool/staged-codes.ts';
import { codeContext, type CodeRow } from '../seal-code.ts';
import { setAsideLoaded } from '../set-aside/set-aside-codes.ts';

/** Where runs come from; 0: from imports, which the centre holds. */
export interface RunSource {
  cell: number;
  db: Sql;
}

export interface Run {
  run: number;
  toCell: number;
  supplierId: number;
  productId: number;
  sentAt: Date;
}

export const imports = 0;

const tablesOf = (cell: number) =>
  cell === imports
    ? { deals: 'import_deals', codes: 'import_codes' }
    : { deals: 'deals', codes: 'dealt_codes' };

/** The table of the runs that have left a source. */
export const dealsOf = (cell: number): string => tablesOf(cell).deals;

/** The oldest runs that have not been forgotten yet; of these products, or of all (null). */
export async function listRuns(
  { cell, db }: RunSource,
  products: readonly number[] | null,
  limit: number,
): Promise<Run[]> {
  const { rows } = await db.query<Run>(
    `select run, to_cell as "toCell", supplier_id as "supplierId", product_id as "productId", sent_at as "sentAt"
     from ${tablesOf(cell).deals} where $2::bigint[] is null or product_id = any($2) order by run limit $1`,
    [limit, products],
  );
  return rows;
}

export async function readRun({ cell, db }: RunSource, { run }: Run): Promise<SealedArrival[]> {
  const { rows } = await db.query<SealedArrival>(
    `select place, face_kopecks as "faceKopecks", sellable, active, fingerprint, sealed, expires_at as "expiresAt",
       import_id as "importId"
     from ${tablesOf(cell).codes} where run = $1 order by place`,
    [run],
  );
  return rows;
}

/** Whether a guard that began then is on all that an import brings, and on what left a cell before it. */
export const isGuardedBy = (guardBegunAt: Date | null, fromCell: number, { sentAt }: Run): boolean =>
  guardBegunAt !== null && (fromCell === imports || guardBegunAt > sentAt);

/** Appends the codes of a run to the stock of the cell that the transaction is of. False: they arrived before. */
export async function takeRun(
  tx: Tx,
  { fromCell, run, isSetAside }: { fromCell: number; run: Run; isSetAside: boolean },
  codes: SealedArrival[],
  now: Date,
): Promise<boolean> {
  // An import has told the directory before its codes left.
  const unnoted = fromCell === imports ? null : codes.map(({ fingerprint }) => fingerprint);
  const { rowCount } = await tx.query(
    `insert into deals_taken (from_cell, run, taken_at, supplier_id, unnoted) values ($1, $2, $3, $4, $5)
     on conflict do nothing`,
    [fromCell, run.run, now, run.supplierId, unnoted],
  );
  // The run was read before: a dealer that was overtaken has read nothing or what is here already.
  if (rowCount === 0 || codes.length === 0) return false;
  await createStage(tx);
  await stageArrivals(tx, codes);
  const lots = await countLots(tx);
  await loadStaged(tx, run, { codes: codes.length, lots, importId: null });
  if (isSetAside) await setAsideLoaded(tx, run.supplierId);
  return true;
}

const onTheWay = (deals: string): Omit<SealedColumn<CodeRow>, 'table'> => ({
  column: 'sealed',
  key: { run: 'bigint', place: 'integer' },
  reads: ['fingerprint', `(select d.supplier_id from ${deals} d where d.run = t.run) as supplier_id`],
  context: codeContext,
});

export const sealedDealtCodes = { table: 'dealt_codes', ...onTheWay('deals') };
export const sealedImportCodes = { table: 'import_codes', ...onTheWay('import_deals') };

/** Forgets a run that has arrived. */
export async function endRun(tx: Tx, fromCell: number, { run }: Run): Promise<void> {
  const { deals, codes } = tablesOf(fromCell);
  await tx.query(`delete from ${codes} where run = $1`, [run]);
  await tx.query(`delete from ${deals} where run = $1`, [run]);
}
