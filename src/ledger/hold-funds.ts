/**
 * A client with this many times what a batch asks for is not locked while the batch is judged: other batches under way
 * at the same moment can't use up the difference. If they could all the same, the CHECK on the funds refuses the batch,
 * and its orders are judged one by one. What is granted must be booked by `postTransfers` in the same transaction.
 */
const ampleTimes = 50;

export interface HoldAsk {
  clientId: number;
  sumKopecks: number;
}

/** Whether what `readFunds` found is so much that these holds may be judged by it; else the funds must be locked. */
export function areFundsAmple(read: Map<number, number>, asks: HoldAsk[]): boolean {
  const wanted = new Map<number, number>();
  for (const { clientId, sumKopecks } of asks) wanted.set(clientId, (wanted.get(clientId) ?? 0) + sumKopecks);
  return [...wanted].every(([id, kopecks]) => (read.get(id) ?? 0) >= ampleTimes * kopecks);
}
