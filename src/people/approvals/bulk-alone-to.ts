import type { Sql, Tx } from '../../platform/database/database.ts';

/** Reads the sum up to which one person of a client may confirm a bulk order alone; null: any sum. */
export async function readBulkAloneTo(db: Sql, clientId: number): Promise<number | null> {
  const { rows } = await db.query<{ kopecks: number | null }>(
    `select bulk_alone_to_kopecks as kopecks from party_policies where side = 'client' and party_id = $1`,
    [clientId],
  );
  return rows[0]?.kopecks ?? null;
}

export async function writeBulkAloneTo(tx: Tx, clientId: number, kopecks: number | null): Promise<void> {
  await tx.query(
    `insert into party_policies (side, party_id, bulk_alone_to_kopecks) values ('client', $1, $2)
     on conflict (side, party_id) do update set bulk_alone_to_kopecks = excluded.bulk_alone_to_kopecks`,
    [clientId, kopecks],
  );
}
