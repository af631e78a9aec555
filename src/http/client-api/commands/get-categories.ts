/** getCategories: the categories of products. */
import { z } from 'zod';
import { listCategories } from '../../../catalog/list-categories.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { Answer } from '../answer.ts';
import type { Operation } from '../operation.ts';
import { shortCache } from '../short-cache.ts';

const category = z.object({
  id: z.string().regex(/^\d+$/),
  code: z.string(),
  url: z.string(),
  title: z.string(),
  title_en: z.string(),
  type: z.literal('catalog'),
  active: z.literal('1'),
  seo_h1: z.string(),
  seo_text: z.string(),
  sort: z.string(),
  visible_since: z.string().nullable(),
  visible_until: z.string().nullable(),
  visible_yearly: z.int(),
  products_count: z.int(),
  elements: z.int(),
  region: z.string().nullable(),
});

/** getCategories: the categories of the catalogue. */
export function getCategories(db: Database): Operation {
  const categories = shortCache(
    () => listCategories(db),
    () => '',
  );
  return {
    cmd: 'getCategories',
    title: 'The categories of the catalogue',
    request: {},
    answer: z.array(category),
    errors: [],
    run: async (): Promise<Answer> => ({ is: 'json', json: await categories(null) }),
  };
}
