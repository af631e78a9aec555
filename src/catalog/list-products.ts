import type { Sql } from '../platform/database/database.ts';
import { roublesFromKopecks } from '../platform/values/money.ts';
import { moscowDay } from '../platform/time/moscow-time.ts';
import { isChoice } from './exchange-targets.ts';
import { shownStock, type ShownStock } from './catalogue.ts';
import { lotLasts, productLasts } from './find-offers.ts';

/** A product in the form of getProducts: every field always present, numbers and strings as old clients parse them. */
export interface WireProduct {
  /** Digits. */
  id: string;
  title: string;
  url: string;
  brief: string;
  supplier_id: number;
  certificates_in_one_purchase: number;
  region: string;
  code: string;
  main_image: { small: string; medium: string; large: string };
  /** Old name of the medium picture. */
  image_url: string;
  categories: number[];
  /** Roubles, ascending: what can be ordered now. A leading 0 means a free amount and never stands alone. */
  faces: number[];
  face_step: string;
  face_min: string;
  face_max: string;
  digital_acceptance: 'eshop' | 'offline' | 'any' | 'no' | 'exchange';
  /** Whether it is a certificate of whoever accepts it: a choice certificate is not. */
  is_merchant_cert: '0' | '1';
  /** Whether its codes exist before they are sold. */
  is_predefined_cert: '0' | '1';
  www: string;
  disclaimer: string;
  catalog_comment: string;
  activation_delay: number;
  face_multiplier: number;
}

interface ProductRow extends Omit<
  WireProduct,
  'main_image' | 'face_step' | 'face_min' | 'face_max' | 'is_merchant_cert' | 'is_predefined_cert'
> {
  image_small: string;
  image_medium: string;
  image_large: string;
  face_step_kopecks: number;
  face_min_kopecks: number;
  face_max_kopecks: number;
  is_merchant_cert: boolean;
  is_predefined_cert: boolean;
  faces_kopecks: number[] | null;
}

/** The offered products, by id. Stock is read from counters, so the size of the pool does not matter. */
export async function listProducts(
  db: Sql,
  now: Date,
  stock: ShownStock = shownStock({ cells: [] }),
): Promise<WireProduct[]> {
  const { rows } = await db.query<ProductRow>(
    `with orderable as (
       select f.product_id, json_agg(f.face_kopecks order by f.face_kopecks) as faces_kopecks
       from faces f
       join products p on p.id = f.product_id
       where p.offered and f.switched_on
         and case when p.transfer_scheme = 'pool' then f.face_kopecks > 0 and exists (
             select from ${stock} and a.supplier_id = p.supplier_id and a.product_id = p.id
               and a.face_kopecks = f.face_kopecks and ${lotLasts('a', 'p', '$1')})
           else ${productLasts('p', '$1')} end
       group by f.product_id)
     select p.id::text, p.title, p.url, p.brief, p.supplier_id, p.certificates_in_one_purchase, p.region, p.code,
       p.image_small, p.image_medium, p.image_large, p.categories, p.face_step_kopecks, p.face_min_kopecks,
       p.face_max_kopecks, p.digital_acceptance, p.is_merchant_cert and not ${isChoice('p')} as is_merchant_cert,
       p.transfer_scheme = 'pool' as is_predefined_cert, p.www, p.disclaimer,
       p.catalog_comment, p.activation_delay, p.face_multiplier, o.faces_kopecks
     from products p
     left join orderable o on o.product_id = p.id
     where p.offered
     order by p.id`,
    [moscowDay(now)],
  );
  return rows.map(wireProduct);
}

function wireProduct(row: ProductRow): WireProduct {
  const faces = (row.faces_kopecks ?? []).map(roublesFromKopecks);
  return {
    id: row.id,
    title: row.title,
    url: row.url,
    brief: row.brief,
    supplier_id: row.supplier_id,
    certificates_in_one_purchase: row.certificates_in_one_purchase,
    region: row.region,
    code: row.code,
    main_image: { small: row.image_small, medium: row.image_medium, large: row.image_large },
    image_url: row.image_medium,
    categories: row.categories,
    // A free amount is offered only beside fixed faces: clients treat a lone 0 as a broken product.
    faces: faces.length === 1 && faces[0] === 0 ? [] : faces,
    face_step: String(roublesFromKopecks(row.face_step_kopecks)),
    face_min: String(roublesFromKopecks(row.face_min_kopecks)),
    face_max: String(roublesFromKopecks(row.face_max_kopecks)),
    digital_acceptance: row.digital_acceptance,
    is_merchant_cert: row.is_merchant_cert ? '1' : '0',
    is_predefined_cert: row.is_predefined_cert ? '1' : '0',
    www: row.www,
    disclaimer: row.disclaimer,
    catalog_comment: row.catalog_comment,
    activation_delay: row.activation_delay,
    face_multiplier: row.face_multiplier,
  };
}
