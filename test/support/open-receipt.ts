import { cellOf } from '../../src/platform/cells/cell-context.ts';
import { openReceipts, receiptCode, type NewReceipt } from '../../src/messaging/texts/receipt-codes.ts';
import type { TestWorld } from './test-world.ts';

/** The code for later receipt of one message; null if a later message has replaced it. */
export async function openReceipt(
  { ctx, clock }: Pick<TestWorld, 'ctx' | 'clock'>,
  receipt: NewReceipt,
): Promise<{ code: string } | null> {
  const [expiresAt = null] = await openReceipts(cellOf(ctx, receipt.clientId), [receipt], clock.now());
  return expiresAt === null ? null : { code: receiptCode(ctx.keyring, receipt) };
}
