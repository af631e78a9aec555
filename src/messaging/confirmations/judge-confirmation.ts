/** Judges codes that holders type in to confirm an exchange. */
import type { GiftKey } from '../../certificates/find-gift.ts';
import type { Sql, Tx } from '../../platform/database/database.ts';
import { isSameSecret } from '../../platform/secrets/constant-time.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { confirmationCode, mostWrong, type ConfirmationKey } from './confirmation-code.ts';

interface Waiting {
  round: number;
}

/** Whether a code was sent for this exchange that can still be typed in. */
export const isConfirmationSent = async (
  db: Sql,
  ask: GiftKey & { step: number },
  now: Date,
): Promise<boolean> => (await readWaiting(db, ask, now, '')) !== null;

async function readWaiting(
  db: Sql,
  { clientId, requestId, step }: GiftKey & { step: number },
  now: Date,
  lock: '' | 'for update',
): Promise<Waiting | null> {
  const { rows } = await db.query<Waiting>(
    `select round from confirmation_codes
     where client_id = $1 and request_id = $2 and step = $3 and expires_at > $4 and wrong < $5 ${lock}`,
    [clientId, requestId, step, now, mostWrong],
  );
  return rows[0] ?? null;
}

/** What somebody typed in; the certificate's last address, to which the code must have gone. */
export interface ConfirmationTry extends Omit<ConfirmationKey, 'round'> {
  step: number;
  code: string;
}

/** `over`: there is none that could be right. */
export type Confirmation = 'right' | 'wrong' | 'over';

/**
 * In the transaction of the exchange that it confirms, so that of any number of guesses at once each is counted. It is of use once: the next
 * exchange has another number.
 */
export async function judgeConfirmation(
  tx: Tx,
  keyring: Keyring,
  typed: ConfirmationTry,
  now: Date,
): Promise<Confirmation> {
  const waiting = await readWaiting(tx, typed, now, 'for update');
  if (waiting === null) return 'over';
  if (isSameSecret(typed.code, confirmationCode(keyring, { ...typed, round: waiting.round }))) return 'right';
  await tx.query(`update confirmation_codes set wrong = wrong + 1 where client_id = $1 and request_id = $2`, [
    typed.clientId,
    typed.requestId,
  ]);
  return 'wrong';
}
