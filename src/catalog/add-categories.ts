/** Adds categories. */
import type { Tx } from '../platform/database/database.ts';
import { insertion } from '../platform/database/rows.ts';

export interface CategoryToAdd {
  id: number;
  code: string;
  url: string;
  title: string;
  titleEn: string;
  /** Sort order of getCategories. */
  sort: number;
}

const categories = insertion('categories', {
  id: 'bigint',
  code: 'text',
  url: 'text',
  title: 'text',
  title_en: 'text',
  sort: 'integer',
});

export async function addCategories(tx: Tx, toAdd: CategoryToAdd[]): Promise<void> {
  await categories.into(
    tx,
    toAdd.map(({ titleEn, ...category }) => ({ ...category, title_en: titleEn })),
  );
}
