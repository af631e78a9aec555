/** Receipts of texts from an HTTP gateway. */
import { comparable, valueAt } from '../values/json.ts';
import type { GatewaySettings } from './gateway-settings.ts';
import type { ProviderSettings } from './provider-settings.ts';
import { otherIdsOf } from './smpp-receipt.ts';
import type { TextReceipt } from './text-provider.ts';

export type ReceivingGateway = GatewaySettings & { receipts: NonNullable<GatewaySettings['receipts']> };

export const takesReceipts = (settings: ProviderSettings | null): settings is ReceivingGateway =>
  settings?.kind === 'gateway' && settings.receipts !== undefined;

/** Reads a gateway's receipt of a text; null if it reports no final state. `body` is the call's body or its query. */
export function readGatewayReceipt(settings: ReceivingGateway, body: unknown): TextReceipt | null {
  const { id, state, delivered, undelivered } = settings.receipts;
  const [messageId, word] = [id, state].map((path) => comparable(valueAt(body, path)));
  if (messageId === null || messageId === undefined || word === null || word === undefined) return null;
  const report = isOneOf(delivered, word) ? 'delivered' : isOneOf(undelivered, word) ? 'undelivered' : null;
  if (report === null || messageId.trim() === '') return null;
  return {
    provider: settings.name,
    messageId: messageId.trim(),
    otherIds: otherIdsOf(messageId.trim()),
    report,
    details: word,
  };
}

/** The case of letters differs between a gateway's manual and its receipts. */
const isOneOf = (states: string[], word: string): boolean =>
  states.some((state) => state.trim().toLowerCase() === word.trim().toLowerCase());
