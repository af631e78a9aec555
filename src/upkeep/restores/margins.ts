import { peakBrandSales, type LimitMargin } from '../../catalog/limit-margins.ts';
import type { Sql } from '../../platform/database/database.ts';
import { moscowMonth } from '../../platform/time/moscow-time.ts';
import { peakSales, type PeakOfFace } from '../../vault/set-aside/peak-sales.ts';
import type { FaceMargin } from '../../vault/set-aside/set-aside-codes.ts';

/** The time that a restore has lost. */
export interface Lost {
  from: Date;
  until: Date;
}

/** How many codes of a lot are set aside: all, this many, or what the sales of the last month suggest. */
export type MarginAsk = 'all' | 'by-sales' | number;

const dayMs = 86_400_000;
const hourMs = 3_600_000;
/** The busiest hour of this time counts. */
const lookBackMs = 30 * dayMs;
/** So many busiest hours for each hour that was lost, begun ones counted as whole. */
const peakTimes = 10;
/** At least so many codes of each lot. */
const leastCodes = 1000;

const lostHours = ({ from, until }: Lost): number =>
  Math.max(1, Math.ceil((until.getTime() - from.getTime()) / hourMs));

/** A pool, and how many codes of each of its lots may have been sold. */
export type PlannedMargin = PeakOfFace & FaceMargin;

export async function planMargins(db: Sql, lost: Lost, ask: MarginAsk): Promise<PlannedMargin[]> {
  const peaks = await peakSales(db, new Date(lost.from.getTime() - lookBackMs));
  return peaks.map((face) => ({ ...face, margin: marginOf(face, lost, ask) }));
}

function marginOf({ peakPerHour }: PeakOfFace, lost: Lost, ask: MarginAsk): number | null {
  if (ask === 'all') return null;
  if (ask !== 'by-sales') return ask;
  return Math.max(leastCodes, peakTimes * peakPerHour * lostHours(lost));
}

/** Margins for brands with monthly limits, in each month that the lost time touches. */
export async function planLimitMargins(db: Sql, lost: Lost): Promise<LimitMargin[]> {
  const peaks = await peakBrandSales(db, new Date(lost.from.getTime() - lookBackMs));
  const months = [...new Set([moscowMonth(lost.from), moscowMonth(lost.until)])];
  const times = peakTimes * lostHours(lost);
  return peaks.flatMap(({ supplierId, brandId, orders, kopecks }) =>
    months.map((month) => ({
      supplierId,
      brandId,
      month,
      orders: orders * times,
      sumKopecks: kopecks * times,
    })),
  );
}
