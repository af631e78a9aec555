/** Files of shop addresses between their preview and their import. */
import type { Sql, Tx } from '../../platform/database/database.ts';
import type { AddressToAdd } from '../add-addresses.ts';

export interface AddressPreview {
  id: number;
  addresses: AddressToAdd[];
  adds: boolean;
  /** Fingerprint of the product's list when it was compared. */
  seen: string;
}

/** Older ones are of nobody any more. */
const keptHours = 24;

/** In place of what was previewed for the product before. */
export async function keepPreview(
  tx: Tx,
  productId: number,
  { addresses, adds, seen }: Omit<AddressPreview, 'id'>,
  now: Date,
): Promise<number> {
  await tx.query(
    `delete from address_previews where product_id = $1 or asked_at < $2::timestamptz - interval '${keptHours} hours'`,
    [productId, now],
  );
  const { rows } = await tx.query<{ id: number }>(
    `insert into address_previews (product_id, addresses, adds, seen, asked_at) values ($1, $2, $3, $4, $5) returning id`,
    [productId, JSON.stringify(addresses), adds, seen, now],
  );
  return rows[0]?.id ?? 0;
}

/** Null: it was imported, or another file was previewed meanwhile. */
export async function findPreview(db: Sql, productId: number, id: number): Promise<AddressPreview | null> {
  const { rows } = await db.query<AddressPreview>(
    `select id, addresses, adds, seen from address_previews where product_id = $1 and id = $2`,
    [productId, id],
  );
  return rows[0] ?? null;
}

export const dropPreview = (tx: Tx, productId: number): Promise<unknown> =>
  tx.query(`delete from address_previews where product_id = $1`, [productId]);
