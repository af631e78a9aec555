/** In which cell the code with a number is, on an installation with cells (docs/decisions/0070, 0077). */
import { columnLiteral } from '../platform/database/array-literal.ts';
import type { Sql } from '../platform/database/database.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import type { CodeAsk } from './find-code.ts';
import { meantNumber } from './platform-number.ts';
import { codeFingerprint } from './seal-code.ts';

/** The cells of codes by their numbers, in order; null for numbers that were not imported, or are spelled otherwise. */
export async function findPlaces(
  db: Sql,
  keyring: Keyring,
  asks: readonly CodeAsk[],
): Promise<(number | null)[]> {
  const wanted = asks.map(({ supplierId, number }, place) => ({
    place,
    supplierId,
    fingerprint: codeFingerprint(keyring, supplierId, number),
    meant: codeFingerprint(keyring, supplierId, meantNumber(number)),
  }));
  const { rows } = await db.query<{ place: number; cell: number }>(
    `select w.place, c.cell
     from unnest((select $1::int[]), (select $2::bigint[]), (select $3::bytea[]), (select $4::bytea[]))
       as w (place, supplier_id, fingerprint, meant)
     cross join lateral (
       select cell from code_places p where p.supplier_id = w.supplier_id and p.fingerprint in (w.fingerprint, w.meant)
       order by p.fingerprint = w.fingerprint desc limit 1) as c`,
    (['place', 'supplierId', 'fingerprint', 'meant'] as const).map((name) => columnLiteral(wanted, name)),
  );
  const cells = new Map(rows.map(({ place, cell }) => [place, cell]));
  return asks.map((_ask, place) => cells.get(place) ?? null);
}
