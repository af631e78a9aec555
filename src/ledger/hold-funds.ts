/**
 * A client with this many times the funds that a batch needs is not locked while the batch is judged: other concurrent
 * batches cannot use up the difference. If they did, the CHECK on the funds would refuse the batch, and its orders
 * would be tried one by one. Whatever is granted must be booked by `postTransfers` in the same transaction.
 */
const ampleTimes = 50;

export interface HoldAsk {
  clientId: number;
  sumKopecks: number;
}

/** Whether what `readFunds` found is enough to judge these holds without locking the funds. */
export function areFundsAmple(read: Map<number, number>, asks: HoldAsk[]): boolean {
  const wanted = new Map<number, number>();
  for (const { clientId, sumKopecks } of asks) wanted.set(clientId, (wanted.get(clientId) ?? 0) + sumKopecks);
  return [...wanted].every(([id, kopecks]) => (read.get(id) ?? 0) >= ampleTimes * kopecks);
}
