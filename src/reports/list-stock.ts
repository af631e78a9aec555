import { lotLasts } from '../catalog/find-offers.ts';
import type { ReadingContext } from '../platform/cells/cell-context.ts';
import { gathered, joined, plus } from '../platform/cells/merge.ts';
import type { Sql } from '../platform/database/database.ts';
import { moscowDay } from '../platform/time/moscow-time.ts';

/** The number of codes in the pool per product, face and last day. */
export interface StockLine {
  supplierId: number;
  productId: number;
  title: string;
  faceKopecks: number;
  /** Whether the catalogue offers the face. */
  switchedOn: boolean;
  /** The last day of the codes; null: no own expiry date, or no codes. */
  endsOn: string | null;
  /** Expired, or expiring too soon to be offered. */
  endsTooSoon: boolean;
  free: number;
  /** Free codes promised to accepted orders. */
  promised: number;
  /** Positions passed: sold, blocked or expired codes. */
  passed: number;
}

interface StockAsk {
  productId: number | null;
  supplierId?: number;
}

/** The same as `listStock`, on the shelves of all cells. */
export async function listStockOfAll(ctx: ReadingContext, ask: StockAsk, now: Date): Promise<StockLine[]> {
  const lines = await gathered(ctx, ({ pageDb }) => listStock(pageDb, ask, now));
  if (ctx.cells.length === 0) return lines;
  const lots = joined(lines, lotOf, { free: plus, promised: plus, passed: plus });
  const stocked = new Set(lots.filter(hasCodes).map(faceOf));
  return lots.filter((line) => hasCodes(line) || !stocked.has(faceOf(line))).toSorted(inOrder);
}

const faceOf = ({ productId, faceKopecks }: StockLine): string => `${productId}:${faceKopecks}`;
const lotOf = (line: StockLine): string => `${faceOf(line)}:${line.endsOn}`;

/** Each cell tells a face of which it has no codes. */
const hasCodes = ({ endsOn, free, passed }: StockLine): boolean => endsOn !== null || free + passed > 0;

/** A lot without a last day comes last. */
const inOrder = (one: StockLine, other: StockLine): number =>
  one.productId - other.productId ||
  one.faceKopecks - other.faceKopecks ||
  (one.endsOn ?? '9').localeCompare(other.endsOn ?? '9');

/**
 * Stock of one or all pool products, from the counters. A face without codes is listed with 0; expired, sold-out lots
 * are left out.
 */
export async function listStock(db: Sql, ask: StockAsk, now: Date): Promise<StockLine[]> {
  const { rows } = await db.query<StockLine>(
    `select p.supplier_id as "supplierId", p.id as "productId", p.title, f.face_kopecks as "faceKopecks",
       p.switched_on and f.switched_on as "switchedOn", nullif(s.ends_on, 'infinity') as "endsOn",
       not coalesce(${lotLasts('s', 'p', '$2')}, true) as "endsTooSoon", coalesce(s.free, 0) as free,
       coalesce(s.free - a.available, 0) as promised, coalesce(s.next_position - 1, 0) as passed
     from products p
     join faces f on f.product_id = p.id and f.face_kopecks > 0
     left join stock s on s.supplier_id = p.supplier_id and s.product_id = p.id and s.face_kopecks = f.face_kopecks
       and (s.free > 0 or s.ends_on >= $2)
     left join stock_available a on a.supplier_id = s.supplier_id and a.product_id = s.product_id
       and a.face_kopecks = s.face_kopecks and a.ends_on = s.ends_on
     where p.transfer_scheme = 'pool' and ($1::bigint is null or p.id = $1)
       and ($3::bigint is null or p.supplier_id = $3)
     order by p.id, f.face_kopecks, s.ends_on`,
    [ask.productId, moscowDay(now), ask.supplierId ?? null],
  );
  return rows;
}
