import type { Sql } from '../../platform/database/database.ts';
import type { TemplateFile } from '../../certificates/templates/template-file.ts';

/** A look that nothing is sold with yet. */
export interface TemplateDraft {
  id: number;
  productId: number;
  /** Null: the plain design. */
  template: TemplateFile | null;
  note: string;
  byName: string;
  bySide: 'supplier' | 'operator';
  /** The name of the look that the form was opened on; null: it came as a file. */
  basedOn: string | null;
  createdAt: Date;
  agreedBy: string | null;
  agreedAt: Date | null;
  endedAt: Date | null;
  /** The version that it became. */
  version: number | null;
  /** The draft that took its place. */
  replacedBy: number | null;
}

const columns = `id, product_id as "productId", body as template, note, by_name as "byName", by_side as "bySide",
  based_on as "basedOn", created_at as "createdAt", agreed_by as "agreedBy", agreed_at as "agreedAt", ended_at as "endedAt", version,
  replaced_by as "replacedBy"`;

const mostListed = 30;

/** Those that are open first, then the newest. */
export async function listDrafts(
  db: Sql,
  { supplierId, productId }: { supplierId: number; productId: number },
): Promise<TemplateDraft[]> {
  const { rows } = await db.query<TemplateDraft>(
    `select ${columns} from template_drafts where supplier_id = $1 and product_id = $2
     order by ended_at is not null, id desc limit $3`,
    [supplierId, productId, mostListed],
  );
  return rows;
}

/** Counts the open drafts of a supplier, by product. */
export async function countOpenDrafts(db: Sql, supplierId: number): Promise<Map<number, number>> {
  const { rows } = await db.query<{ productId: number; drafts: number }>(
    `select product_id as "productId", count(*) as drafts from template_drafts
     where supplier_id = $1 and ended_at is null group by product_id`,
    [supplierId],
  );
  return new Map(rows.map(({ productId, drafts }) => [productId, drafts]));
}

export interface DraftKey {
  supplierId: number;
  productId: number;
  draftId: number;
}

export async function findDraft(
  db: Sql,
  { supplierId, productId, draftId }: DraftKey,
): Promise<TemplateDraft | null> {
  const { rows } = await db.query<TemplateDraft>(
    `select ${columns} from template_drafts where supplier_id = $1 and product_id = $2 and id = $3`,
    [supplierId, productId, draftId],
  );
  return rows[0] ?? null;
}
