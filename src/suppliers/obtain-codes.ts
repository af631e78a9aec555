import type { Tx } from '../platform/database/database.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import { makeCodes } from '../vault/make-codes.ts';
import type { Sale } from '../vault/sale.ts';
import { takeCodes, type Taken } from '../vault/take-codes.ts';

/** How a supplier provides its codes. */
export type TransferScheme = 'pool' | 'platform' | 'api';

export interface ObtainAsk extends Sale {
  scheme: TransferScheme;
  /** The lot with the promised code; without a promise a pool has no code for it. */
  promisedLot: string | null;
}

/** The result for a sale; `ask-supplier`: no code yet, the supplier's API issues it. */
export type Obtained = Taken | 'ask-supplier';

/** Gets a code for each ask by the scheme of its product; returns them in the order of the asks. */
export async function obtainCodes(
  tx: Tx,
  keyring: Keyring,
  asks: ObtainAsk[],
  now: Date,
): Promise<Obtained[]> {
  const promised = asks.flatMap(({ scheme, promisedLot, ...sale }, place) =>
    scheme === 'pool' && promisedLot !== null ? [{ place, sale: { ...sale, endsOn: promisedLot } }] : [],
  );
  const own = asks.flatMap((ask, place) => (ask.scheme === 'platform' ? [{ place, sale: ask }] : []));
  const [taken, made] = await Promise.all([
    takeCodes(
      tx,
      promised.map(({ sale }) => sale),
      now,
    ),
    makeCodes(
      tx,
      keyring,
      own.map(({ sale }) => sale),
      now,
    ),
  ]);
  const answers = asks.map(({ scheme }): Obtained => (scheme === 'api' ? 'ask-supplier' : 'no-stock'));
  promised.forEach(({ place }, index) => (answers[place] = taken[index] as Taken));
  own.forEach(({ place }, index) => (answers[place] = made[index] as Taken));
  return answers;
}
