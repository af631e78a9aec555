import { isServerTrouble } from './database-errors.ts';

/**
 * Does the items of a batch together. If that fails, each is done alone, so that a bad one harms no other; unless the
 * server is in trouble, because then any other item would fail too. Returns an answer for each item, or why it failed.
 */
export async function wholeOrAlone<Item, Answer>(
  items: Item[],
  work: (items: Item[]) => Promise<Answer[]>,
): Promise<(Answer | Error)[]> {
  try {
    return await work(items);
  } catch (problem) {
    const error = problem instanceof Error ? problem : new Error('unknown problem');
    if (items.length === 1 || isServerTrouble(problem)) return items.map(() => error);
    const alone: (Answer | Error)[] = [];
    for (const item of items) alone.push(...(await wholeOrAlone([item], work)));
    return alone;
  }
}
