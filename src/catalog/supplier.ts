/** Suppliers: adding one, changing one. */
import type { Sql, Tx } from '../platform/database/database.ts';
import { usualLanguage, type Language } from '../platform/text/language.ts';
import { sliceOrder, type Slice } from '../platform/database/slice.ts';

export interface Supplier {
  id: number;
  name: string;
  contactEmail: string;
  /** Language of letters to that address. */
  language: Language;
  products: number;
  /** The last run of its final test; both null: none. */
  testedAt: Date | null;
  testGreen: boolean | null;
}

/** What is known of a supplier as a company. */
export interface SupplierFields {
  name: string;
  /** '': nobody is written to. */
  contactEmail: string;
  /** Language of letters to that address; absent: unchanged, and Russian for a new supplier. */
  language?: Language | undefined;
}

export type SupplierAdded = { is: 'added'; supplierId: number; brandId: number } | { is: 'name-taken' };

/** Adds a supplier with one brand of the same name; more brands are added as products need them. */
export async function addSupplier(db: Sql, ask: SupplierFields, now: Date): Promise<SupplierAdded> {
  const { rows } = await db.query<{ supplierId: number; brandId: number }>(
    `with added as (
       insert into suppliers (name, contact_email, language, created_at) values ($1, $2, $4, $3)
       on conflict (name) do nothing returning id)
     insert into brands (supplier_id, name) select id, $1 from added
     returning supplier_id as "supplierId", id as "brandId"`,
    [ask.name, ask.contactEmail, now, ask.language ?? usualLanguage],
  );
  const [row] = rows;
  return row === undefined ? { is: 'name-taken' } : { is: 'added', ...row };
}

export type SupplierSet = 'set' | 'no-supplier' | 'name-taken';

export async function setSupplier(
  tx: Tx,
  supplierId: number,
  { name, contactEmail, language }: SupplierFields,
): Promise<SupplierSet> {
  const { rows } = await tx.query<{ taken: boolean }>(
    `select exists (select from suppliers where name = $2 and id <> $1) as taken from suppliers where id = $1 for update`,
    [supplierId, name],
  );
  const [supplier] = rows;
  if (supplier === undefined) return 'no-supplier';
  if (supplier.taken) return 'name-taken';
  await tx.query(
    `update suppliers set name = $2, contact_email = $3, language = coalesce($4, language) where id = $1`,
    [supplierId, name, contactEmail, language ?? null],
  );
  return 'set';
}

const columns = `s.id, s.name, s.contact_email as "contactEmail", s.language, s.tested_at as "testedAt", s.test_green as "testGreen",
  (select count(*) from products p where p.supplier_id = s.id) as products`;

export async function listSuppliers(db: Sql): Promise<Supplier[]> {
  const { rows } = await db.query<Supplier>(`select ${columns} from suppliers s order by s.id`);
  return rows;
}

/** Null: there is none. */
export async function findSupplier(db: Sql, supplierId: number): Promise<Supplier | null> {
  const { rows } = await db.query<Supplier>(`select ${columns} from suppliers s where s.id = $1`, [
    supplierId,
  ]);
  return rows[0] ?? null;
}

export interface SupplierLine extends Supplier {
  adapter: string | null;
  certifiedAt: Date | null;
}

/** A page of suppliers, newest first, of a name. */
export async function listSupplierPage(
  db: Sql,
  ask: Slice & { wanted: string; limit: number },
): Promise<SupplierLine[]> {
  const [border, order] = sliceOrder(ask);
  const { rows } = await db.query<SupplierLine>(
    `select ${columns}, s.adapter, s.certified_at as "certifiedAt" from suppliers s
     where ($1::text = '' or position(lower($1) in lower(s.name)) > 0 or s.id::text = $1)
       and ($2::bigint is null or s.id ${border} $2)
     order by s.id ${order} limit $3`,
    [ask.wanted, ask.fromKey, ask.limit],
  );
  return rows;
}
