/** How a run ends that is told to stop, whatever it is doing: everything that it has started is undone at once. */
import { mkdtempSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';
import { folderPrefix } from './sweep-killed-runs.ts';

type Undo = () => unknown;

const undos = new Set<Undo>();
let isStopping = false;

/** Done if the run is stopped; in its ordinary course it is forgotten instead. */
export function whenStopped(undo: Undo): { forget(): void } {
  if (isStopping) throw new Error('The run is being stopped.');
  undos.add(undo);
  return { forget: () => void undos.delete(undo) };
}

/** Ctrl-C reaches each process of a terminal, some of them pass it on, and some people press twice: the first counts. */
export function stopOnSignals(onStop: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      // Whatever loses its peer now.
      process.on('uncaughtException', () => {});
      onStop();
      void undoAll().finally(() => process.exit(128 + constants.signals[signal]));
    });
}

/** The last first, as processes use what was there before them. */
async function undoAll(): Promise<void> {
  for (const undo of [...undos].toReversed()) {
    try {
      await undo();
    } catch (problem) {
      console.error(problem);
    }
  }
}

/** What a run that is being stopped would do next is not done, and its failures are not told: they come of the stopping. */
export async function unlessStopped<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (problem) {
    if (isStopping) await new Promise(() => {});
    throw problem;
  }
}

/** Removed in the end, however the run ends. */
export function temporaryFolder(name: string): Disposable & { path: string } {
  const path = mkdtempSync(join(tmpdir(), `${folderPrefix}${name}-`));
  const remove = (): void => rmSync(path, { recursive: true, force: true });
  const stopped = whenStopped(remove);
  return {
    path,
    [Symbol.dispose]() {
      stopped.forget();
      remove();
    },
  };
}
