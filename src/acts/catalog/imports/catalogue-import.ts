import type { CatalogProblem } from '../../../catalog/import/read-catalog.ts';
import type { CatalogReport, TransferScheme } from '../../../catalog/import/import-catalog.ts';
import type { TakenProduct, TakenRule } from '../../../catalog/import/place-products.ts';
import type { Sql } from '../../../platform/database/database.ts';

/** How an uploaded catalogue is taken over. */
export interface ImportRules {
  scheme: TransferScheme;
  taken: TakenRule;
  overwrite: boolean;
}

export type ImportOutcome =
  /** For a preview, what would be done. */
  | { is: 'imported'; report: CatalogReport }
  | { is: 'taken'; taken: TakenProduct[] }
  /** `total` problems, of which the first are listed. */
  | { is: 'wrong'; total: number; problems: CatalogProblem[] }
  | { is: 'unreadable' | 'forbidden' | 'changed' | 'broken' };

export interface CatalogueImport {
  id: number;
  fileName: string;
  rules: ImportRules;
  kind: 'preview' | 'import';
  byName: string;
  addedAt: Date;
  state: 'waiting' | 'ended' | 'discarded';
  outcome: ImportOutcome | null;
  endedAt: Date | null;
}

const columns = `id, file_name as "fileName", rules, kind, by_name as "byName", added_at as "addedAt", state, outcome,
  ended_at as "endedAt"`;

export async function findImport(db: Sql, id: number): Promise<CatalogueImport | null> {
  const { rows } = await db.query<CatalogueImport>(`select ${columns} from catalogue_imports where id = $1`, [
    id,
  ]);
  return rows[0] ?? null;
}

export type ListedImport = Omit<CatalogueImport, 'outcome' | 'rules'> & { ended: ImportOutcome['is'] | null };

const mostListed = 50;

/** The newest first. */
export async function listImports(db: Sql): Promise<ListedImport[]> {
  const { rows } = await db.query<ListedImport>(
    `select id, file_name as "fileName", kind, by_name as "byName", added_at as "addedAt", state,
       outcome ->> 'is' as ended, ended_at as "endedAt"
     from catalogue_imports order by id desc limit $1`,
    [mostListed],
  );
  return rows;
}
