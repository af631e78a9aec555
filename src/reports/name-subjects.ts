import type { ReadingContext } from '../platform/cells/cell-context.ts';
import { fromCellsOf } from '../platform/cells/merge.ts';
import type { Sql } from '../platform/database/database.ts';

/** The fields by which an act names its subject. */
export type SubjectField = 'clientId' | 'supplierId' | 'productId';

/** Names of clients, suppliers and products, by field and id. */
export type SubjectNames = ReadonlyMap<SubjectField, ReadonlyMap<number, string>>;

const tables: Record<SubjectField, { table: string; name: string }> = {
  clientId: { table: 'clients', name: 'name' },
  supplierId: { table: 'suppliers', name: 'name' },
  productId: { table: 'products', name: 'title' },
};

export async function nameSubjects(
  ctx: ReadingContext,
  ids: ReadonlyMap<SubjectField, ReadonlySet<number>>,
): Promise<SubjectNames> {
  const found = [...ids].map(async ([field, wanted]) => {
    const names =
      field === 'clientId' ? nameClients(ctx, [...wanted]) : namesIn(ctx.pageDb, tables[field], [...wanted]);
    return [field, await names] as const;
  });
  return new Map(await Promise.all(found));
}

/** Each asked of its cell. */
export async function nameClients(ctx: ReadingContext, ids: readonly number[]): Promise<Map<number, string>> {
  const found = await fromCellsOf(ctx, ids, ({ pageDb }, own) => namesIn(pageDb, tables.clientId, own));
  return new Map(found.flatMap((names) => [...names]));
}

/** People that acts are about (`person 5`), also those who have left. */
export function namePeople(db: Sql, acts: readonly { about: string }[]): Promise<Map<number, string>> {
  const ids = acts.flatMap(({ about }) => /^person (\d{1,15})$/.exec(about)?.slice(1).map(Number) ?? []);
  return namesIn(db, { table: 'persons', name: 'name' }, ids);
}

async function namesIn(
  db: Sql,
  { table, name }: { table: string; name: string },
  ids: readonly number[],
): Promise<Map<number, string>> {
  const { rows } = await db.query<{ id: number; name: string }>(
    `select id, ${name} as name from ${table} where id = any($1::bigint[])`,
    [ids],
  );
  return new Map(rows.map((row) => [row.id, row.name]));
}
