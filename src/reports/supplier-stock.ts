/** Reads how many codes of each face a supplier has left, and for how long. */
import { soldByFace } from '../redemption/days/read-supplier-days.ts';
import type { ReadingContext } from '../platform/cells/cell-context.ts';
import { dayAfter, moscowDay } from '../platform/time/moscow-time.ts';
import { listStockOfAll } from './list-stock.ts';

/** The sales of these days tell the pace; today is not over and does not count. */
const paceDays = 14;

/** Stock of one face of a supplier. */
export interface FaceStock {
  productId: number;
  title: string;
  faceKopecks: number;
  switchedOn: boolean;
  /** Codes that can be sold: neither promised nor expiring too soon. */
  left: number;
  promised: number;
  endsTooSoon: number;
  /** The next day on which codes expire; null: none do. */
  nextEnd: string | null;
  soldADay: number;
  /** At this pace; null: nothing is being sold. */
  daysLeft: number | null;
}

export async function supplierStock(
  ctx: ReadingContext,
  supplierId: number,
  now: Date,
): Promise<FaceStock[]> {
  const today = moscowDay(now);
  const [lots, paces] = await Promise.all([
    listStockOfAll(ctx, { productId: null, supplierId }, now),
    soldByFace(ctx, { supplierId, from: dayAfter(today, -paceDays), until: dayAfter(today, -1) }),
  ]);
  const faces = Map.groupBy(lots, ({ productId, faceKopecks }) => `${productId}:${faceKopecks}`);
  return [...faces.values()].flatMap((ofFace) => {
    const [first] = ofFace;
    if (first === undefined) return [];
    const { productId, title, faceKopecks, switchedOn } = first;
    const good = ofFace.filter(({ endsTooSoon }) => !endsTooSoon);
    const left = sum(good.map(({ free, promised }) => free - promised));
    const pace = paces.find((one) => one.productId === productId && one.faceKopecks === faceKopecks);
    const soldADay = (pace?.sold ?? 0) / paceDays;
    const ends = good.flatMap(({ endsOn, free }) => (endsOn === null || free === 0 ? [] : [endsOn]));
    return [
      {
        productId,
        title,
        faceKopecks,
        switchedOn,
        left,
        promised: sum(good.map(({ promised }) => promised)),
        endsTooSoon: sum(ofFace.filter(({ endsTooSoon }) => endsTooSoon).map(({ free }) => free)),
        nextEnd: ends.toSorted()[0] ?? null,
        soldADay,
        daysLeft: soldADay === 0 ? null : left / soldADay,
      },
    ];
  });
}

const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0);
