/** What a till asks for, and what it is answered. */
import type { FoundCode } from '../vault/find-code.ts';
import { codeState } from './code-state.ts';
import type { Till } from './till.ts';

export interface RedeemAsk {
  till: Till;
  number: string;
  /** Idempotency key: the same key, number and amount get the same answer. */
  idempotencyKey: string | null;
  /** A part of it; absent: the whole face. */
  amountKopecks?: number;
}

/** One part of a certificate. */
export interface RedeemedPart {
  amountKopecks: number;
  leftKopecks: number;
}

export type Redeemed =
  | {
      is: 'redeemed';
      transaction: string;
      redeemedAt: Date;
      productTitle: string;
      faceKopecks: number;
      /** Null: the whole at once. */
      part: RedeemedPart | null;
    }
  | { is: 'already-redeemed'; redeemedAt: Date; till: string }
  | { is: 'unknown' | 'inactive' | 'expired' | 'blocked' }
  /** A choice certificate, which its holder exchanges for others. */
  | { is: 'choice' }
  /** An amount of a certificate that is redeemed whole alone. */
  | { is: 'no-parts' }
  | { is: 'more-than-left'; leftKopecks: number }
  /** Only all that is left may be taken now. */
  | { is: 'too-many-parts'; leftKopecks: number }
  /** The whole face was asked for, of which a part is used: whoever knows no parts would take it for the face. */
  | { is: 'amount-needed'; leftKopecks: number }
  /** What this key redeemed was undone since: a repeat does not redeem it again. */
  | { is: 'undone' }
  /** The key was used with another code, or with another amount. */
  | { is: 'other-code' | 'other-amount' };

/** Reasons why a code that was not redeemed before cannot be redeemed. */
export function stateRefusal(code: FoundCode | null, now: Date): Redeemed | null {
  if (code === null) return { is: 'unknown' };
  const state = codeState(code, false, now);
  if (state === 'active') return null;
  return { is: state === 'redeemed' ? 'unknown' : state };
}

/** The code that a till may redeem of what its number has found. */
export const redeemableHere = (till: Till, found: FoundCode | null): FoundCode | null =>
  found !== null && (found.platform || till.redeemsOwn) ? found : null;
