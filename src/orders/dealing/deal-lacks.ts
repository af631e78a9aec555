/** Brings what orders lack in their cell from the others. */
import type { BrandUse } from '../../catalog/use-brand-limits.ts';
import type { Lack } from '../place-orders.ts';
import type { DealingContext } from './carry-runs.ts';
import { dealLacking } from './deal-lacking.ts';
import { dealLimits } from './deal-limits.ts';
import type { LimitNeed } from './limit-books.ts';

/** False: no cell has any of it, at one moment of this call. True: it is worth looking again. */
export async function dealLacks(ctx: DealingContext, lacks: readonly Lack[]): Promise<boolean> {
  const codes = lacks.flatMap((lack) => (lack.of === 'codes' ? lack.ask : []));
  const uses = lacks.flatMap((lack) => (lack.of === 'limit' ? lack.use : []));
  const dealt = await Promise.all([
    codes.length > 0 && dealLacking(ctx, codes),
    uses.length > 0 && dealLimits(ctx, needsOf(uses)),
  ]);
  return dealt.includes(true);
}

const needsOf = (uses: readonly BrandUse[]): LimitNeed[] =>
  [...Map.groupBy(uses, ({ supplierId, brandId }) => `${supplierId}:${brandId}`).values()].map((ofBrand) => {
    const [{ supplierId, brandId }] = ofBrand as [BrandUse];
    const faces = ofBrand.map(({ faceKopecks }) => faceKopecks);
    const kopecks = faces.reduce((sum, face) => sum + face, 0);
    return { supplierId, brandId, orders: faces.length, kopecks, least: Math.min(...faces) };
  });
