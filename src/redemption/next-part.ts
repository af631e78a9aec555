import type { Tx } from '../platform/database/database.ts';

/**
 * The number of the next part of a code that is locked; undone ones keep theirs. Redemptions in force and undone ones have an index
 * each, so each is asked for itself.
 */
export async function nextPart(tx: Tx, supplierId: number, codeId: number): Promise<number> {
  const { rows } = await tx.query<{ next: number }>(
    `select greatest(
       (select max(part) from redemptions where supplier_id = $1 and code_id = $2 and undone_at is null),
       (select max(part) from redemptions where supplier_id = $1 and code_id = $2 and undone_at is not null), 0) + 1 as next`,
    [supplierId, codeId],
  );
  return rows[0]?.next ?? 1;
}
