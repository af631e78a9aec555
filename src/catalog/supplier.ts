import type { Sql } from '../platform/database/database.ts';

export interface Supplier {
  id: number;
  name: string;
  contactEmail: string;
  products: number;
  /** The last run of its final test; both null: none. */
  testedAt: Date | null;
  testGreen: boolean | null;
}

export type SupplierAdded = { is: 'added'; supplierId: number; brandId: number } | { is: 'name-taken' };

/** Adds a supplier with one brand of the same name; more brands are added as products need them. */
export async function addSupplier(
  db: Sql,
  ask: { name: string; contactEmail: string },
  now: Date,
): Promise<SupplierAdded> {
  const { rows } = await db.query<{ supplierId: number; brandId: number }>(
    `with added as (
       insert into suppliers (name, contact_email, created_at) values ($1, $2, $3)
       on conflict (name) do nothing returning id)
     insert into brands (supplier_id, name) select id, $1 from added
     returning supplier_id as "supplierId", id as "brandId"`,
    [ask.name, ask.contactEmail, now],
  );
  const [row] = rows;
  return row === undefined ? { is: 'name-taken' } : { is: 'added', ...row };
}

export async function listSuppliers(db: Sql): Promise<Supplier[]> {
  const { rows } = await db.query<Supplier>(
    `select s.id, s.name, s.contact_email as "contactEmail",
       s.tested_at as "testedAt", s.test_green as "testGreen",
       (select count(*) from products p where p.supplier_id = s.id) as products
     from suppliers s order by s.id`,
  );
  return rows;
}
