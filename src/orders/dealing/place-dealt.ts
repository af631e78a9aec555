/** Orders that lack a code or a share of a limit in their cell wait until it is dealt to it, and are judged again. */
import { TooManyWaiting } from '../../platform/batching/permits.ts';
import type { Lack, Placement } from '../place-orders.ts';
import type { DealingContext } from './carry-runs.ts';
import { dealAndPlace } from './deal-lacks.ts';

/** Nearly as long as an order may wait for its batch: then its client repeats it. */
const dealWithinMs = 4000;

interface Failed {
  is: 'failed';
  problem: unknown;
}

/** `failed`: the result is unknown, or the order could not be processed. The client repeats it with the same uuid. */
export type Judged = Placement | Failed;

/** What an order lacks in its cell, and another one may have; null: nothing, or there is no other. */
export const lackOf = ({ cells }: DealingContext, answer: Judged): Lack | null =>
  cells.length > 0 && answer.is === 'refused' ? (answer.lacks ?? null) : null;

/**
 * Places orders of one cell that lacked something, again and again until none lacks what another cell has. What still lacks something
 * after some seconds fails with `TooManyWaiting`: a refusal would say that there is nothing.
 */
export async function placeDealt<Ask>(
  ctx: DealingContext,
  judged: readonly { ask: Ask; answer: Judged }[],
  place: (asks: Ask[]) => Promise<Judged[]>,
): Promise<Judged[]> {
  const answers = judged.map(({ answer }) => answer);
  const untilMs = performance.now() + dealWithinMs;
  for (;;) {
    const places = answers.flatMap((answer, index) => (lackOf(ctx, answer) === null ? [] : index));
    const lacks = answers.flatMap((answer) => lackOf(ctx, answer) ?? []);
    if (lacks.length === 0) return answers;
    const again = await tryDealing(ctx, lacks, () => {
      if (performance.now() > untilMs) throw new TooManyWaiting();
      return place(places.flatMap((index) => judged[index]?.ask ?? []));
    });
    if (again === null) return answers;
    places.forEach((index, nth) => {
      answers[index] = again[nth] as Judged;
    });
  }
}

/** Null: there is none of it. What lacks nothing is placed already: a cell that does not answer fails only what needs it. */
async function tryDealing(
  ctx: DealingContext,
  lacks: readonly Lack[],
  place: () => Promise<Judged[]>,
): Promise<Judged[] | null> {
  try {
    return await dealAndPlace(ctx, lacks, async (isDealt) => (isDealt ? place() : null));
  } catch (problem) {
    return lacks.map(() => ({ is: 'failed', problem }));
  }
}
