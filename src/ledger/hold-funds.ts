import type { Tx } from '../platform/database.ts';
import { lockFunds } from './accounts.ts';

export interface HoldAsk {
  clientId: number;
  sumKopecks: number;
}

/**
 * A client with this many times what a batch asks for is not locked while the batch is judged: other batches under way
 * at the same moment can't use up the difference. If they could all the same, the CHECK on the funds refuses the batch,
 * and its orders are judged one by one.
 */
const ampleTimes = 50;

/**
 * Says for each ask, in order, whether the money is there. What is granted must be booked by `postTransfers` in the same
 * transaction. `read` is what `readFunds` found in it; where money is scarce the funds are locked and read again.
 */
export async function holdFunds(tx: Tx, asks: HoldAsk[], read: Map<number, number>): Promise<boolean[]> {
  if (asks.length === 0) return [];
  const wanted = new Map<number, number>();
  for (const { clientId, sumKopecks } of asks) wanted.set(clientId, (wanted.get(clientId) ?? 0) + sumKopecks);
  const ample = [...wanted].every(([id, kopecks]) => (read.get(id) ?? 0) >= ampleTimes * kopecks);
  const available = new Map(ample ? read : await lockFunds(tx, [...wanted.keys()]));
  return asks.map((ask) => {
    const left = (available.get(ask.clientId) ?? 0) - ask.sumKopecks;
    if (left < 0) return false;
    available.set(ask.clientId, left);
    return true;
  });
}
