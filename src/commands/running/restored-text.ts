/** What `restored` prints. */
import type { Celled } from '../../platform/cells/cell-context.ts';
import type { Sql } from '../../platform/database/database.ts';
import { wasRestored } from '../../platform/database/history.ts';
import { moscowDateTime } from '../../platform/time/moscow-time.ts';
import {
  findGuard,
  isCleared,
  openOfGuard,
  type Guard,
  type GuardCounts,
  type OpenOfGuard,
} from '../../upkeep/restores/guard.ts';
import { roubles } from '../shell/output.ts';

interface GuardFound {
  /** The database was restored, and nobody has said yet what was lost. */
  isRestored: boolean;
  guard: Guard | null;
  open: OpenOfGuard;
}

export const readGuard = async (place: Celled & { db: Sql }): Promise<GuardFound> => ({
  isRestored: await wasRestored(place.db),
  guard: await findGuard(place.db),
  open: await openOfGuard(place),
});

export const guardJson = ({ isRestored, guard, open }: GuardFound): object => ({
  state: isRestored ? 'restored' : guard === null ? 'none' : isCleared(open) ? 'cleared' : 'guarded',
  guard: guard && {
    id: guard.id,
    lost_from: guard.lostFrom,
    lost_until: guard.lostUntil,
    begun_at: guard.begunAt,
    erasures_again_at: guard.erasuresAgainAt,
    counts: guard.counts,
  },
  open: {
    codes: open.codes.map((one) => ({
      supplier_id: one.supplierId,
      product_id: one.productId,
      face: one.faceKopecks / 100,
      codes: one.codes,
    })),
    orders: open.orders,
    messages: open.deliveries,
    limits: open.limits.map((one) => ({
      supplier_id: one.supplierId,
      brand_id: one.brandId,
      month: one.month,
      orders: one.orders,
      sum: one.sumKopecks / 100,
    })),
  },
});

export function guardText({ isRestored, guard, open }: GuardFound): string {
  if (isRestored)
    return 'The database was restored from a backup, and nothing is set aside yet: processes refuse it.\nNext: facevalue restored begin --dry-run';
  if (guard === null) return 'The database was not restored: nothing is guarded.';
  const lost = `Guarded since ${moscowDateTime(guard.begunAt)}: nothing is known of ${moscowDateTime(guard.lostFrom)} to ${moscowDateTime(guard.lostUntil)} Moscow.`;
  const waiting = [
    ...open.codes.map(
      ({ productId, faceKopecks, codes }) =>
        `${codes} codes of product ${productId}, ${roubles(faceKopecks)} ₽: facevalue restored codes --product ${productId}`,
    ),
    ...(open.orders === 0
      ? []
      : [`${open.orders} orders that were queued or delayed: facevalue restored orders`]),
    ...(open.deliveries === 0
      ? []
      : [`${open.deliveries} letters and texts that were due: facevalue restored messages`]),
    ...(open.limits.length === 0
      ? []
      : [`${open.limits.length} margins of monthly limits: facevalue restored limits`]),
  ];
  const erasures =
    guard.erasuresAgainAt === null
      ? ['Erasures that were asked for in that time: facevalue restored erasures FILE']
      : [];
  if (waiting.length === 0)
    return [lost, ...erasures, 'Nothing is set aside any more. Next: facevalue restored end'].join('\n');
  return [lost, ...erasures, 'Set aside:', ...waiting.map((line) => `  ${line}`)].join('\n');
}

export const begunText = (counts: GuardCounts): string =>
  [
    `Set aside: ${counts.codes} codes, ${counts.orders} queued and delayed orders, ${counts.deliveries} letters and texts, ${counts.limits} margins of monthly limits.`,
    `${counts.exchanges} open calls to suppliers count as made, ${counts.sessions} sessions are ended, ${counts.sequences} sequences have leapt.`,
    'Processes may work on the database again. Next: facevalue restored show',
  ].join('\n');
