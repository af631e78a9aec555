/** Places orders that a person filled in at once, one after the other: what stops one stops those after it. */
import type { PersonPrincipal } from '../../people/access/principal.ts';
import type { Data } from '../../platform/values/fields.ts';
import { placeByPerson, type PlacedByPerson } from './place-by-person.ts';

export interface PlacedForEach {
  /** Requests, in the order of the data. */
  placed: number[];
  /** Why the next one was not placed; null: all were. */
  stopped: Exclude<PlacedByPerson, { is: 'placed' }> | null;
}

/** Each has its own uuid, so that sending all of them again places only those that are missing. */
export async function placeForEach(
  ctx: Parameters<typeof placeByPerson>[0],
  principal: PersonPrincipal,
  orders: readonly Data[],
): Promise<PlacedForEach> {
  const placed: number[] = [];
  for (const data of orders) {
    const outcome = await placeByPerson(ctx, principal, data);
    if (outcome.is !== 'placed') return { placed, stopped: outcome };
    placed.push(outcome.requestId);
  }
  return { placed, stopped: null };
}
