/** To which other addresses the messages of an order were sent again. */
import type { OrderDelivery } from './order-events.ts';

export interface AddressCorrection {
  at: Date;
  channel: OrderDelivery['channel'];
  /** Empty: there was none before. */
  from: string;
  to: string;
  askedBy: OrderDelivery['askedBy'];
}

/** Corrections of the addresses that an order named, in the order of time. */
export function correctionsOf(
  order: { emailTo: string; toPhone: string },
  deliveries: readonly OrderDelivery[],
): AddressCorrection[] {
  const known = { email: order.emailTo, sms: order.toPhone };
  const corrections: AddressCorrection[] = [];
  for (const { channel, kind, address, askedAt: at, askedBy } of inTime(deliveries)) {
    // An erased address is empty; other messages follow the certificate.
    if (at === null || address === '' || !isSentAgain(kind)) continue;
    const from = known[channel];
    if (from.toLowerCase() !== address.toLowerCase())
      corrections.push({ at, channel, from, to: address, askedBy });
    known[channel] = address;
  }
  return corrections;
}

const isSentAgain = (kind: OrderDelivery['kind']): boolean => kind === 'certificate' || kind === 'receipt';

const inTime = (deliveries: readonly OrderDelivery[]): OrderDelivery[] =>
  deliveries.toSorted((one, other) => one.round - other.round);
