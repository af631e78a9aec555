/** Test orders that want to be refused. */
import { scriptOfAsk } from './insert-requests.ts';
import type { OrderAsk } from './order-ask.ts';
import { wireError, type Refusal } from './refusals.ts';

/** What makeOrder answers a test order whose script wants to be refused. */
export function scriptedRefusal(ask: OrderAsk): Refusal | null {
  const code = scriptOfAsk(ask)?.refusalCode ?? null;
  return code === null ? null : { why: 'scripted', code, text: refusalTexts.get(code) };
}

/** Programs read the names of fields in them. */
const refusalTexts = new Map(
  (['no-stock', 'no-funds', 'supplier-limit'] as const)
    .map((why) => wireError({ why }))
    .map(({ code, text }) => [code, text]),
);
