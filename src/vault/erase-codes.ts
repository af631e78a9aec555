/** Erases the codes of certificates that ended long ago. The fingerprint stays: by it tills, imports and searches still know them. */
import type { Tx } from '../platform/database/database.ts';
import { columnsOf } from '../platform/database/rows.ts';

export interface CodeKey {
  supplierId: number;
  codeId: number;
}

/** SQL: the code is no longer kept. */
export const isErased = (sealed: string): string => `${sealed} = ''`;

/** Locks codes, without waiting; returns the ids of those that are locked now. */
export async function lockCodes(tx: Tx, codes: readonly CodeKey[]): Promise<Set<number>> {
  const { rows } = await tx.query<{ id: number }>(
    `select id from codes where (supplier_id, id) in (select * from unnest($1::bigint[], $2::bigint[]))
     order by supplier_id, id for no key update skip locked`,
    columnsOf([...codes], ['supplierId', 'codeId']),
  );
  return new Set(rows.map(({ id }) => id));
}

/** Overwrites locked codes; returns how many there still were. */
export async function eraseCodes(tx: Tx, codes: readonly CodeKey[]): Promise<number> {
  const { rowCount } = await tx.query(
    `update codes c set sealed = '' from unnest($1::bigint[], $2::bigint[]) as w (supplier_id, id)
     where c.supplier_id = w.supplier_id and c.id = w.id and c.request_id is not null and not (${isErased('c.sealed')})`,
    columnsOf([...codes], ['supplierId', 'codeId']),
  );
  return rowCount ?? 0;
}
