/** Reads how many codes of each face are left, and for how many days. */
import { freeCodes, lotLasts } from '../catalog/find-offers.ts';
import type { ReadingContext } from '../platform/cells/cell-context.ts';
import { joined, least, mergedList, mergedSums, plus } from '../platform/cells/merge.ts';
import type { Sql } from '../platform/database/database.ts';
import { sliceOrder, type Slice } from '../platform/database/slice.ts';
import { moscowDay } from '../platform/time/moscow-time.ts';

/** The pace is that of the last sold codes of each lot: as many are looked at, none older than this. */
const paceCodes = 100;
const paceDays = 90;

/** The stock of a face, and how long it lasts. */
export interface FaceStock {
  faceKopecks: number;
  switchedOn: boolean;
  /** Codes that can be sold today and are not promised. */
  free: number;
  promised: number;
  /** Free codes that end too soon to be sold. */
  tooSoon: number;
  /** The first last day of its free codes; null: as long as the product says. */
  endsOn: string | null;
  /** Sold a day, at the present pace; null: nothing was sold lately. */
  perDay: number | null;
}

export interface PoolStock {
  productId: number;
  title: string;
  supplierId: number;
  supplier: string;
  switchedOn: boolean;
  /** Below how many free codes a face is low; null: no alert. */
  lowStock: number | null;
  faces: FaceStock[];
}

/** How many days the free codes of a face last at its pace; null: nobody knows. */
export const daysLeft = ({ free, perDay }: FaceStock): number | null =>
  perDay === null ? null : Math.floor(free / perDay);

/** Whether somebody should see to it: none is left, fewer than agreed, or a week's sales. */
export const isLow = (face: FaceStock, { lowStock }: Pick<PoolStock, 'lowStock'>): boolean =>
  face.switchedOn &&
  (face.free === 0 || face.free < (lowStock ?? 0) || (daysLeft(face) ?? lowDays) < lowDays);

/** Codes that last for fewer days than this are ordered now; pages of the operator and of suppliers say so. */
export const lowDays = 7;

/**
 * The stock of the pool products that `where` names, by products p and from parameter $4 on. The pace is read at two places
 * of each lot, by position, so it costs the same after ten million sales.
 */
export function listPoolStock(ctx: ReadingContext, ask: StockAsk, now: Date): Promise<PoolStock[]> {
  return mergedSums(ctx, ofProduct, ({ pageDb }) => listShelves(pageDb, ask, now));
}

interface StockAsk {
  where: string;
  values: unknown[];
}

const joinFaces = (some: FaceStock[], others: FaceStock[]): FaceStock[] =>
  joined([...some, ...others], ({ faceKopecks }) => faceKopecks, {
    free: plus,
    promised: plus,
    tooSoon: plus,
    endsOn: least<string>,
    perDay: (one, other) => (one === null ? other : one + (other ?? 0)),
  });

/** Each cell knows all products, and has shelves of its own. */
const ofProduct = { key: ({ productId }: PoolStock) => productId, join: { faces: joinFaces } };

