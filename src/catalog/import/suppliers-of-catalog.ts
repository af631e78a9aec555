/** The suppliers and brands that an imported catalogue names. */
import type { Tx } from '../../platform/database/database.ts';

export interface ImportedSuppliers {
  added: number;
  /** The brand that new products of the supplier get. */
  brandOf(supplierId: number): number;
}

/**
 * A getProducts answer has only the ids of suppliers. An unknown supplier gets a placeholder name and a brand of that
 * name; a known one keeps its brands, and new products go to the oldest.
 */
export async function addSuppliers(tx: Tx, supplierIds: number[], now: Date): Promise<ImportedSuppliers> {
  const added = await tx.query(
    `insert into suppliers (id, name, created_at)
     select id, case when exists (select from suppliers other where other.name = 'Supplier ' || new.id and other.id <> new.id)
       then 'Supplier no. ' || id else 'Supplier ' || id end, $2
     from unnest($1::bigint[]) as new (id) order by id
     on conflict (id) do nothing returning id`,
    [supplierIds, now],
  );
  await tx.query(
    `select setval('suppliers_id_seq', greatest((select max(id) from suppliers), (select last_value from suppliers_id_seq)))`,
  );
  await tx.query(
    `insert into brands (supplier_id, name)
     select s.id, s.name from suppliers s left join brands b on b.supplier_id = s.id
     where s.id = any($1::bigint[]) and b.id is null order by s.id`,
    [supplierIds],
  );
  const { rows } = await tx.query<{ supplier_id: number; brand_id: number }>(
    `select supplier_id, min(id) as brand_id from brands where supplier_id = any($1::bigint[]) group by supplier_id`,
    [supplierIds],
  );
  const brands = new Map(rows.map((row) => [row.supplier_id, row.brand_id]));
  return {
    added: added.rowCount ?? 0,
    brandOf(supplierId) {
      const brand = brands.get(supplierId);
      if (brand === undefined) throw new Error(`Supplier ${supplierId} has no brand.`);
      return brand;
    },
  };
}
