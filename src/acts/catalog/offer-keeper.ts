/** The worker that judges products of a version before, which goes on beside this one during an upgrade, and whatever no act has judged. */
import type { Context } from '../../context.ts';
import { isOtherwise, judgeOffers, readOffers } from '../../catalog/judge-offers.ts';
import { transaction } from '../../platform/database/database.ts';
import type { Worker } from '../../platform/process/loop.ts';
import { formerWereJudged, judgeFormerProducts } from './judge-former-products.ts';

const idleMs = 15_000;

export const createOfferKeeper = (
  ctx: Pick<Context, 'db' | 'cells' | 'keyring' | 'clock' | 'log'>,
): Worker => ({
  name: 'judge-offers',
  idleMs,
  async round() {
    const former = await judgeFormerProducts(ctx);
    if (former !== null) ctx.log.warn(former, formerWereJudged);
    const supplierIds = (await readOffers(ctx.db, 'all'))
      .filter(isOtherwise)
      .map(({ supplierId }) => supplierId);
    if (supplierIds.length === 0) return 0;
    const changed = await transaction(ctx.db, (tx) => judgeOffers(tx, { supplierIds }, ctx.clock.now()));
    ctx.log.warn(changed, 'what can be ordered was stored otherwise than the facts say');
    return changed.takenOut.length + changed.putBack.length;
  },
  drain: () => Promise.resolve(),
});
