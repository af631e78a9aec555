/** Sends the staged codes of an import on their way to the cells (docs/decisions/0077). */
import type { Tx } from '../../platform/database/database.ts';
import { columnsOf } from '../../platform/database/rows.ts';
import { allot } from '../demand/allot.ts';
import { readDemand } from '../demand/read-demand.ts';
import { endsOnOf } from '../lots.ts';
import type { PoolTarget } from './load-staged.ts';

/** Imported codes that arrive in a cell in one transaction. */
const codesInRun = 5000;

export interface Sending extends PoolTarget {
  importId: number;
  cells: readonly number[];
  codes: number;
}

/** The codes of a lot from one number to another, and the cell that gets them. */
interface Range {
  faceKopecks: number;
  endsOn: string;
  sellable: boolean;
  cell: number;
  first: number;
  last: number;
}

/**
 * Claims the numbers and says which cell gets which code. Once this is committed, whoever carries the runs brings them there;
 * before, nothing is written.
 */
export async function sendStaged(tx: Tx, sending: Sending, now: Date): Promise<void> {
  const { supplierId, importId, codes } = sending;
  const ranges = await planRanges(tx, sending);
  const runs = await addRuns(tx, sending, ranges, now);
  const sent = await tx.query(
    `with placed as (
       select *, row_number() over (partition by face_kopecks, ends_on, sellable order by line) as number
       from staged_codes, lateral (select ${endsOnOf('expires_at')} as ends_on) lot),
     ranges as (
       select * from unnest($2::bigint[], $3::date[], $4::boolean[], $5::smallint[], $6::bigint[], $7::bigint[])
         as w (face_kopecks, ends_on, sellable, cell, first, last)),
     celled as (
       select p.*, r.cell, row_number() over (partition by r.cell order by p.line) as place
       from placed p join ranges r using (face_kopecks, ends_on, sellable) where p.number between r.first and r.last)
     insert into import_codes (run, place, face_kopecks, sellable, active, fingerprint, sealed, expires_at, import_id)
     select u.run, c.place, c.face_kopecks, c.sellable, c.active, c.fingerprint, c.sealed, c.expires_at, $1
     from celled c join unnest($8::bigint[], $9::smallint[], $10::integer[]) as u (run, cell, part)
       on u.cell = c.cell and u.part = (c.place - 1) / ${codesInRun}`,
    [
      importId,
      ...columnsOf(ranges, ['faceKopecks', 'endsOn', 'sellable', 'cell', 'first', 'last']),
      ...columnsOf(runs, ['run', 'cell', 'part']),
    ],
  );
  const claimed = await tx.query(
    `insert into code_places (fingerprint, supplier_id, cell)
     select c.fingerprint, $1, d.to_cell from import_codes c join import_deals d using (run)
     where c.run = any($2::bigint[]) order by c.fingerprint on conflict do nothing`,
    [supplierId, runs.map(({ run }) => run)],
  );
  if (sent.rowCount !== codes || claimed.rowCount !== codes)
    throw new Error('Codes came into the vault beside this import: repeat it.');
}

async function planRanges(tx: Tx, sending: Sending): Promise<Range[]> {
  const { rows: lots } = await tx.query<Omit<Range, 'cell' | 'first' | 'last'> & { codes: number }>(
    `select face_kopecks as "faceKopecks", ${endsOnOf('expires_at')} as "endsOn", sellable, count(*) as codes
     from staged_codes group by 1, 2, 3 order by 1, 2, 3`,
  );
  const ofFaces = new Map<number, number>();
  for (const { faceKopecks, codes } of lots)
    ofFaces.set(faceKopecks, (ofFaces.get(faceKopecks) ?? 0) + codes);
  const demand = await readDemand(tx, sending.cells, sending, ofFaces);
  return lots.flatMap(({ codes, ...lot }) => {
    const demands = demand.filter(({ faceKopecks }) => faceKopecks === lot.faceKopecks);
    const allotted = allot(codes, demands);
    let first = 1;
    return demands.flatMap((one) => {
      const count = allotted.get(one.cell) ?? 0;
      // What one lot gives to those that wait is not given by the next one too.
      one.waiting -= Math.min(one.waiting, count);
      const range = { ...lot, cell: one.cell, first, last: first + count - 1 };
      first += count;
      return count === 0 ? [] : range;
    });
  });
}

interface Run {
  run: number;
  cell: number;
  part: number;
}

async function addRuns(
  tx: Tx,
  { supplierId, productId }: PoolTarget,
  ranges: readonly Range[],
  now: Date,
): Promise<Run[]> {
  const parts = [...Map.groupBy(ranges, ({ cell }) => cell)].flatMap(([cell, ofCell]) => {
    const codes = ofCell.reduce((sum, { first, last }) => sum + last - first + 1, 0);
    return Array.from({ length: Math.ceil(codes / codesInRun) }, (_, part) => ({ cell, part }));
  });
  const { rows } = await tx.query<{ run: number; cell: number }>(
    `insert into import_deals (to_cell, supplier_id, product_id, sent_at)
     select cell, $2, $3, $4 from unnest($1::smallint[]) as w (cell) returning run, to_cell as cell`,
    [parts.map(({ cell }) => cell), supplierId, productId, now],
  );
  const next = new Map<number, number>();
  return rows.map(({ run, cell }) => {
    const part = next.get(cell) ?? 0;
    next.set(cell, part + 1);
    return { run, cell, part };
  });
}
