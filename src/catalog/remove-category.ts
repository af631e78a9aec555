/** Removes a category; its products move to another one, or it has none. So do lists of what choice certificates are exchanged for. */
import { atomically, type DatabaseOrTx, type Tx } from '../platform/database/database.ts';
import { moveCategoryTargets } from './exchange-list.ts';
import { holdSuppliers, judgeOffers } from './judge-offers.ts';
import { keptWith } from './set-product.ts';

export type CategoryRemoved =
  | { is: 'removed'; moved: number }
  | { is: 'no-category' }
  /** Its products must be moved first. */
  | { is: 'in-use'; products: number }
  | { is: 'no-target' };

export function removeCategory(
  db: DatabaseOrTx,
  { id, moveTo }: { id: number; moveTo: number | null },
  now: Date,
): Promise<CategoryRemoved> {
  return atomically<CategoryRemoved>(db, async (tx) => {
    await holdSuppliers(tx, 'choice');
    // Locked, so that no product comes into the category meanwhile.
    await tx.query(`lock table products in share row exclusive mode`);
    const { rows } = await tx.query<{ id: number }>(
      `select id from categories where id = $1 or id = $2 order by id for update`,
      [id, moveTo],
    );
    if (!rows.some((row) => row.id === id)) return { is: 'no-category' };
    if (moveTo !== null && (moveTo === id || !rows.some((row) => row.id === moveTo)))
      return { is: 'no-target' };
    const products = await countProducts(tx, id);
    if (products > 0 && moveTo === null) return { is: 'in-use', products };
    if (moveTo !== null) await moveProducts(tx, id, moveTo);
    await moveCategoryTargets(tx, id, moveTo);
    await judgeOffers(tx, 'choice', now);
    await tx.query(`delete from categories where id = $1`, [id]);
    return { is: 'removed', moved: products };
  });
}

async function countProducts(tx: Tx, id: number): Promise<number> {
  const { rows } = await tx.query<{ products: number }>(
    `select count(*) as products from products where $1 = any(categories)`,
    [id],
  );
  return rows[0]?.products ?? 0;
}

/** Imports keep the move. */
async function moveProducts(tx: Tx, from: number, to: number): Promise<void> {
  await tx.query(
    `update products set kept_columns = ${keptWith(`array['categories']`)},
       categories = case when $2::integer = any(categories) then array_remove(categories, $1::integer)
         else array_replace(categories, $1::integer, $2::integer) end
     where $1::integer = any(categories)`,
    [from, to],
  );
}
