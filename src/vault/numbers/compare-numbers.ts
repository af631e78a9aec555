/** Codes of before look-alikes and unseen signs were known are opened once, and get the fingerprints of today. */
import { everyCell, type Celled } from '../../platform/cells/cell-context.ts';
import { schemaOf } from '../../platform/cells/cell-ids.ts';
import { allowTime, transaction, type Database, type Tx } from '../../platform/database/database.ts';
import { byKeys } from '../../platform/database/by-keys.ts';
import { columnsOf } from '../../platform/database/rows.ts';
import type { CrashPoint } from '../../platform/process/crash-point.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { codeFingerprint, openCode, sealCode, type SealedCode } from '../seal-code.ts';

export interface Comparing {
  db: Database;
  keyring: Keyring;
  /** The cell whose numbers the directory of numbers must know; null on one server. */
  cell: number | null;
  crashPoint: CrashPoint;
}

type Parts = Pick<Comparing, 'keyring' | 'cell'>;

const codesInBatch = 500;
/** A supplier may have millions of codes of the platform, which are passed over. */
const timeAllowed = { statementMs: 600_000 };

interface Left {
  supplierId: number;
  comparedTo: number;
  lastId: number;
}

/**
 * Compares the next codes of some supplier; returns whether any were left. Any number may be at it; killed, the next
 * goes on where it was.
 */
export async function compareNext({ db, crashPoint, ...parts }: Comparing): Promise<boolean> {
  const found = await transaction(db, async (tx) => {
    await allowTime(tx, timeAllowed);
    const { rows } = await tx.query<Left>(`${left} order by supplier_id limit 1 for update skip locked`);
    const [one] = rows;
    if (one !== undefined) await compareBatch(tx, parts, one);
    return one !== undefined;
  });
  crashPoint('numbers:after-batch');
  return found;
}

/** What is loaded next is compared with all codes of the supplier, so all of them must have today's fingerprints. */
export async function compareAllOf(tx: Tx, parts: Parts, supplierId: number): Promise<void> {
  for (;;) {
    const { rows } = await tx.query<Left>(`${left} where supplier_id = $1 for update`, [supplierId]);
    const [one] = rows;
    if (one === undefined) return;
    await compareBatch(tx, parts, one);
  }
}

/** The cells in which codes of the supplier have not been compared yet; asked at the centre. */
export async function readUncompared(
  tx: Tx,
  cells: readonly number[],
  supplierId: number,
): Promise<number[]> {
  const { rows } = await tx.query<{ cell: number }>(
    cells
      .map((cell) => `select ${cell} as cell from ${schemaOf(cell)}.uncompared_codes where supplier_id = $1`)
      .join(' union all '),
    [supplierId],
  );
  return rows.map(({ cell }) => cell);
}

/** Before an import that goes to cells: what was loaded before is compared in each of them, so that none of it is missed. */
export async function compareInCells(
  ctx: Parts & Pick<Comparing, 'db'> & Celled,
  supplierId: number,
): Promise<void> {
  if (ctx.cells.length === 0) return;
  for (const cell of everyCell(ctx))
    await transaction(cell.db, async (tx) => {
      await allowTime(tx, timeAllowed);
      await compareAllOf(tx, cell, supplierId);
    });
}

/** All codes are compared again from the first on, as after a process of an older version has added some. */
export async function compareAgain(db: Database): Promise<void> {
  await db.query(
    `insert into uncompared_codes (supplier_id, last_id)
     select s.id, c.last_id from suppliers s
     cross join lateral (select max(id) as last_id from codes where codes.supplier_id = s.id) c
     where c.last_id is not null
     on conflict (supplier_id) do update set compared_to = 0, last_id = excluded.last_id`,
  );
}

const left = `select supplier_id as "supplierId", compared_to as "comparedTo", last_id as "lastId" from uncompared_codes`;

