import type { IssuedCode, RefusalReason } from '../../adapters/adapter.ts';

/** One conversation with a supplier, as it lies in `exchanges`. */
export interface OpenExchange {
  supplierId: number;
  exchangeId: number;
  kind: 'issue' | 'activate';
  clientId: number;
  requestId: number;
  productId: number;
  faceKopecks: number;
  /** The code to activate; null when one is to be issued. */
  codeId: number | null;
  /** The own end of validity of the code to activate, if it has one. */
  codeExpiresAt: Date | null;
  createdAt: Date;
}

/** How an exchange ended. Whoever concludes holds its newest claim; an older one changes nothing. */
export interface Conclusion {
  exchange: OpenExchange;
  claimId: string;
  end: ExchangeEnd;
}

export type ExchangeEnd =
  /** The supplier issued a code that agrees with what was asked. */
  | { is: 'issued'; code: IssuedCode }
  | { is: 'activated' }
  /** The supplier said no, and nothing happened on its side. */
  | { is: 'refused'; why: RefusalReason; details: string }
  /** Only a person can say what happened on the supplier's side, or what it sent can't be sold. */
  | { is: 'quarantined'; details: string }
  /** The deadline came before any answer, and no call can have reached the supplier. */
  | { is: 'given_up'; details: string };
