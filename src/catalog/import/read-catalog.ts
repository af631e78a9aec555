import { z } from 'zod';
import { kopecksFromRoubles } from '../../platform/values/money.ts';

/** One product of a getProducts answer, checked and converted to our columns. */
export interface ReadProduct {
  id: number;
  supplier_id: number;
  title: string;
  /** Null: the answer has none. */
  code: string | null;
  url: string;
  brief: string;
  region: string;
  disclaimer: string;
  www: string;
  catalog_comment: string;
  image_small: string;
  image_medium: string;
  image_large: string;
  categories: number[];
  certificates_in_one_purchase: number;
  digital_acceptance: 'eshop' | 'offline' | 'any' | 'no' | 'exchange';
  is_merchant_cert: boolean;
  is_predefined_cert: boolean;
  activation_delay: number;
  face_multiplier: number;
  /** Beyond getProducts: used in parts or not; null: the answer doesn't say. */
  in_parts: boolean | null;
  face_step_kopecks: number;
  face_min_kopecks: number;
  face_max_kopecks: number;
  faces_kopecks: number[];
}

export interface CatalogProblem {
  /** Names the product: by its id, or else its position in the file. */
  product: string;
  field: string;
  reason: string;
}

export type CatalogReading =
  | { is: 'read'; products: ReadProduct[] }
  | { is: 'wrong'; problems: CatalogProblem[] };

const maxInteger = 2_147_483_647;
const maxTextLength = 1_000_000;

// PostgreSQL cannot store NUL, and a lone surrogate would not survive the round trip.
const text = z
  .string()
  .max(maxTextLength)
  .refine((value) => !value.includes('\0') && value.isWellFormed(), 'holds characters that no text may hold');

/** Old answers mix numbers and strings of digits; both are accepted everywhere. */
const digits = z
  .string()
  .regex(/^-?\d+(\.\d+)?$/, 'must be a number')
  .transform(Number);
const number = z.union([z.number(), digits]);
const id = number.pipe(z.int().min(1));
const integer = (least: number, most: number) => number.pipe(z.int().min(least).max(most));
const flag = z
  .union([z.literal(['0', '1']), z.literal([0, 1]), z.boolean()])
  .transform((value) => value === true || value === 1 || value === '1');
const roubles = number.pipe(z.number().min(0)).transform((value, context) => {
  const kopecks = kopecksFromRoubles(value);
  if (kopecks === null) context.addIssue({ code: 'custom', message: 'must be whole kopecks' });
  return kopecks ?? z.NEVER;
});

const wireProduct = z
  .object({
    id,
    supplier_id: id,
    title: text.min(1),
    code: text.optional(),
    url: text.default(''),
    brief: text.default(''),
    region: text.default('ru'),
    disclaimer: text.default(''),
    www: text.default(''),
    catalog_comment: text.default(''),
    main_image: z.object({ small: text, medium: text, large: text }).optional(),
    image_url: text.default(''),
    categories: z.array(integer(1, maxInteger)).default([]),
    certificates_in_one_purchase: integer(1, 127).default(1),
    digital_acceptance: z.enum(['eshop', 'offline', 'any', 'no', 'exchange']).default('any'),
    is_merchant_cert: flag.default(true),
    // A catalogue that does not say so has no codes that exist before they are sold.
    is_predefined_cert: flag.default(false),
    activation_delay: integer(0, maxInteger).default(0),
    face_multiplier: integer(1, maxInteger).default(1),
    in_parts: flag.nullable().default(null),
    face_step: roubles.refine((step) => step > 0, 'must be above 0').default(100),
    face_min: roubles.default(0),
    face_max: roubles.default(0),
    faces: z.array(roubles).default([]),
  })
  .transform(({ main_image: image, image_url, face_step, face_min, face_max, faces, code, ...rest }) => ({
    ...rest,
    code: code ?? null,
    image_small: image?.small ?? image_url,
    image_medium: image?.medium ?? image_url,
    image_large: image?.large ?? image_url,
    face_step_kopecks: face_step,
    face_min_kopecks: face_min,
    face_max_kopecks: face_max,
    faces_kopecks: [...new Set(faces)],
  }));

/** Reads a getProducts answer, with or without its envelope; reports every wrong field of every product at once. */
export function readCatalog(answer: unknown): CatalogReading {
  const list = Array.isArray(answer) ? answer : dataOf(answer);
  if (list === null) {
    return wrong([
      { product: 'file', field: '', reason: 'must be an array of products, or {"data": [...]}' },
    ]);
  }
  const products: ReadProduct[] = [];
  const problems: CatalogProblem[] = [];
  const seen = new Set<number>();
  list.forEach((item: unknown, index) => {
    const parsed = wireProduct.safeParse(item);
    const product = nameOf(item, index);
    if (!parsed.success) problems.push(...parsed.error.issues.map((issue) => problemOf(product, issue)));
    else if (seen.has(parsed.data.id)) problems.push({ product, field: 'id', reason: 'stands twice' });
    else {
      seen.add(parsed.data.id);
      products.push(parsed.data);
    }
  });
  return problems.length > 0 ? wrong(problems) : { is: 'read', products };
}

const wrong = (problems: CatalogProblem[]): CatalogReading => ({ is: 'wrong', problems });

function dataOf(answer: unknown): unknown[] | null {
  if (typeof answer !== 'object' || answer === null || !('data' in answer)) return null;
  return Array.isArray(answer.data) ? answer.data : null;
}

function nameOf(item: unknown, index: number): string {
  const place = `#${index + 1}`;
  if (typeof item !== 'object' || item === null || !('id' in item)) return place;
  return /^\d{1,16}$/.test(String(item.id)) ? `${place} (id ${String(item.id)})` : place;
}

function problemOf(product: string, issue: z.core.$ZodIssue): CatalogProblem {
  return { product, field: issue.path.map(String).join('.'), reason: issue.message };
}
