/**
 * Seals by the newest data key whatever older ones have sealed, while the platform runs. Broken off, it is begun
 * again and finds the rest.
 */
import { everyCell, type Celled } from '../../platform/cells/cell-context.ts';
import { isOfCells } from '../../platform/cells/table-classes.ts';
import type { Database, Sql } from '../../platform/database/database.ts';
import type { CrashPoint } from '../../platform/process/crash-point.ts';
import { readSealedKeys } from '../../platform/secrets/data-keys.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { resealColumn } from '../../platform/secrets/reseal.ts';
import { retireBefore, sealingSince } from '../../platform/secrets/retire-keys.ts';
import { sealedColumns } from './sealed-columns.ts';

export interface ResealAsk {
  now: Date;
  onProgress: (table: string, count: number) => void;
  crashPoint: CrashPoint;
}

export type Resealed =
  /** Nothing is left that an older version sealed. */
  | { is: 'done'; version: number; count: number }
  /** Some rows were held by others in each pass; a repetition finds them. */
  | { is: 'some-left'; version: number; count: number; left: number }
  /** Processes may still seal by the version before. */
  | { is: 'too-early'; version: number; from: Date };

interface ResealContext extends Celled {
  db: Database;
  keyring: Keyring;
}

const maxPasses = 5;

export async function resealAll(
  ctx: ResealContext,
  { now, onProgress, crashPoint }: ResealAsk,
): Promise<Resealed> {
  const { db, keyring } = ctx;
  const { version, from } = sealingSince(await readSealedKeys(db));
  if (from > now) return { is: 'too-early', version, from };
  for (const cell of everyCell(ctx))
    for (const clientId of await clientsWithoutKey(cell.db)) await keyring.makeClientKey(cell.db, clientId);
  let count = 0;
  let left = Infinity;
  for (let pass = 1; pass <= maxPasses && left > 0; pass += 1) {
    left = 0;
    for (const column of sealedColumns) {
      const onBatch = (done: number): void => {
        count += done;
        onProgress(column.table, count);
      };
      for (const home of isOfCells(column.table) ? everyCell(ctx) : [ctx])
        left += await resealColumn({ db: home.db, keyring, version, onBatch, crashPoint }, column);
    }
  }
  if (left > 0) return { is: 'some-left', version, count, left };
  await retireBefore(db, version, now);
  return { is: 'done', version, count };
}

/** Finds clients that were added by a process of a version without keys of clients. */
async function clientsWithoutKey(db: Sql): Promise<number[]> {
  const { rows } = await db.query<{ id: number }>(
    `select c.id from clients c where not exists (select from client_sealing_keys k where k.client_id = c.id) order by c.id`,
  );
  return rows.map(({ id }) => id);
}
