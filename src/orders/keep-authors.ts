import { arrayLiteral } from '../platform/database/array-literal.ts';
import type { Tx } from '../platform/database/database.ts';

/** Where orders come from that no program has placed one by one. */
export interface Authors {
  clientId: number;
  /** The bulk order whose lines they are. */
  bulkId: number | null;
  /** Who placed them on a page, or confirmed the bulk order; null: a program brought it. */
  person: { personId: number; name: string } | null;
}

/** Keeps whose orders they are; those that are known stay as they are. */
export async function keepAuthors(
  tx: Tx,
  { clientId, bulkId, person }: Authors,
  requestIds: readonly number[],
): Promise<void> {
  await tx.query(
    `insert into order_authors (client_id, request_id, person_id, name, bulk_id)
     select $1, id, $3, $4, $5 from unnest($2::bigint[]) id on conflict do nothing`,
    [clientId, arrayLiteral(requestIds), person?.personId ?? null, person?.name ?? null, bulkId],
  );
}
