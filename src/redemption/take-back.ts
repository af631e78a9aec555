import type { Tx } from '../platform/database/database.ts';

/** Records that the supplier has taken back a redeemed certificate, with all its parts. The redemptions stay, and the code is blocked. */
export async function takeBack(
  tx: Tx,
  { supplierId, codeId }: { supplierId: number; codeId: number },
  now: Date,
): Promise<void> {
  await tx.query(
    `update redemptions set taken_back_at = $3 where supplier_id = $1 and code_id = $2 and undone_at is null`,
    [supplierId, codeId, now],
  );
}
