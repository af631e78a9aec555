import type { Tx } from '../platform/database.ts';
import { lockFunds } from './accounts.ts';

export interface HoldAsk {
  clientId: number;
  sumKopecks: number;
}

/**
 * Locks the funds of the clients and says for each ask, in order, whether the money is there. What is granted must be
 * booked by `postTransfers` in the same transaction.
 */
export async function holdFunds(tx: Tx, asks: HoldAsk[]): Promise<boolean[]> {
  if (asks.length === 0) return [];
  const clientIds = [...new Set(asks.map((ask) => ask.clientId))];
  const available = await lockFunds(tx, clientIds);
  return asks.map((ask) => {
    const left = (available.get(ask.clientId) ?? 0) - ask.sumKopecks;
    if (left < 0) return false;
    available.set(ask.clientId, left);
    return true;
  });
}
