/** What placing the orders of a form would do, judged by the checks of makeOrder; nothing is written. */
import { findOffers } from '../../catalog/find-offers.ts';
import { priceOf } from '../../clients/client.ts';
import { findClient } from '../../clients/find-client.ts';
import { availableKopecks } from '../../ledger/balance.ts';
import { previewLetter, type PreviewedLetter } from '../../messaging/letters/gift/preview-letter.ts';
import type { Sql } from '../../platform/database/database.ts';
import type { Language } from '../../platform/text/language.ts';
import type { Data } from '../../platform/values/fields.ts';
import type { OrderAsk } from '../order-ask.ts';
import { whyNotOffered } from '../place-orders.ts';
import { readOrder } from '../read-order.ts';

export interface RightPreview {
  is: 'right';
  asks: OrderAsk[];
  /** Sum of all orders. */
  sumKopecks: number;
  /** What can be spent now; null for test orders, which cost nothing. */
  availableKopecks: number | null;
  /** The letter of the first order that has one. */
  letter: PreviewedLetter | null;
}

type OrderPreview =
  /** `index` and `names` are those of the first order that is wrong. */
  { is: 'wrong'; index: number; names: string[] } | { is: 'missing' } | RightPreview;

interface PreviewAsk {
  clientId: number;
  /** At least one; they differ in their recipients alone. */
  orders: readonly Data[];
  language: Language;
  /** Stands in the letter where its link will be. */
  link: string;
}

export async function previewOrder(
  db: Sql,
  { clientId, orders, language, link }: PreviewAsk,
  now: Date,
): Promise<OrderPreview> {
  const client = await findClient(db, clientId);
  if (client === null || !client.switchedOn) return { is: 'missing' };
  const asks: OrderAsk[] = [];
  for (const [index, data] of orders.entries()) {
    const read = readOrder(client, data, now);
    if (read.is === 'wrong') return { is: 'wrong', index, names: read.names };
    asks.push(read.ask);
  }
  const [first] = asks;
  if (first === undefined) throw new Error('A form without an order.');
  const [[offer], funds] = await Promise.all([findOffers(db, [first], now), availableKopecks(db, clientId)]);
  const refusal = whyNotOffered(first, offer ?? null);
  if (refusal !== null) return { is: 'wrong', index: 0, names: refusal.names };
  const written = asks.find(({ deliveryType, emailTo }) => deliveryType === 'email' && emailTo !== '');
  return {
    is: 'right',
    asks,
    sumKopecks: asks.length * priceOf(client, first.faceKopecks),
    availableKopecks: first.testmode ? null : funds,
    letter:
      written === undefined ? null : await previewLetter(db, { ...written, clientId, language, link }, now),
  };
}
