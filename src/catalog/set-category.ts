import { atomically, type DatabaseOrTx, type Tx } from '../platform/database/database.ts';

/** The fields of a category; absent ones are not changed. */
export interface CategoryFields {
  title?: string | undefined;
  titleEn?: string | undefined;
  code?: string | undefined;
  url?: string | undefined;
  /** Sort order of getCategories. */
  sort?: number | undefined;
}

export type CategorySet = { is: 'set' } | { is: 'no-category' } | { is: 'code-taken'; by: number };

export function setCategory(db: DatabaseOrTx, id: number, fields: CategoryFields): Promise<CategorySet> {
  return atomically(db, async (tx) => {
    const by = await findByCode(tx, fields.code ?? null, id);
    if (by !== null) return { is: 'code-taken', by };
    return { is: (await writeFields(tx, id, fields)) ? 'set' : 'no-category' };
  });
}

async function writeFields(tx: Tx, id: number, fields: CategoryFields): Promise<boolean> {
  const { title = null, titleEn = null, code = null, url = null, sort = null } = fields;
  const { rowCount } = await tx.query(
    `update categories set title = coalesce($2, title), title_en = coalesce($3, title_en), code = coalesce($4, code),
       url = coalesce($5, url), sort = coalesce($6, sort)
     where id = $1`,
    [id, title, titleEn, code, url, sort],
  );
  return rowCount !== 0;
}

export type CategoryAdded = Exclude<CategorySet, { is: 'no-category' }> | { is: 'id-taken' };

/** A category without a code gets one made from its id, like imported ones. */
export function addCategory(
  db: DatabaseOrTx,
  id: number,
  fields: CategoryFields & { title: string },
): Promise<CategoryAdded> {
  return atomically(db, async (tx) => {
    const by = await findByCode(tx, fields.code ?? null, id);
    if (by !== null) return { is: 'code-taken', by };
    // Citus counts the selected rows of `insert … select`, not the inserted ones.
    const { rowCount } = await tx.query(
      `insert into categories (id, code, title) values ($1, 'category-' || $1::bigint, $2) on conflict (id) do nothing`,
      [id, fields.title],
    );
    if (rowCount === 0) return { is: 'id-taken' };
    await writeFields(tx, id, fields);
    return { is: 'set' };
  });
}

/** Of two people who give one code at once, the second waits for the first. */
async function findByCode(tx: Tx, code: string | null, besidesId: number): Promise<number | null> {
  if (code === null) return null;
  await tx.query(`lock table categories in share row exclusive mode`);
  const { rows } = await tx.query<{ id: number }>(
    `select id from categories where code = $1 and id <> $2 order by id limit 1`,
    [code, besidesId],
  );
  return rows[0]?.id ?? null;
}
