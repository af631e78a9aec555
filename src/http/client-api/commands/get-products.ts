/** getProducts: the products with their faces. */
import { z } from 'zod';
import { listProducts, type WireProduct } from '../../../catalog/list-products.ts';
import { shownStock } from '../../../catalog/catalogue.ts';
import type { Context } from '../../../context.ts';
import { moscowDay } from '../../../platform/time/moscow-time.ts';
import { refuse, wrongFields, type Answer } from '../answer.ts';
import { readFields, textField } from '../../../platform/values/fields.ts';
import type { Operation } from '../operation.ts';
import { shortCache } from '../short-cache.ts';

const request = {
  extended: textField('Names of further fields, comma-separated. Every field is always sent', {
    most: 512,
    pattern: /^[-_a-z]+(,[-_a-z]+)*$/,
  }),
};

const digits = z.string().regex(/^\d+$/);
const amount = z.string().regex(/^\d+(\.\d+)?$/);

const product = z.object({
  id: digits,
  title: z.string(),
  url: z.string(),
  brief: z.string(),
  supplier_id: z.int(),
  certificates_in_one_purchase: z.int().min(1).max(127),
  region: z.string(),
  code: z.string(),
  main_image: z.object({ small: z.string(), medium: z.string(), large: z.string() }),
  image_url: z.string(),
  categories: z.array(z.int()),
  faces: z.array(z.number().min(0)).meta({
    description: 'Roubles, ascending, orderable now. 0 means a free amount from face_min to face_max',
  }),
  face_step: amount,
  face_min: amount,
  face_max: amount,
  digital_acceptance: z.enum(['eshop', 'offline', 'any', 'no', 'exchange']),
  is_merchant_cert: z.enum(['0', '1']),
  is_predefined_cert: z.enum(['0', '1']),
  www: z.string(),
  disclaimer: z.string().meta({ description: 'Terms of use, HTML' }),
  catalog_comment: z.string(),
  activation_delay: z.int(),
  face_multiplier: z.int(),
});

/** getProducts: the products that can be ordered. */
export function getProducts(ctx: Pick<Context, 'db' | 'cells' | 'clock'>): Operation {
  const { db, clock } = ctx;
  const products = shortCache(
    async (kopecks: boolean) => {
      const listed = await listProducts(db, clock.now(), shownStock(ctx));
      return kopecks ? listed : withWholeFaces(listed);
    },
    (kopecks) => `${moscowDay(clock.now())} ${kopecks}`,
  );
  return {
    cmd: 'getProducts',
    title: 'The catalogue: products that are on, with the faces that can be ordered now',
    request,
    answer: z.array(product),
    errors: [3601],
    async run({ client }, data): Promise<Answer> {
      const { wrong } = readFields(request, data);
      return wrong.length > 0
        ? refuse(wrongFields(wrong))
        : { is: 'json', json: await products(client.pricesInKopecks) };
    },
  };
}

/** Faces that a client without kopecks can order; a free amount never stands alone. */
const withWholeFaces = (products: WireProduct[]): WireProduct[] =>
  products.map((one) => {
    const faces = one.faces.filter((face) => Number.isInteger(face));
    return { ...one, faces: faces.length === 1 && faces[0] === 0 ? [] : faces };
  });
