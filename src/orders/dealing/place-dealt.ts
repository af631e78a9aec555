/** Orders that lack a code or a share of a limit in their cell wait until it is dealt to it, and are judged again. */
import { gather } from '../../platform/batching/gather.ts';
import { TooManyWaiting } from '../../platform/batching/permits.ts';
import type { Lack, Placement } from '../place-orders.ts';
import type { DealingContext } from './carry-runs.ts';
import { CellsUnavailable, type Dealt } from './deal-lacking.ts';
import { dealAndPlace } from './deal-lacks.ts';

/** Nearly as long as an order may wait for its batch: then its client repeats it. */
const dealWithinMs = 4000;

/** Orders of a cell that are placed together after a dealing, and that wait for the next one. */
const mostPlaced = 256;
const mostWaiting = 10_000;

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
 * Places an order that lacked something, again and again until it lacks nothing that another cell has. What still lacks something after
 * some seconds fails with `TooManyWaiting`: a refusal would say that there is nothing.
 */
export type PlaceDealt<Ask> = (ask: Ask, answer: Judged) => Promise<Judged>;

interface Lacking<Ask> {
  ask: Ask;
  lack: Lack;
}

/** Places orders of one cell: all that wait there when codes begin to be dealt are placed together afterwards. */
export function placeDealt<Ask>(
  ctx: DealingContext,
  place: (asks: Ask[]) => Promise<Judged[]>,
): PlaceDealt<Ask> {
  const together = () =>
    gather<Lacking<Ask>, Judged | null>((lacking) => dealTogether(ctx, lacking, place), {
      concurrency: 1,
      batch: mostPlaced,
      waiting: mostWaiting,
      lingerMs: 0,
    });
  // A dealing of limits is one cell's after the other, which those that lack a code don't wait for.
  const waiting = { codes: together(), limit: together() };
  return async (ask, first) => {
    const untilMs = performance.now() + dealWithinMs;
    for (let answer = first; ;) {
      const lack = lackOf(ctx, answer);
      if (lack === null) return answer;
      const dealing = performance.now() > untilMs ? 'full' : waiting[lack.of]({ ask, lack });
      if (dealing === 'full') return { is: 'failed', problem: new TooManyWaiting() };
      const again = await dealing;
      if (again === null) return answer;
      answer = again;
    }
  };
}

/** Null: no cell that answers has what the order lacks. What lacks nothing is placed already: a cell that moves fails only what needs it. */
async function dealTogether<Ask>(
  ctx: DealingContext,
  lacking: readonly Lacking<Ask>[],
  place: (asks: Ask[]) => Promise<Judged[]>,
): Promise<(Judged | null)[]> {
  const lacks = lacking.map(({ lack }) => lack);
  try {
    return await dealAndPlace(ctx, lacks, (dealt) => placeFound(lacking, dealt, place));
  } catch (problem) {
    return lacking.map(() => ({ is: 'failed', problem }));
  }
}

async function placeFound<Ask>(
  lacking: readonly Lacking<Ask>[],
  dealt: readonly Dealt[],
  place: (asks: Ask[]) => Promise<Judged[]>,
): Promise<(Judged | null)[]> {
  const found = lacking.filter((_one, nth) => dealt[nth] === 'found');
  const placed = found.length === 0 ? [] : await place(found.map(({ ask }) => ask));
  const answers = new Map(found.map((one, nth) => [one, placed[nth] as Judged]));
  return lacking.map((one, nth) =>
    dealt[nth] === 'moving' ? { is: 'failed', problem: new CellsUnavailable() } : (answers.get(one) ?? null),
  );
}
