/** Orders that lack a code or a share of a limit in their cell wait until it is dealt to it, and are judged again. */
import { TooManyWaiting } from '../../platform/batching/permits.ts';
import type { Placement } from '../place-orders.ts';
import type { DealingContext } from './carry-runs.ts';
import { dealLacks } from './deal-lacks.ts';

/** As long as an order may wait for its batch: then its client repeats it. */
const dealWithinMs = 1000;

type Judged = Placement | { is: 'failed'; problem: unknown };

/**
 * Places orders of one cell, again and again until none lacks what another cell has. What still lacks something after a second
 * fails with `TooManyWaiting`: a refusal would say that there is nothing.
 */
export async function placeDealt<Ask, Answer extends Judged>(
  ctx: DealingContext,
  asks: readonly Ask[],
  place: (asks: Ask[]) => Promise<Answer[]>,
): Promise<(Answer | { is: 'failed'; problem: unknown })[]> {
  const answers: (Answer | { is: 'failed'; problem: unknown })[] = await place([...asks]);
  if (ctx.cells.length === 0) return answers;
  const untilMs = performance.now() + dealWithinMs;
  for (;;) {
    const places = answers.flatMap((answer, index) => (lackOf(answer) === null ? [] : index));
    const lacks = answers.flatMap((answer) => lackOf(answer) ?? []);
    if (lacks.length === 0 || !(await dealLacks(ctx, lacks))) return answers;
    const isLate = performance.now() > untilMs;
    const judged = isLate
      ? places.map(() => ({ is: 'failed' as const, problem: new TooManyWaiting() }))
      : await place(places.map((index) => asks[index] as Ask));
    places.forEach((index, nth) => {
      answers[index] = judged[nth] as Answer;
    });
  }
}

const lackOf = (answer: Judged) => (answer.is === 'refused' ? (answer.lacks ?? null) : null);
