/** Whether a product can be sold at a face now, and out of what. */
import type { Sql } from '../platform/database/database.ts';
import { keepsMany } from '../platform/database/kept-versions.ts';
import { joinNewest, newestOfEach } from '../platform/database/newest-version.ts';
import { moscowDay, moscowMonth } from '../platform/time/moscow-time.ts';
import { allowedKopecks, allowedOrders } from './limit-shares.ts';
import type { LimitsLeft } from './use-brand-limits.ts';

export interface OfferAsk {
  productId: number;
  faceKopecks: number;
  /** When the certificate is to be delivered; null: now. */
  dateSend: Date | null;
}

/** The offer of one product and face for a given time of delivery. */
export interface Offer {
  supplierId: number;
  faceOffered: boolean;
  brandId: number;
  /** What is left of the brand's monthly limits; null: no limits. */
  limits: LimitsLeft | null;
  /** Offered today, but every code expires too soon after the requested delivery. */
  endsTooSoon: boolean;
  /** Null: codes are made, or requested from the supplier, at the moment of sale. */
  pool: OfferedPool | null;
  /** The supplier's API issues a code at the moment of sale. */
  isAsked: boolean;
}

export interface OfferedPool {
  /** The day until which a code must be valid: day of delivery plus the product's minimum. */
  lastsTo: string;
  /** Whether codes without their own expiry date are valid that long. */
  endless: boolean;
  /** Lots that last long enough and have codes not promised to other orders. */
  lots: { endsOn: string; available: number }[];
}

interface OfferRow {
  supplier_id: number | null;
  face_offered: boolean;
  brand_id: number;
  limited: boolean;
  orders_left: number | null;
  kopecks_left: number | null;
  pooled: boolean;
  asked: boolean;
  lasts_today: boolean;
  lasts: boolean;
  lasts_to: string;
  lots: OfferedPool['lots'] | null;
  stocked_today: boolean;
}

/**
 * Returns the offer of each ask, in order; null if the product does not exist or is not offered. Equal asks are looked up
 * once. The sub-selects hide the lengths of the arrays from the planner: planning for each length would cost four times
 * as much as the lookup itself.
 */
export async function findOffers(db: Sql, asks: OfferAsk[], now: Date): Promise<(Offer | null)[]> {
  const today = moscowDay(now);
  const days = asks.map(({ dateSend }) =>
    dateSend === null || dateSend <= now ? today : moscowDay(dateSend),
  );
  const keys = asks.map((ask, index) => `${ask.productId}:${ask.faceKopecks}:${days[index]}`);
  const asked = new Map(asks.map((ask, index) => [keys[index], { ...ask, day: days[index] }]));
  const distinct = [...asked.values()];
  const { rows } = await db.query<OfferRow>(keepsMany(db) ? newestOffers : offers, [
    distinct.map((ask) => ask.productId),
    distinct.map((ask) => ask.faceKopecks),
    moscowMonth(now),
    distinct.map((ask) => ask.day),
    today,
  ]);
  const offerOfKey = new Map([...asked.keys()].map((key, index) => [key, offerOf(rows[index])]));
  return keys.map((key) => offerOfKey.get(key) ?? null);
}

function offerOf(row: OfferRow | undefined): Offer | null {
  if (row === undefined || row.supplier_id === null) return null;
  const { pooled, lasts, lasts_today: lastsToday } = row;
  const lots = row.lots ?? [];
  return {
    supplierId: row.supplier_id,
    faceOffered: row.face_offered && (pooled || lastsToday),
    brandId: row.brand_id,
    limits: row.limited ? { orders: row.orders_left, kopecks: row.kopecks_left } : null,
    endsTooSoon: pooled ? lots.length === 0 && row.stocked_today : !lasts && lastsToday,
    pool: pooled ? { lastsTo: row.lasts_to, endless: lasts, lots } : null,
    isAsked: row.asked,
  };
}

/**
 * SQL conditions for the minimum remaining validity: a certificate is offered and sold only if it is still valid for
 * the product's minimum of days when it is delivered. `day` is the Moscow day of the delivery. Days of validity count
 * from the delivery, and codes issued by the supplier bring their own expiry date, so only a fixed expiry date of the
 * product can be too soon here.
 */
