import type { Sql } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';

/** Validity of a code, from its message on and never longer than its certificate. */
export const receiptDays = 30;
/** Number of digits that keeps guessing hopeless from any number of networks (docs/decisions/0021). */
export const receiptCodeDigits = 12;

export interface ReceiptKey {
  clientId: number;
  requestId: number;
  /** Round of the delivery that contains the code. */
  round: number;
  /** `7XXXXXXXXXX`. */
  phone: string;
}

/**
 * The code that leads to the certificate from the phone: the same each time for a message, another one for the next;
 * computed, never stored.
 */
export function receiptCode(keyring: Keyring, { clientId, requestId, round, phone }: ReceiptKey): string {
  const token = keyring.token(`receipt:${clientId}:${requestId}:${round}:${phone}`);
  const number = Buffer.from(token, 'base64url').readBigUInt64BE() % 10n ** BigInt(receiptCodeDigits);
  return String(number).padStart(receiptCodeDigits, '0');
}

/** The stored form of a phone: enough to find its codes, not to call it. */
export const phoneHash = (keyring: Keyring, phone: string): Buffer =>
  keyring.fingerprint(`receipt-phone:${phone}`);

export interface NewReceipt extends ReceiptKey {
  certificateExpiresAt: Date | null;
}

/**
 * Makes the code of a message valid; call it before the message is sent. The code of a later round replaces the
 * previous one; repeating a round changes nothing. Returns null if a later round exists: then this message must not be
 * sent any more.
 */
export async function openReceipt(
  { db, keyring }: { db: Sql; keyring: Keyring },
  receipt: NewReceipt,
  now: Date,
): Promise<{ code: string; expiresAt: Date } | null> {
  const { clientId, requestId, round, phone, certificateExpiresAt } = receipt;
  const { rows } = await db.query<{ expires_at: Date }>(
    `insert into receipt_codes as kept (client_id, request_id, round, phone_hash, expires_at)
     values ($1, $2, $3, $4, $5)
     on conflict (client_id, request_id) do update
     set round = excluded.round, phone_hash = excluded.phone_hash,
         expires_at = case when kept.round < excluded.round then excluded.expires_at else kept.expires_at end
     where kept.round <= excluded.round
     returning expires_at`,
    [clientId, requestId, round, phoneHash(keyring, phone), endOfReceipt(certificateExpiresAt, now)],
  );
  const [row] = rows;
  if (row === undefined) return null;
  return { code: receiptCode(keyring, receipt), expiresAt: row.expires_at };
}

function endOfReceipt(certificateExpiresAt: Date | null, now: Date): Date {
  const end = new Date(now.getTime() + receiptDays * 86_400_000);
  return certificateExpiresAt !== null && certificateExpiresAt < end ? certificateExpiresAt : end;
}
