/** What a refund returns, and to whom. */
import { paidFor } from '../../../orders/paid-for.ts';
import type { ClientOrder } from '../../../reports/client-order.ts';

export interface RefundSum {
  sumKopecks: number;
  to: 'client' | 'certificate';
}

/** What `refundOrder` will give back, if nothing changes until then. */
export function refundOf(order: ClientOrder, takenBack: boolean): RefundSum {
  const { cardRequestId, refundedCard, sumKopecks, faceKopecks, takenKopecks } = order;
  if (refundedCard !== null) return { sumKopecks: paidFor(refundedCard, faceKopecks), to: 'client' };
  if (cardRequestId !== null) return { sumKopecks: faceKopecks, to: 'certificate' };
  const isWhole = takenBack || takenKopecks === 0;
  return { sumKopecks: isWhole ? sumKopecks : paidFor(order, faceKopecks - takenKopecks), to: 'client' };
}
