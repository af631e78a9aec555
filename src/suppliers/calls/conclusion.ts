import type { IssuedCode, RefusalReason } from '../adapters/adapter.ts';
import type { CallReason } from '../adapters/call-reasons.ts';

/** One request to a supplier, with all its attempts: a row of `exchanges`. */
export interface OpenExchange {
  supplierId: number;
  exchangeId: number;
  kind: 'issue' | 'activate';
  clientId: number;
  requestId: number;
  productId: number;
  faceKopecks: number;
  /** The code to activate; null if one is to be issued. */
  codeId: number | null;
  /** Expiry date of the code to activate, if it has one. */
  codeExpiresAt: Date | null;
  createdAt: Date;
}

/** How an exchange ended. Only the holder of its newest claim can conclude it. */
export interface Conclusion {
  exchange: OpenExchange;
  claimId: string;
  end: ExchangeEnd;
}

export type ExchangeEnd =
  /** The supplier issued a code that matches the request. */
  | { is: 'issued'; code: IssuedCode }
  | { is: 'activated' }
  /** The supplier refused, and nothing happened on its side. */
  | { is: 'refused'; why: RefusalReason; reason: CallReason }
  /** A person must find out what happened on the supplier's side, or what it sent cannot be sold. */
  | { is: 'quarantined'; reason: CallReason }
  /** The deadline passed without an answer, and no call can have reached the supplier. */
  | { is: 'given_up'; reason: CallReason };

/** Why a code waits in quarantine whose number belongs to another order, or is in a pool. */
export const knownCode = { is: 'known-code' } as const;

/** What follows an attempt: an end, or another attempt with the same request_id. */
export type NextStep = { is: 'end'; end: ExchangeEnd } | { is: 'again'; at: Date };
