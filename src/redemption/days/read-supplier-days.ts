/** What was sold and redeemed of a supplier's certificates, counted by day, over all cells. */
import type { ReadingContext } from '../../platform/cells/cell-context.ts';
import { mergedSums, plus } from '../../platform/cells/merge.ts';
import type { Sql } from '../../platform/database/database.ts';
import { dayAfter } from '../../platform/time/moscow-time.ts';

/** Certificates of one day. */
export interface SupplierDayLine {
  day: string;
  sold: number;
  redeemed: number;
  soldKopecks: number;
  redeemedKopecks: number;
}

interface DaysAsk {
  supplierId: number;
  from: string;
  until: string;
}

/** Every day from `from` to `until`, also those on which nothing happened. */
export async function supplierDays(ctx: ReadingContext, ask: DaysAsk): Promise<SupplierDayLine[]> {
  const rows = await mergedSums(ctx, ofDay, ({ pageDb }) => daysInCell(pageDb, ask));
  const byDay = new Map(rows.map((row) => [row.day, row]));
  const lines: SupplierDayLine[] = [];
  for (let day = ask.from; day <= ask.until; day = dayAfter(day, 1)) {
    lines.push(byDay.get(day) ?? { day, sold: 0, redeemed: 0, soldKopecks: 0, redeemedKopecks: 0 });
  }
  return lines;
}

const ofDay = {
  key: ({ day }: SupplierDayLine) => day,
  join: { sold: plus, redeemed: plus, soldKopecks: plus, redeemedKopecks: plus },
};

async function daysInCell(db: Sql, ask: DaysAsk): Promise<SupplierDayLine[]> {
  const { rows } = await db.query<SupplierDayLine>(
    `select day, sum(sold)::bigint as sold, sum(redeemed)::bigint as redeemed,
       sum(sold * face_kopecks)::bigint as "soldKopecks", sum(redeemed * face_kopecks)::bigint as "redeemedKopecks"
     from supplier_days where supplier_id = $1 and day >= $2 and day <= $3 group by day`,
    [ask.supplierId, ask.from, ask.until],
  );
  return rows;
}

/** How many of a face were sold in these days. */
export interface FacePace {
  productId: number;
  faceKopecks: number;
  sold: number;
}

export const soldByFace = (ctx: ReadingContext, ask: DaysAsk): Promise<FacePace[]> =>
  mergedSums(ctx, ofFace, ({ pageDb }) => soldInCell(pageDb, ask));

const ofFace = {
  key: ({ productId, faceKopecks }: FacePace) => `${productId}:${faceKopecks}`,
  join: { sold: plus },
};

async function soldInCell(db: Sql, ask: DaysAsk): Promise<FacePace[]> {
  const { rows } = await db.query<FacePace>(
    `select product_id as "productId", face_kopecks as "faceKopecks", sum(sold)::bigint as sold
     from supplier_days where supplier_id = $1 and day >= $2 and day <= $3 group by product_id, face_kopecks`,
    [ask.supplierId, ask.from, ask.until],
  );
  return rows;
}
