import type { Tx } from '../platform/database.ts';
import type { Keyring } from '../platform/keyring.ts';
import { makeCodes } from '../vault/make-codes.ts';
import type { Sale } from '../vault/sale.ts';
import { takeCodes, type Taken } from '../vault/take-codes.ts';

/** How a supplier hands over its codes. */
export type TransferScheme = 'pool' | 'platform';

export interface ObtainAsk extends Sale {
  scheme: TransferScheme;
}

/** Gets a code for each ask by the scheme of its product; answers in the order of the asks. */
export async function obtainCodes(tx: Tx, keyring: Keyring, asks: ObtainAsk[], now: Date): Promise<Taken[]> {
  const ofScheme = (scheme: TransferScheme): ObtainAsk[] => asks.filter((ask) => ask.scheme === scheme);
  const [pool, platform] = [ofScheme('pool'), ofScheme('platform')];
  const [taken, made] = await Promise.all([takeCodes(tx, pool, now), makeCodes(tx, keyring, platform, now)]);
  const answers = new Map<ObtainAsk, Taken>();
  pool.forEach((ask, index) => answers.set(ask, taken[index] as Taken));
  platform.forEach((ask, index) => answers.set(ask, made[index] as Taken));
  return asks.map((ask) => answers.get(ask) as Taken);
}
