/** Receipts of texts from an HTTP gateway. */
import { comparable, valueAt } from '../values/json.ts';
import type { GatewaySettings } from './gateway-settings.ts';
import type { ProviderSettings } from './provider-settings.ts';
import type { TextReceipt } from './text-provider.ts';

export type ReceivingGateway = GatewaySettings & { receipts: NonNullable<GatewaySettings['receipts']> };

export const takesReceipts = (settings: ProviderSettings | null): settings is ReceivingGateway =>
  settings?.kind === 'gateway' && settings.receipts !== undefined;

/** Reads a gateway's receipt of a text; null if it reports no final state. `told` is the call's body or its query. */
export function readGatewayReceipt(settings: ReceivingGateway, told: unknown): TextReceipt | null {
  const { id, state, delivered, undelivered } = settings.receipts;
  const [messageId, word] = [id, state].map((path) => comparable(valueAt(told, path)));
  if (messageId === null || messageId === undefined || word === null || word === undefined) return null;
  const report = delivered.includes(word) ? 'delivered' : undelivered.includes(word) ? 'undelivered' : null;
  return report === null ? null : { provider: settings.name, messageId, report, details: word };
}
