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

export interface PartsAsk {
  id: number;
  supplier_id: number;
  transfer_scheme: string;
  in_parts: boolean | null;
}

/** As a catalogue says it, where it says something and the operator has not. Returns those that are redeemed elsewhere, and so stay whole. */
export async function importParts(tx: Tx, products: readonly PartsAsk[]): Promise<number[]> {
  const wanted = products.filter(({ in_parts: inParts }) => inParts === true);
  const { rows } = await tx.query<{ id: number }>(
    `select supplier_id as id from integration_access where supplier_id = any($1::bigint[]) and redeems_own`,
    [wanted.map((one) => one.supplier_id)],
  );
  const here = new Set(rows.map(({ id }) => id));
  const fits = ({ supplier_id: id, transfer_scheme: scheme }: PartsAsk): boolean =>
    scheme === 'platform' || here.has(id);
  await setParts(tx, wanted.filter(fits), true);
  await setParts(
    tx,
    products.filter(({ in_parts: inParts }) => inParts === false),
    false,
  );
  return wanted.filter((product) => !fits(product)).map(({ id }) => id);
}

async function setParts(tx: Tx, products: readonly PartsAsk[], inParts: boolean): Promise<void> {
  await tx.query(
    `update products set in_parts = $2 where id = any($1::bigint[]) and in_parts <> $2 and 'in_parts' <> all(kept_columns)`,
    [products.map(({ id }) => id), inParts],
  );
}
