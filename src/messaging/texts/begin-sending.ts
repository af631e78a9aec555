import { inOrder, transaction, type Database } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { markSubmitting, type SubmittingDelivery } from './mark-submitting.ts';
import { openReceipts, type NewReceipt } from './receipt-codes.ts';

/** A text that is about to be handed over. */
export interface Beginning {
  delivery: SubmittingDelivery;
  /** Its code for later receipt, if it has one. */
  receipt: NewReceipt | null;
}

/** `lost`: another worker has taken the delivery over. `superseded`: a later message has the valid code. */
type Begun = 'begun' | 'lost' | 'superseded';

/** Marks texts as being handed over, and makes their codes valid, in one commit. */
export async function beginSending(
  { db, keyring }: { db: Database; keyring: Keyring },
  asked: Beginning[],
  now: Date,
): Promise<Begun[]> {
  const receipts = asked.flatMap(({ receipt }) => (receipt === null ? [] : [receipt]));
  const [ends, marked] = await transaction(db, (tx) =>
    inOrder(
      () => openReceipts({ db: tx, keyring }, receipts, now),
      () =>
        markSubmitting(
          tx,
          asked.map(({ delivery }) => delivery),
          now,
        ),
    ),
  );
  const valid = new Set(receipts.filter((_, index) => ends[index] !== null));
  return asked.map(({ receipt }, index) => {
    if (marked[index] !== true) return 'lost';
    return receipt === null || valid.has(receipt) ? 'begun' : 'superseded';
  });
}
