import type { Tx } from '../platform/database/database.ts';

/** Certificates can be used in parts where they are redeemed here: what is left is known to nobody else. */
export async function partsFit(
  tx: Tx,
  { supplierId, scheme }: { supplierId: number; scheme: string },
  { inParts = false }: { inParts?: boolean },
): Promise<boolean> {
  if (!inParts || scheme === 'platform') return true;
  const { rowCount } = await tx.query(
    `select from integration_access where supplier_id = $1 and redeems_own`,
    [supplierId],
  );
  return rowCount === 1;
}
