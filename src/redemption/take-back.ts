import type { Tx } from '../platform/database/database.ts';

/** Notes that the supplier has taken a redeemed certificate back. The redemption stays; the code is good nowhere. */
export async function takeBack(
  tx: Tx,
  { supplierId, codeId }: { supplierId: number; codeId: number },
  now: Date,
): Promise<void> {
  await tx.query(`update redemptions set taken_back_at = $3 where supplier_id = $1 and code_id = $2`, [
    supplierId,
    codeId,
    now,
  ]);
}
