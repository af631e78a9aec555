import { digitsOfToken } from '../../platform/secrets/digits-of-token.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { salted } from '../../platform/secrets/token-salt.ts';

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
  /** That of the certificate's link; null: the code is from before there were salts. */
  salt: number | null;
}

/**
 * The code that leads to the certificate from the phone: the same each time for a message, another one for the next;
 * computed, never stored.
 */
export function receiptCode(
  keyring: Keyring,
  { clientId, requestId, round, phone, salt }: ReceiptKey,
): string {
  const token = keyring.token(salted(`receipt:${clientId}:${requestId}:${round}:${phone}`, salt));
  return digitsOfToken(token, receiptCodeDigits);
}

/** The stored form of a phone: enough to find its codes, not to call it. */
export const phoneHash = (keyring: Keyring, phone: string): Buffer =>
  keyring.fingerprint(`receipt-phone:${phone}`);

export interface NewReceipt extends ReceiptKey {
  certificateExpiresAt: Date | null;
}

/**
 * Makes the codes of messages valid, each of another certificate; do it before a message can arrive. The code of a later round replaces the
 * previous one; repeating a round changes nothing. Returns the certificates whose code is valid: the others have a later round, and their
 * message must not be sent any more.
 */
export const openReceipts = `insert into receipt_codes as kept (client_id, request_id, round, phone_hash, expires_at, salt)
  select * from unnest($1::bigint[], $2::bigint[], $3::integer[], $4::bytea[], $5::timestamptz[], $6::bigint[])
  on conflict (client_id, request_id) do update
  set round = excluded.round, phone_hash = excluded.phone_hash, salt = excluded.salt,
      expires_at = case when kept.round < excluded.round then excluded.expires_at else kept.expires_at end
  where kept.round <= excluded.round
  returning client_id, request_id`;

export const receiptValues = (keyring: Keyring, receipts: NewReceipt[], now: Date): unknown[] => [
  receipts.map(({ clientId }) => clientId),
  receipts.map(({ requestId }) => requestId),
  receipts.map(({ round }) => round),
  receipts.map(({ phone }) => phoneHash(keyring, phone)),
  receipts.map(({ certificateExpiresAt }) => endOfReceipt(certificateExpiresAt, now)),
  receipts.map(({ salt }) => salt),
];

/** The last round of each certificate, all in one order, so that two workers that write the same rows cannot deadlock. */
export function newestRounds(receipts: NewReceipt[]): NewReceipt[] {
  const newest = new Map<string, NewReceipt>();
  for (const one of receipts) {
    const known = newest.get(certificateOf(one));
    if (known === undefined || known.round <= one.round) newest.set(certificateOf(one), one);
  }
  return [...newest.values()].toSorted(
    (one, other) => one.clientId - other.clientId || one.requestId - other.requestId,
  );
}

/** The name of the certificate of a code. */
export const certificateOf = ({ clientId, requestId }: Pick<ReceiptKey, 'clientId' | 'requestId'>): string =>
  `${clientId}:${requestId}`;

function endOfReceipt(certificateExpiresAt: Date | null, now: Date): Date {
  const end = new Date(now.getTime() + receiptDays * 86_400_000);
  return certificateExpiresAt !== null && certificateExpiresAt < end ? certificateExpiresAt : end;
}
