/** Places orders that a person filled in at once: what stops one stops those after it. */
import type { PersonPrincipal } from '../../people/access/principal.ts';
import type { Data } from '../../platform/values/fields.ts';
import { placeByPerson, placeTogether, type PlacedByPerson } from './place-by-person.ts';

export interface PlacedForEach {
  /** Requests, in the order of the data. */
  placed: number[];
  /** Why the next one was not placed; null: all were. */
  stopped: Exclude<PlacedByPerson, { is: 'placed' }> | null;
}

/**
 * In one transaction up to the first that is refused; that one, and with cells those that lack a code here, are asked for by themselves. Each
 * has its own uuid, so that sending all of them again places only those that are missing.
 */
export async function placeForEach(
  ctx: Parameters<typeof placeByPerson>[0],
  principal: PersonPrincipal,
  orders: readonly Data[],
): Promise<PlacedForEach> {
  const placed = await placeTogether(ctx, principal, orders);
  for (const data of orders.slice(placed.length)) {
    const outcome = await placeByPerson(ctx, principal, data);
    if (outcome.is !== 'placed') return { placed, stopped: outcome };
    placed.push(outcome.requestId);
  }
  return { placed, stopped: null };
}
