/** Runs the queues of a world until nothing is due. As in the program, a look at all of them at once says which have something. */
import type { Context } from '../../src/context.ts';
import { createLook } from '../../src/platform/batching/look-at-queues.ts';
import { nodeLooks } from '../../src/platform/cells/look-at-cells.ts';
import type { Worker } from '../../src/platform/process/loop.ts';
import { createWorkers } from '../../src/workers.ts';

export interface Queues {
  /** Until no queue finds anything at the present time of the clock. */
  settle(): Promise<void>;
  /** Asks every queue in which the look sees nothing; answers the names of those that had something all the same. */
  overlooked(): Promise<string[]>;
}

/** Answers those of the workers that may find something. */
type LookAtAll = () => Promise<Set<Worker>>;

const maxRounds = 10_000;

export function queuesOf(ctx: Context, workers: readonly Worker[] = createWorkers(ctx)): Queues {
  const { look, seen } = ctx.cells.length === 0 ? onOneServer(ctx, workers) : inCells(ctx, workers);
  const unseen = workers.filter((worker) => !seen.has(worker));

  /** Queues at which nobody can look are asked when the others are empty: they watch what those have done. */
  async function round(): Promise<number> {
    const found = await look();
    const done = await runAll(workers.filter((worker) => found.has(worker)));
    return done > 0 ? done : runAll(unseen);
  }

  return {
    async settle() {
      for (let count = 0; count < maxRounds; count += 1) if ((await round()) === 0) return;
      throw new Error(`The queues were not empty after ${maxRounds} rounds.`);
    },
    async overlooked() {
      const found = await look();
      const names: string[] = [];
      for (const worker of workers.filter((one) => seen.has(one) && !found.has(one)))
        if ((await runAll([worker])) > 0) names.push(worker.name);
      return names;
    },
  };
}

async function runAll(workers: readonly Worker[]): Promise<number> {
  let done = 0;
  for (const worker of workers) {
    done += await worker.round();
    await worker.drain();
  }
  return done;
}

interface Looked {
  look: LookAtAll;
  /** The workers that say what is due for them. */
  seen: Set<Worker>;
}

const saysWhatIsDue = ({ due = [] }: Worker): boolean => due.length > 0;

function onOneServer(ctx: Context, workers: readonly Worker[]): Looked {
  const mayFind = createLook(ctx.lookDb, workers, () => ctx.clock.now());
  const seen = workers.filter(saysWhatIsDue);
  return {
    seen: new Set(seen),
    async look() {
      const answers = await Promise.all(seen.map((worker) => mayFind(worker)));
      return new Set(seen.filter((_, index) => answers[index]));
    },
  };
}

/** The workers of the cells come first, those of each in the order of the cells; at the others nobody looks. */
function inCells({ cells, clock }: Context, workers: readonly Worker[]): Looked {
  const named = Map.groupBy(workers, ({ name }) => name);
  const ofCells = [...named.values()].filter((same) => same.length === cells.length);
  const seen = ofCells.filter(([first]) => first !== undefined && saysWhatIsDue(first));
  const queues = seen.flatMap(([first]) => first ?? []);
  const nodes = new Set(cells.map((cell) => cell.node() ?? ''));
  return {
    seen: new Set(seen.flat()),
    async look() {
      // A new one each time: it remembers for a real second what it saw, and a world's clock may have moved by days.
      const looks = nodeLooks(queues, cells, () => clock.now());
      const answers = await Promise.all([...nodes].map((node) => looks(node, true)));
      const found = new Set(answers.flatMap((names) => [...names]));
      const isFound = ({ name }: Worker, place: number) => found.has(`${name} ${cells[place]?.cell}`);
      return new Set(seen.flatMap((same) => same.filter(isFound)));
    },
  };
}