async function compareBatch(tx: Tx, parts: Parts, { supplierId, comparedTo, lastId }: Left): Promise<void> {
  const { rows } = await tx.query<SealedCode & { id: number }>(
    `select id, fingerprint, sealed from codes c
     where supplier_id = $1 and id > $2 and id <= $3 and product_id in (
       select id from products p where p.supplier_id = $1 and p.transfer_scheme <> 'platform')
     order by id limit $4`,
    [supplierId, comparedTo, lastId, codesInBatch],
  );
  const others = rows.filter((row) => hasOtherFingerprint(parts.keyring, supplierId, row));
  if (others.length > 0)
    await moveCodes(
      tx,
      parts,
      supplierId,
      others.map(({ id }) => id),
    );
  const last = rows.at(-1)?.id;
  if (last === undefined || rows.length < codesInBatch)
    await tx.query(`delete from uncompared_codes where supplier_id = $1`, [supplierId]);
  else
    await tx.query(`update uncompared_codes set compared_to = $2 where supplier_id = $1`, [supplierId, last]);
}

/** Erased codes keep the fingerprint that they have: nobody can open them. */
const hasOtherFingerprint = (keyring: Keyring, supplierId: number, code: SealedCode): boolean =>
  code.sealed.length > 0 &&
  !codeFingerprint(keyring, supplierId, openCode(keyring, supplierId, code).number).equals(code.fingerprint);

/** One of several codes that are equal by today's rules gets the fingerprint; the others keep theirs, by which `verify` finds them. */
async function moveCodes(tx: Tx, { keyring, cell }: Parts, supplierId: number, ids: number[]): Promise<void> {
  const { rows } = await tx.query<SealedCode & { id: number }>(
    `select id, fingerprint, sealed from codes where supplier_id = $1 and id = any($2::bigint[]) order by id for update`,
    [supplierId, ids],
  );
  const moves = rows
    .filter(({ sealed }) => sealed.length > 0)
    .map((row) => ({
      id: row.id,
      former: row.fingerprint,
      ...sealCode(keyring, supplierId, openCode(keyring, supplierId, row)),
    }));
  const firsts = [
    ...new Map(moves.toReversed().map((move) => [move.fingerprint.toString('hex'), move])).values(),
  ];
  const free = await withoutTaken(tx, supplierId, firsts);
  const mine = cell === null ? free : await claimed(tx, supplierId, free);
  await tx.query(
    `update codes set fingerprint = w.fingerprint, sealed = w.sealed
     from unnest($2::bigint[], $3::bytea[], $4::bytea[]) as w (id, fingerprint, sealed)
     where codes.supplier_id = $1 and ${byKeys('codes', 'w', ['id'])}`,
    [supplierId, ...columnsOf(mine, ['id', 'fingerprint', 'sealed'])],
  );
}

interface Move extends SealedCode {
  id: number;
  former: Buffer;
}

async function withoutTaken(tx: Tx, supplierId: number, moves: Move[]): Promise<Move[]> {
  const { rows } = await tx.query<{ fingerprint: Buffer }>(
    `select fingerprint from codes where supplier_id = $1 and fingerprint = any($2::bytea[])`,
    [supplierId, moves.map(({ fingerprint }) => fingerprint)],
  );
  const taken = new Set(rows.map(({ fingerprint }) => fingerprint.toString('hex')));
  return moves.filter(({ fingerprint }) => !taken.has(fingerprint.toString('hex')));
}

/** With cells, returns those whose new numbers no other cell has. */
async function claimed(tx: Tx, supplierId: number, moves: Move[]): Promise<Move[]> {
  const { rows } = await tx.query<{ fingerprint: Buffer }>(
    `insert into code_places (fingerprint, supplier_id, cell, request_id)
     select w.fingerprint, p.supplier_id, p.cell, p.request_id
     from unnest($2::bytea[], $3::bytea[]) as w (fingerprint, former)
     join code_places p on p.supplier_id = $1 and p.fingerprint = w.former
     on conflict do nothing returning fingerprint`,
    [supplierId, ...columnsOf(moves, ['fingerprint', 'former'])],
  );
  const mine = new Set(rows.map(({ fingerprint }) => fingerprint.toString('hex')));
  const kept = moves.filter(({ fingerprint }) => mine.has(fingerprint.toString('hex')));
  await tx.query(`delete from code_places where supplier_id = $1 and fingerprint = any($2::bytea[])`, [
    supplierId,
    kept.map(({ former }) => former),
  ]);
  return kept;
}
