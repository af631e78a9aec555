/** Finds the cell of the code with a number, on an installation with cells (docs/decisions/0077). */
import { columnLiteral } from '../platform/database/array-literal.ts';
import { columnsOf } from '../platform/database/rows.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { codeFingerprint } from './seal-code.ts';
import { meantOf, wantedCodes, wantedNames, type CodeAsk } from './wanted-codes.ts';

/** The cells of codes by their numbers, in order; null for numbers that were not imported, or are spelled otherwise. */
export async function findPlaces(
  db: Sql,
  keyring: Keyring,
  asks: readonly CodeAsk[],
): Promise<(number | null)[]> {
  const wanted = wantedCodes(keyring, asks);
  const { rows } = await db.query<{ place: number; rank: number; cell: number }>(
    `select w.place, w.rank, c.cell
     from unnest((select $1::int[]), (select $2::bigint[]), (select $3::bytea[]), (select $4::int[]))
       as w (place, supplier_id, fingerprint, rank)
     cross join lateral (
       select cell from code_places p where p.supplier_id = w.supplier_id and p.fingerprint = w.fingerprint limit 1) as c`,
    wantedNames.slice(0, 4).map((name) => columnLiteral(wanted, name)),
  );
  return meantOf(asks, rows).map((meant) => meant?.cell ?? null);
}

/** A number that a supplier issued for an order. */
export interface IssuedNumber extends CodeAsk {
  requestId: number;
}

/**
 * Claims numbers for orders of this cell, the first of equal ones for the first order. Returns for each whether it is that order's own:
 * claimed now, or before for the same order.
 */
export async function claimPlaces(
  { db, cell, keyring }: { db: Sql; cell: number | null; keyring: Keyring },
  issued: readonly IssuedNumber[],
): Promise<boolean[]> {
  const wanted = issued.map(({ supplierId, requestId, number }) => ({
    supplierId,
    requestId,
    fingerprint: codeFingerprint(keyring, supplierId, number),
  }));
  const firsts = [...new Map(wanted.toReversed().map((one) => [keyOf(one), one])).values()];
  // Concurrent batches claim their numbers in one order.
  firsts.sort((one, other) => Buffer.compare(one.fingerprint, other.fingerprint));
  const columns = columnsOf(firsts, ['fingerprint', 'supplierId', 'requestId']);
  await db.query(
    `insert into code_places (fingerprint, supplier_id, cell, request_id)
     select fingerprint, supplier_id, $4, request_id
     from unnest($1::bytea[], $2::bigint[], $3::bigint[]) as w (fingerprint, supplier_id, request_id)
     on conflict do nothing`,
    [...columns, cell],
  );
  const { rows } = await db.query<{ fingerprint: Buffer; supplierId: number; requestId: number | null }>(
    `select p.fingerprint, p.supplier_id as "supplierId", p.request_id as "requestId"
     from unnest($1::bytea[], $2::bigint[]) as w (fingerprint, supplier_id)
     join code_places p on p.fingerprint = w.fingerprint and p.supplier_id = w.supplier_id`,
    columns.slice(0, 2),
  );
  const owners = new Map(rows.map((row) => [keyOf(row), row.requestId]));
  return wanted.map((one) => owners.get(keyOf(one)) === one.requestId);
}

const keyOf = ({ supplierId, fingerprint }: { supplierId: number; fingerprint: Buffer }): string =>
  `${supplierId}:${fingerprint.toString('hex')}`;