async function listShelves(db: Sql, { where, values }: StockAsk, now: Date): Promise<PoolStock[]> {
  const { rows } = await db.query<PoolStock>(
    `with page as materialized (
       select p.* from products p where p.transfer_scheme = 'pool' and ${where})
     select p.id as "productId", p.title, p.supplier_id as "supplierId", m.name as supplier,
       p.switched_on as "switchedOn", p.low_stock as "lowStock",
       coalesce((
         select json_agg(json_build_object('faceKopecks', f.face_kopecks, 'switchedOn', f.switched_on,
             'free', coalesce(k.free, 0), 'promised', coalesce(k.promised, 0), 'tooSoon', coalesce(k.too_soon, 0),
             'endsOn', k.ends_on, 'perDay', v.per_day) order by f.face_kopecks)
         from faces f
         left join lateral (
           select ${freeCodes('a', 'p', '$1')} as free,
             sum(s.free - a.available) as promised,
             sum(a.available) filter (where not ${lotLasts('s', 'p', '$1')}) as too_soon,
             nullif(min(s.ends_on) filter (where s.free > 0), 'infinity') as ends_on
           from stock s join stock_available a on a.supplier_id = s.supplier_id and a.product_id = s.product_id
             and a.face_kopecks = s.face_kopecks and a.ends_on = s.ends_on
           where s.supplier_id = p.supplier_id and s.product_id = p.id and s.face_kopecks = f.face_kopecks
             and s.free > 0) k on true
         left join lateral (
           select sum(s.next_position - c.position) / greatest(1, extract(epoch from $2 - min(c.sold_at)) / 86400) as per_day
           from stock s, lateral (
             select c.position, c.sold_at from codes c
             where c.supplier_id = s.supplier_id and c.product_id = s.product_id and c.face_kopecks = s.face_kopecks
               and c.ends_on = s.ends_on and c.position >= greatest(1, s.next_position - ${paceCodes})
               and c.position < s.next_position and c.sold_at is not null
             order by c.position limit 1) c
           where s.supplier_id = p.supplier_id and s.product_id = p.id and s.face_kopecks = f.face_kopecks
             and s.ends_on >= $1::date - ${paceDays} and c.sold_at > $3) v on true
         where f.product_id = p.id and f.face_kopecks > 0), '[]') as faces
     from page p join suppliers m on m.id = p.supplier_id
     order by p.id desc`,
    [moscowDay(now), now, new Date(now.getTime() - paceDays * 86_400_000), ...values],
  );
  return rows;
}

/** A page of pool products of a title, in the order of the slice. */
export async function listPoolPage(
  ctx: ReadingContext,
  ask: Slice & { wanted: string; limit: number },
  now: Date,
): Promise<PoolStock[]> {
  const [border, order] = sliceOrder(ask);
  const where = `($4::text = '' or position(lower($4) in lower(p.title)) > 0)
    and ($5::bigint is null or p.id ${border} $5) order by p.id ${order} limit $6`;
  const newestFirst = await listPoolStock(ctx, { where, values: [ask.wanted, ask.fromKey, ask.limit] }, now);
  return ask.direction === 'older' ? newestFirst : newestFirst.toReversed();
}

export async function findPoolStock(
  ctx: ReadingContext,
  productId: number,
  now: Date,
): Promise<PoolStock | null> {
  const [found] = await listPoolStock(ctx, { where: 'p.id = $4', values: [productId] }, now);
  return found ?? null;
}

export interface Lot {
  faceKopecks: number;
  endsOn: string | null;
  free: number;
  promised: number;
  /** Sold, blocked or expired. */
  passed: number;
  tooSoon: boolean;
}

const mostLots = 200;

/** The lots of a product that still have codes, in the order in which they end. */
export async function listLots(ctx: ReadingContext, productId: number, now: Date): Promise<Lot[]> {
  const first = { by: inOrder, limit: mostLots * Math.max(1, ctx.cells.length) };
  const lots = await mergedList(ctx, first, ({ pageDb }) => lotsInCell(pageDb, productId, now));
  const key = ({ faceKopecks, endsOn }: Lot): string => `${faceKopecks} ${endsOn}`;
  return joined(lots, key, { free: plus, promised: plus, passed: plus }).slice(0, mostLots);
}

/** A lot without a last day comes last. */
const inOrder = (one: Lot, other: Lot): number =>
  one.faceKopecks - other.faceKopecks || (one.endsOn ?? '9').localeCompare(other.endsOn ?? '9');

async function lotsInCell(db: Sql, productId: number, now: Date): Promise<Lot[]> {
  const { rows } = await db.query<Lot>(
    `select s.face_kopecks as "faceKopecks", nullif(s.ends_on, 'infinity') as "endsOn", s.free,
       s.free - a.available as promised, s.next_position - 1 as passed, not ${lotLasts('s', 'p', '$2')} as "tooSoon"
     from products p join stock s on s.supplier_id = p.supplier_id and s.product_id = p.id and s.free > 0
     join stock_available a on a.supplier_id = s.supplier_id and a.product_id = s.product_id
       and a.face_kopecks = s.face_kopecks and a.ends_on = s.ends_on
     where p.id = $1 order by s.face_kopecks, s.ends_on limit ${mostLots}`,
    [productId, moscowDay(now)],
  );
  return rows;
}
