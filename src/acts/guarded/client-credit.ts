/** A client's credit line: raised by two persons. */
import { lockTerms, writeTerms } from '../../clients/change-client.ts';
import type { Execute } from '../../people/approvals/approvals.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { GuardedAsk } from '../../people/approvals/hold-back.ts';

const act = 'client.credit';

interface CreditPayload {
  clientId: number;
  /** The value when the change was asked for. */
  fromKopecks: number;
  creditKopecks: number;
}

export const creditAsk = (payload: CreditPayload): GuardedAsk => ({ act, payload });

/** Raises the credit line from what it was when it was asked for: another one in between was decided on knowing less. */
export const executeCredit =
  (keyring: Keyring): Execute =>
  async (tx, { payload, principal }, now) => {
    const { clientId, fromKopecks, creditKopecks } = payload as CreditPayload;
    const before = await lockTerms(tx, clientId);
    if (before === null) return { is: 'not-done', reason: { is: 'no-client' } };
    if (before.creditKopecks !== fromKopecks) return { is: 'not-done', reason: { is: 'other-credit' } };
    const ask = { clientId, terms: { creditKopecks } };
    const changed = await writeTerms(tx, keyring, principal, ask, now);
    return changed.is === 'changed' ? { is: 'done' } : { is: 'not-done', reason: { is: changed.is } };
  };
