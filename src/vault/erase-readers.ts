import type { Tx } from '../platform/database/database.ts';
import { columnsOf } from '../platform/database/rows.ts';

/** Erases the network addresses from which recipients opened these codes. That they were opened, and when, stays on record. */
export async function eraseReaders(
  tx: Tx,
  codes: readonly { supplierId: number; codeId: number }[],
): Promise<number> {
  const { rowCount } = await tx.query(
    `update code_readings set address = ''
     where (supplier_id, code_id) in (select * from unnest($1::bigint[], $2::bigint[]))
       and reader in ('gift-page', 'pdf', 'wallet', 'letter') and address <> ''`,
    columnsOf([...codes], ['supplierId', 'codeId']),
  );
  return rowCount ?? 0;
}
