/**
 * Numbers that suppliers issue for orders, on an installation with cells: one that is in another cell already reaches nobody. A number is
 * claimed for its order before the answer is concluded (docs/decisions/0077). A process that dies in between leaves the claim;
 * whoever asks the supplier again finds it to be the order's own.
 */
import type { Context } from '../context.ts';
import { knownCode, type Conclusion, type ExchangeEnd } from '../suppliers/calls/conclusion.ts';
import { claimPlaces } from '../vault/code-places.ts';

type ClaimingContext = Pick<Context, 'db' | 'cell' | 'keyring' | 'crashPoint'>;

/** The conclusions; of issued codes whose number belongs to another order or is in a pool, that they wait for a person. */
export async function claimNumbers(
  ctx: ClaimingContext,
  conclusions: readonly Conclusion[],
): Promise<Conclusion[]> {
  const issued = ctx.cell === null ? [] : conclusions.flatMap(numberOf);
  if (issued.length === 0) return [...conclusions];
  const isOwn = await claimPlaces(ctx, issued);
  ctx.crashPoint('ask-suppliers:numbers-claimed');
  const foreign = new Set(issued.filter((_one, place) => isOwn[place] === false).map(({ of }) => of));
  return conclusions.map((one) => (foreign.has(one) ? { ...one, end: waits } : one));
}

const waits: ExchangeEnd = { is: 'quarantined', reason: knownCode };

function numberOf(of: Conclusion) {
  const { exchange, end } = of;
  if (end.is !== 'issued') return [];
  return { of, supplierId: exchange.supplierId, requestId: exchange.requestId, number: end.code.number };
}
