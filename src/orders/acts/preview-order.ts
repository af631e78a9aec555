/** What placing an order would do, judged by the checks of makeOrder; nothing is written. */
import { findOffers } from '../../catalog/find-offers.ts';
import { priceOf } from '../../clients/client.ts';
import { findClient } from '../../clients/find-client.ts';
import { availableKopecks } from '../../ledger/balance.ts';
import { previewLetter } from '../../messaging/letters/gift/preview-letter.ts';
import type { Sql } from '../../platform/database/database.ts';
import type { Language } from '../../platform/text/language.ts';
import type { Data } from '../../platform/values/fields.ts';
import type { OrderAsk } from '../order-ask.ts';
import { whyNotOffered } from '../place-orders.ts';
import { readOrder } from '../read-order.ts';

export type OrderPreview =
  | { is: 'wrong'; names: string[] }
  | { is: 'missing' }
  | {
      is: 'right';
      ask: OrderAsk;
      sumKopecks: number;
      /** What can be spent now; null for a test order, which costs nothing. */
      availableKopecks: number | null;
      letter: { subject: string; text: string } | null;
    };

interface PreviewAsk {
  clientId: number;
  data: Data;
  language: Language;
  /** Stands in the letter where its link will be. */
  link: string;
}

export async function previewOrder(
  db: Sql,
  { clientId, data, language, link }: PreviewAsk,
  now: Date,
): Promise<OrderPreview> {
  const client = await findClient(db, clientId);
  if (client === null || !client.switchedOn) return { is: 'missing' };
  const read = readOrder(client, data, now);
  if (read.is === 'wrong') return read;
  const { ask } = read;
  const [[offer], funds] = await Promise.all([findOffers(db, [ask], now), availableKopecks(db, clientId)]);
  const refusal = whyNotOffered(ask, offer ?? null);
  if (refusal !== null) return { is: 'wrong', names: refusal.names };
  const withLetter = ask.deliveryType === 'email' && ask.emailTo !== '';
  return {
    is: 'right',
    ask,
    sumKopecks: priceOf(client, ask.faceKopecks),
    availableKopecks: ask.testmode ? null : funds,
    letter: withLetter ? await previewLetter(db, { ...ask, language, link }, now) : null,
  };
}
