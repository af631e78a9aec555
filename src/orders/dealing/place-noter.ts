/** The worker that tells the directory of numbers what codes have arrived in a cell. */
import type { Worker } from '../../platform/process/loop.ts';
import { notePlaces, unnotedRuns } from '../../vault/dealing/note-places.ts';
import type { DealingContext } from './carry-runs.ts';

const idleMs = 1000;

/** The worker of one cell; one server without cells has none. */
export const createPlaceNoter = ({ db, cell }: DealingContext): Worker[] =>
  cell === null
    ? []
    : [
        {
          name: 'note-places',
          idleMs,
          due: [unnotedRuns],
          round: () => notePlaces(db, cell),
          drain: () => Promise.resolve(),
        },
      ];
