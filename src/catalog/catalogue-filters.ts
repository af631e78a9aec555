/** Filters of the catalogue. */
import { faceIsThere, type Narrowing, type ShownStock } from './catalogue.ts';

export interface CatalogueFilters {
  categoryId: number | null;
  /** A fixed face, or within a free amount. */
  faceKopecks: number | null;
  /** Only what can be ordered now. */
  isThere: boolean;
}

/** SQL condition: the offered face `f` of the product `p` is the sum. */
const isSum = (sum: string): string => `(f.face_kopecks = ${sum} or f.face_kopecks = 0
    and ${sum} between p.face_min_kopecks and p.face_max_kopecks and ${sum} % p.face_step_kopecks = 0
    and exists (select from faces fixed where fixed.product_id = p.id and fixed.switched_on and fixed.face_kopecks > 0))`;

export const narrowedTo = (
  { categoryId, faceKopecks, isThere }: CatalogueFilters,
  stock: ShownStock,
): Narrowing => ({
  sql: `($6::bigint is null or $6 = any(p.categories))
    and ($7::bigint is null and not $8::boolean or exists (
      select from faces f where f.product_id = p.id and f.switched_on
        and ($7::bigint is null or ${isSum('$7::bigint')}) and (not $8::boolean or ${faceIsThere('$5', stock)})))`,
  values: [categoryId, faceKopecks, isThere],
});
