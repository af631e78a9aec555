import { cellOf } from '../../src/platform/cells/cell-context.ts';
import {
  openReceipts,
  receiptCode,
  receiptValues,
  type NewReceipt,
} from '../../src/messaging/texts/receipt-codes.ts';
import type { TestWorld } from './test-world.ts';

/** The code for later receipt of one message; null if a later message has replaced it. */
export async function openReceipt(
  { ctx, clock }: Pick<TestWorld, 'ctx' | 'clock'>,
  receipt: NewReceipt,
): Promise<{ code: string } | null> {
  const { db, keyring } = cellOf(ctx, receipt.clientId);
  const { rowCount } = await db.query(openReceipts, receiptValues(keyring, [receipt], clock.now()));
  return rowCount === 0 ? null : { code: receiptCode(keyring, receipt) };
}
