/** Orders that lack a code or a share of a limit in their cell wait until it is dealt to it, and are judged again. */
import { TooManyWaiting } from '../../platform/batching/permits.ts';
import type { Lack, Placement } from '../place-orders.ts';
import type { DealingContext } from './carry-runs.ts';
import { dealLacks } from './deal-lacks.ts';

/** As long as an order may wait for its batch: then its client repeats it. */
const dealWithinMs = 1000;

interface Failed {
  is: 'failed';
  problem: unknown;
}

type Judged = Placement | Failed;

/**
 * Places orders of one cell, again and again until none lacks what another cell has. What still lacks something after a second
 * fails with `TooManyWaiting`: a refusal would say that there is nothing.
 */
export async function placeDealt<Ask, Answer extends Judged>(
  ctx: DealingContext,
  asks: readonly Ask[],
  place: (asks: Ask[]) => Promise<Answer[]>,
): Promise<(Answer | Failed)[]> {
  const answers: (Answer | Failed)[] = await place([...asks]);
  if (ctx.cells.length === 0) return answers;
  const untilMs = performance.now() + dealWithinMs;
  for (;;) {
    const places = answers.flatMap((answer, index) => (lackOf(answer) === null ? [] : index));
    const lacks = answers.flatMap((answer) => lackOf(answer) ?? []);
    if (lacks.length === 0) return answers;
    const dealt = await tryDealing(ctx, lacks);
    if (dealt.is === 'nowhere') return answers;
    const late = performance.now() > untilMs ? failed(new TooManyWaiting()) : null;
    const failure = dealt.is === 'failed' ? dealt : late;
    const judged =
      failure === null ? await place(places.map((index) => asks[index] as Ask)) : places.map(() => failure);
    places.forEach((index, nth) => {
      answers[index] = judged[nth] as Answer;
    });
  }
}

type Dealt = { is: 'dealt' } | { is: 'nowhere' } | Failed;

/** What lacks nothing is placed already: a cell that does not answer fails only what needs it. */
async function tryDealing(ctx: DealingContext, lacks: readonly Lack[]): Promise<Dealt> {
  try {
    return { is: (await dealLacks(ctx, lacks)) ? 'dealt' : 'nowhere' };
  } catch (problem) {
    return failed(problem);
  }
}

const failed = (problem: unknown): Failed => ({ is: 'failed', problem });

const lackOf = (answer: Judged) => (answer.is === 'refused' ? (answer.lacks ?? null) : null);
