import type { Sql } from '../platform/database/database.ts';

/** Fingerprints (hexadecimal) of the numbers of these codes: identifies codes without opening them. */
export async function fingerprintsOf(
  db: Sql,
  supplierId: number,
  codeIds: number[],
): Promise<Map<string, number>> {
  const { rows } = await db.query<{ id: number; fingerprint: Buffer }>(
    `select id, fingerprint from codes where supplier_id = $1 and id = any($2::bigint[])`,
    [supplierId, codeIds],
  );
  return new Map(rows.map(({ id, fingerprint }) => [fingerprint.toString('hex'), id]));
}
