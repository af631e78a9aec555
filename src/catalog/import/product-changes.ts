/** Finds what an import changes, by comparing the products before and after. */
import type { Tx } from '../../platform/database/database.ts';

export interface ProductChange {
  productId: number;
  title: string;
  isNew: boolean;
  /** Columns that differ, and what they were and are; a new product has none. */
  fields: { field: string; before: string; after: string }[];
}

export interface ProductChanges {
  total: number;
  /** The first of them. */
  listed: ProductChange[];
}

const mostListed = 2000;
/** Longer texts are cut. */
const longestText = 120;

interface Row {
  id: number;
  columns: Record<string, unknown>;
}

export type ProductStates = Map<number, Row['columns']>;

/** The columns that imports fill, with the faces on offer. */
export async function readStates(
  tx: Tx,
  productIds: readonly number[],
  columns: readonly string[],
): Promise<ProductStates> {
  const { rows } = await tx.query<Row>(
    `select p.id, jsonb_build_object(${columns.map((name) => `'${name}', p.${name}`).join(', ')},
       'switched_on', p.switched_on, 'offered', p.offered, 'faces_kopecks', coalesce((select jsonb_agg(f.face_kopecks order by f.face_kopecks)
         from faces f where f.product_id = p.id and f.switched_on), '[]')) as columns
     from products p where p.id = any($1::bigint[]) order by p.id`,
    [productIds],
  );
  return new Map(rows.map((row) => [row.id, row.columns]));
}

export function changesBetween(before: ProductStates, after: ProductStates): ProductChanges {
  const changes = [...after].flatMap(([productId, state]): ProductChange[] => {
    const former = before.get(productId);
    const fields =
      former === undefined
        ? []
        : Object.keys(state)
            .filter((field) => JSON.stringify(former[field]) !== JSON.stringify(state[field]))
            .map((field) => ({ field, before: shortText(former[field]), after: shortText(state[field]) }));
    if (former !== undefined && fields.length === 0) return [];
    return [{ productId, title: shortText(state['title']), isNew: former === undefined, fields }];
  });
  return { total: changes.length, listed: changes.slice(0, mostListed) };
}

function shortText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > longestText ? `${text.slice(0, longestText)}…`.toWellFormed() : text;
}
