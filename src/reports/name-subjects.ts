import type { Sql } from '../platform/database/database.ts';

/** By what an act names its subject. */
export type SubjectField = 'clientId' | 'supplierId' | 'productId';

/** Names of clients, suppliers and products, by field and id. */
export type SubjectNames = ReadonlyMap<SubjectField, ReadonlyMap<number, string>>;

const tables: Record<SubjectField, { table: string; name: string }> = {
  clientId: { table: 'clients', name: 'name' },
  supplierId: { table: 'suppliers', name: 'name' },
  productId: { table: 'products', name: 'title' },
};

export async function nameSubjects(
  db: Sql,
  ids: ReadonlyMap<SubjectField, ReadonlySet<number>>,
): Promise<SubjectNames> {
  const found = [...ids].map(async ([field, wanted]) => {
    const { table, name } = tables[field];
    const { rows } = await db.query<{ id: number; name: string }>(
      `select id, ${name} as name from ${table} where id = any($1::bigint[])`,
      [[...wanted]],
    );
    return [field, new Map(rows.map((row) => [row.id, row.name]))] as const;
  });
  return new Map(await Promise.all(found));
}
