/** Answers of suppliers about orders that had ended already. */
import type { Tx } from '../platform/database/database.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import type { Conclusion } from '../suppliers/calls/conclusion.ts';
import type { ClosedExchange } from '../suppliers/calls/exchanges.ts';
import { keepIssuedCodes } from '../vault/sell-codes.ts';
import type { CodeKey } from '../vault/sold-codes.ts';

/** What follows for exchanges and codes, collected here. */
interface Aside {
  closed: ClosedExchange[];
  blocked: CodeKey[];
  returned: CodeKey[];
}

/**
 * Handles conclusions of orders that have already ended: the exchange goes to quarantine for a person to settle, and an
 * issued code is stored as blocked.
 */
export async function setAside(
  tx: Tx,
  keyring: Keyring,
  conclusions: Conclusion[],
  aside: Aside,
  now: Date,
): Promise<void> {
  for (const { exchange, end } of conclusions) {
    const { supplierId, exchangeId, codeId } = exchange;
    const isUndone = end.is === 'refused' || end.is === 'given_up';
    if (codeId !== null) (isUndone ? aside.returned : aside.blocked).push({ supplierId, codeId });
    aside.closed.push({
      supplierId,
      exchangeId,
      state: isUndone ? end.is : 'quarantined',
      reason: end.is === 'quarantined' ? end.reason : { is: 'order-ended' },
      codeId: end.is === 'issued' ? await keepBlocked(tx, keyring, exchange, end.code, now) : null,
    });
  }
}

async function keepBlocked(
  tx: Tx,
  keyring: Keyring,
  sale: Conclusion['exchange'],
  { number, pin, expiresAt }: Extract<Conclusion['end'], { is: 'issued' }>['code'],
  now: Date,
): Promise<number | null> {
  const kept = { sale, code: { number, pin }, expiresAt, sold: false };
  const [id] = await keepIssuedCodes(tx, keyring, [kept], now);
  return typeof id === 'number' ? id : null;
}