export const productLasts = (product: string, day: string): string =>
  `coalesce(${product}.valid_until >= ${day}::date + ${product}.min_validity_days, true)`;

/** Codes without their own expiry date are valid as long as the product says. */
export const lotLasts = (lot: string, product: string, day: string): string =>
  `(${lot}.ends_on >= ${day}::date + ${product}.min_validity_days
    and (${lot}.ends_on < 'infinity' or ${productLasts(product, day)}))`;

/** How many codes of these lots of `stock_available` can be sold on this day: neither promised nor ending too soon. */
export const freeCodes = (lots: string, product: string, day: string): string =>
  `coalesce(sum(${lots}.available) filter (where ${lotLasts(lots, product, day)}), 0)::bigint`;

/** The last day of the codes of a lot: the lot's own, or the product's. */
export const lotEnd = (lot: string, product: string): string =>
  `coalesce(nullif(${lot}.ends_on, 'infinity'), ${product}.valid_until, 'infinity')`;

/** How to read what each batch of orders changes. */
interface Reading {
  /** Lots of the product `p` and the face `w` that last, as of a day. */
  lots: (columns: string, day: string) => string;
  /** Joins `u`: what the month has used of the limits of the brand `b`. */
  usage: string;
}

const byKey: Reading = {
  lots: (columns, day) =>
    `select ${columns} from stock_available a where a.supplier_id = p.supplier_id and a.product_id = p.id
       and a.face_kopecks = w.face_kopecks and a.available > 0 and ${lotLasts('a', 'p', day)}`,
  usage: `join brand_usage u on u.supplier_id = b.supplier_id and u.brand_id = b.id and u.month = $3`,
};

const byNewest: Reading = {
  lots: (columns, day) => {
    const lots = newestOfEach('stock_available', {
      name: 'a',
      group: { supplier_id: 'p.supplier_id', product_id: 'p.id', face_kopecks: 'w.face_kopecks' },
      each: { column: 'ends_on', from: `${day}::date + p.min_validity_days` },
      columns: ['available'],
    });
    return `with recursive ${lots} select ${columns} from a where a.available > 0 and ${lotLasts('a', 'p', day)}`;
  },
  usage: joinNewest('brand_usage', {
    key: { supplier_id: 'b.supplier_id', brand_id: 'b.id', month: '$3::date' },
    columns: 'orders, sum_kopecks, orders_share, sum_share_kopecks',
    as: 'u',
  }),
};

/** Asked with products, faces, the month, days of delivery and today. */
const offersStatement = ({ lots, usage }: Reading): string => `select p.supplier_id,
     exists (select from faces f where f.product_id = p.id and f.switched_on and f.face_kopecks = w.face_kopecks and f.face_kopecks > 0)
     or (p.transfer_scheme in ('platform', 'api') and w.face_kopecks > 0
         and w.face_kopecks between p.face_min_kopecks and p.face_max_kopecks and w.face_kopecks % p.face_step_kopecks = 0
         and (select bool_or(f.face_kopecks = 0) and bool_or(f.face_kopecks > 0) from faces f where f.product_id = p.id and f.switched_on)) as face_offered,
     p.brand_id, coalesce(b.monthly_orders_limit, b.monthly_sum_limit_kopecks) is not null as limited,
     ${allowedOrders} - coalesce(u.orders, 0) as orders_left,
     ${allowedKopecks} - coalesce(u.sum_kopecks, 0) as kopecks_left,
     p.transfer_scheme = 'pool' as pooled, p.transfer_scheme = 'api' as asked, ${productLasts('p', '$5')} as lasts_today, ${productLasts('p', 'w.day')} as lasts,
     w.day + p.min_validity_days as lasts_to,
     (${lots(`json_agg(json_build_object('endsOn', a.ends_on, 'available', a.available))`, 'w.day')}) as lots,
     w.day > $5 and exists (${lots('', '$5')}) as stocked_today
   from unnest((select $1::bigint[]), (select $2::bigint[]), (select $4::date[])) with ordinality
     as w (product_id, face_kopecks, day, place)
   left join products p on p.id = w.product_id and p.offered
   left join brands b on b.supplier_id = p.supplier_id and b.id = p.brand_id
   left ${usage}
   order by w.place`;

const offers = offersStatement(byKey);
const newestOffers = offersStatement(byNewest);
