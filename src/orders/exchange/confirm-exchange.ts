/**
 * Whoever has the link of a choice certificate can take a part of it; what goes beyond that part is confirmed by a code that is sent to where the
 * certificate went, as a link is passed on, photographed and kept in histories.
 */
import { isConfirmationSent, judgeConfirmation } from '../../messaging/confirmations/judge-confirmation.ts';
import { findLastAddress, maskedAddress } from '../../messaging/queue/find-sent-addresses.ts';
import type { Sql, Tx } from '../../platform/database/database.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { nextStep, type Card } from './find-card.ts';

/** `missing`: none was typed in; `over`: there is none that could be right, another one has to be sent. */
export type Unconfirmed = { is: 'unconfirmed'; code: 'missing' | 'wrong' | 'over' };

/** What was taken in all counts: else a sum would be split into parts that need no code. */
const isBeyondLink = ({ faceKopecks, leftKopecks, confirmAboveKopecks }: Card, sumKopecks: number): boolean =>
  confirmAboveKopecks !== null && faceKopecks - leftKopecks + sumKopecks > confirmAboveKopecks;

/** What the page asks for before an exchange of this sum. */
export interface ConfirmationNeed {
  /** Where the code goes, masked. */
  to: string;
  /** A code was sent for this exchange, and can be typed in. */
  isSent: boolean;
}

/** Null: nothing is asked, because the sum is small, or nobody knows an address: the client has sent the link itself, or it was erased. */
export async function confirmationNeeded(
  db: Sql,
  card: Card,
  sumKopecks: number,
  now: Date,
): Promise<ConfirmationNeed | null> {
  if (!isBeyondLink(card, sumKopecks)) return null;
  const key = keyOf(card);
  const last = await findLastAddress(db, key);
  if (last === null) return null;
  return {
    to: maskedAddress(last),
    isSent: await isConfirmationSent(db, { ...key, step: nextStep(card) }, now),
  };
}

/** Null: it is confirmed, or needs no code. */
export async function whyUnconfirmed(
  tx: Tx,
  keyring: Keyring,
  { card, sumKopecks, code }: { card: Card; sumKopecks: number; code: string },
  now: Date,
): Promise<Unconfirmed | null> {
  if (!isBeyondLink(card, sumKopecks)) return null;
  const key = keyOf(card);
  const last = await findLastAddress(tx, key);
  if (last === null) return null;
  if (code === '') return { is: 'unconfirmed', code: 'missing' };
  const typed = { ...key, step: nextStep(card), code, address: last.address, salt: card.linkSalt };
  const judged = await judgeConfirmation(tx, keyring, typed, now);
  return judged === 'right' ? null : { is: 'unconfirmed', code: judged };
}

const keyOf = ({ clientId, cardRequestId }: Card) => ({ clientId, requestId: cardRequestId });
