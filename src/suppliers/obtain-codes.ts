import type { Tx } from '../platform/database.ts';
import type { Keyring } from '../platform/keyring.ts';
import { makeCodes } from '../vault/make-codes.ts';
import type { Sale } from '../vault/sale.ts';
import { takeCodes, type Taken } from '../vault/take-codes.ts';

/** How a supplier hands over its codes. */
export type TransferScheme = 'pool' | 'platform' | 'api';

export interface ObtainAsk extends Sale {
  scheme: TransferScheme;
}

/** What is at hand for a sale; `ask-supplier`: nothing, the code is issued by the supplier's API. */
export type Obtained = Taken | 'ask-supplier';

/** Gets a code for each ask by the scheme of its product; answers in the order of the asks. */
export async function obtainCodes(
  tx: Tx,
  keyring: Keyring,
  asks: ObtainAsk[],
  now: Date,
): Promise<Obtained[]> {
  const ofScheme = (scheme: TransferScheme): ObtainAsk[] => asks.filter((ask) => ask.scheme === scheme);
  const [pool, platform] = [ofScheme('pool'), ofScheme('platform')];
  const [taken, made] = await Promise.all([takeCodes(tx, pool, now), makeCodes(tx, keyring, platform, now)]);
  const answers = new Map<ObtainAsk, Obtained>();
  pool.forEach((ask, index) => answers.set(ask, taken[index] as Taken));
  platform.forEach((ask, index) => answers.set(ask, made[index] as Taken));
  return asks.map((ask) => answers.get(ask) ?? 'ask-supplier');
}
