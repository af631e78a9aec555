import type { Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { insertion } from '../../platform/database/rows.ts';
import { formerFingerprint, sealCode } from '../seal-code.ts';
import type { PoolCode } from './read-row.ts';
import { maxShown, type FaceCount, type Findings } from './report.ts';

/**
 * Staging table of an import: sealed codes in a temporary table of the transaction. The database finds duplicates in
 * it, so the memory of the process does not grow with the file.
 */
export async function createStage(tx: Tx): Promise<void> {
  // One transaction may import several pools, one after another.
  await tx.query(`drop table if exists pg_temp.staged_codes`);
  await tx.query(
    `create temporary table staged_codes (
       line integer not null, face_kopecks bigint not null, sellable boolean not null, active boolean not null,
       fingerprint bytea not null, former bytea, sealed bytea not null, expires_at timestamptz, import_id bigint,
       shape integer
     ) on commit drop`,
  );
}

const stagedInsertion = insertion('staged_codes', {
  line: 'integer',
  face_kopecks: 'bigint',
  sellable: 'boolean',
  active: 'boolean',
  fingerprint: 'bytea',
  former: 'bytea',
  sealed: 'bytea',
  expires_at: 'timestamptz',
  import_id: 'bigint',
  shape: 'integer',
});

export interface StagedCode extends PoolCode {
  line: number;
  sellable: boolean;
  /** A number of row-shapes.ts. */
  shape: number;
}

/** A code that was sealed before: it comes from an import or from another cell. */
export interface SealedArrival {
  place: number;
  faceKopecks: number;
  sellable: boolean;
  active: boolean;
  fingerprint: Buffer;
  sealed: Buffer;
  expiresAt: Date | null;
  importId: number | null;
}

/** Puts codes that were sealed before into the staging table. */
export const stageArrivals = (tx: Tx, codes: SealedArrival[]): Promise<void> =>
  stagedInsertion.into(
    tx,
    codes.map(({ place, faceKopecks, expiresAt, importId, ...code }) => ({
      ...code,
      former: null,
      line: place,
      face_kopecks: faceKopecks,
      expires_at: expiresAt,
      import_id: importId,
      shape: null,
    })),
  );

export async function stageCodes(
  tx: Tx,
  keyring: Keyring,
  supplierId: number,
  codes: StagedCode[],
): Promise<void> {
  await stagedInsertion.into(
    tx,
    codes.map(({ line, code, faceKopecks, sellable, active, expiresAt, shape }) => ({
      line,
      face_kopecks: faceKopecks,
      sellable,
      active,
      expires_at: expiresAt,
      import_id: null,
      shape,
      former: formerFingerprint(keyring, supplierId, code.number),
      ...sealCode(keyring, supplierId, code),
    })),
  );
}

/** The rows of these shapes; `drop` takes them out. */
export async function findShapes(
  tx: Tx,
  shapes: readonly number[],
  what: 'keep' | 'drop',
): Promise<Findings<{ line: number; shape: number }>> {
  if (shapes.length === 0) return { total: 0, shown: [] };
  const found =
    what === 'drop'
      ? `delete from staged_codes where shape = any($1) returning line, shape`
      : `select line, shape from staged_codes where shape = any($1)`;
  const { rows } = await tx.query<{ line: number; shape: number; total: number }>(
    `with found as (${found}) select line, shape, count(*) over () as total from found order by line limit $2`,
    [shapes, maxShown],
  );
  return { total: rows[0]?.total ?? 0, shown: rows.map(({ line, shape }) => ({ line, shape })) };
}

/** Removes all but the first row of each number. */
export async function dropDuplicatesInFile(tx: Tx): Promise<Findings<{ line: number; firstLine: number }>> {
  await tx.query(`analyze staged_codes`);
  const { rows } = await tx.query<{ line: number; first_line: number; total: number }>(
    `with known as (
       select line, min(line) over (partition by fingerprint) as first_line from staged_codes),
     gone as (
       delete from staged_codes using known
       where staged_codes.line = known.line and known.first_line < known.line
       returning known.line, known.first_line)
     select line, first_line, count(*) over () as total from gone order by line limit $1`,
    [maxShown],
  );
  return {
    total: rows[0]?.total ?? 0,
    shown: rows.map((row) => ({ line: row.line, firstLine: row.first_line })),
  };
}

/** Removes the numbers already in the supplier's vault, in whatever state: `known` is the table that has them all. */
export async function dropDuplicatesInVault(
  tx: Tx,
  supplierId: number,
  known: 'codes' | 'code_places',
): Promise<Findings<{ line: number }>> {
  const dropped = await dropKnown(tx, supplierId, known, 'fingerprint');
  // Else the planner might read all codes for nothing.
  const { rowCount } = await tx.query(`select from staged_codes where former is not null limit 1`);
  if (rowCount === 0) return dropped;
  const former = await dropKnown(tx, supplierId, known, 'former');
  const shown = [...dropped.shown, ...former.shown].toSorted((one, other) => one.line - other.line);
  return { total: dropped.total + former.total, shown: shown.slice(0, maxShown) };
}

async function dropKnown(
  tx: Tx,
  supplierId: number,
  known: 'codes' | 'code_places',
  column: 'fingerprint' | 'former',
): Promise<Findings<{ line: number }>> {
  const { rows } = await tx.query<{ line: number; total: number }>(
    `with gone as (
       delete from staged_codes using ${known} known
       where known.supplier_id = $1 and known.fingerprint = staged_codes.${column}
       returning line)
     select line, count(*) over () as total from gone order by line limit $2`,
    [supplierId, maxShown],
  );
  return { total: rows[0]?.total ?? 0, shown: rows.map((row) => ({ line: row.line })) };
}

export async function countStaged(tx: Tx): Promise<FaceCount[]> {
  const { rows } = await tx.query<{ face_kopecks: number; codes: number; inactive: number }>(
    `select face_kopecks, count(*) as codes, count(*) filter (where not active) as inactive
     from staged_codes group by face_kopecks order by face_kopecks`,
  );
  return rows.map((row) => ({
    faceKopecks: row.face_kopecks,
    codes: row.codes,
    sumKopecks: row.face_kopecks * row.codes,
    inactive: row.inactive,
  }));
}
