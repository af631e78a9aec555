/** A long command of an operator, started as at a shell of production; it can be held in between. */
import { once } from 'node:events';
import { startOwn } from './own-processes.ts';
import { peakMebibytes } from './peak-memory.ts';
import { environment, type PlatformSettings } from './platform-process.ts';

const lookEveryMs = 100;

export interface CommandProcess {
  /** Its processor is taken away, as by SIGSTOP; whatever it has open stays open. */
  hold(): void;
  resume(): void;
  hasEnded(): boolean;
  /** Waits for its end, which must be a good one. */
  ended(): Promise<CommandRun>;
  stop(): Promise<void>;
}

export interface CommandRun {
  /** Without the time for which it was held. */
  seconds: number;
  /** Null: the system does not report it. */
  peakMebibytes: number | null;
}

export function startCommand(args: string[], settings: PlatformSettings): CommandProcess {
  const own = startOwn('src/main.ts', args, { env: environment(settings, 0) });
  const { child } = own;
  // What it prints is of no interest, but must not fill the pipe.
  child.stdout?.resume();
  let ranMs = 0;
  let sinceMs: number | null = performance.now();
  let peak: number | null = null;
  const looking = setInterval(() => (peak = peakMebibytes(child.pid ?? 0) ?? peak), lookEveryMs);
  const pauseClock = (): void => {
    if (sinceMs !== null) ranMs += performance.now() - sinceMs;
    sinceMs = null;
  };
  const ending = (async () => {
    await once(child, 'exit');
    clearInterval(looking);
    pauseClock();
  })();
  return {
    hold() {
      child.kill('SIGSTOP');
      pauseClock();
    },
    resume() {
      child.kill('SIGCONT');
      sinceMs ??= performance.now();
    },
    hasEnded: () => child.exitCode !== null,
    async ended() {
      await ending;
      if (child.exitCode !== 0) throw new Error(`facevalue ${args.join(' ')} ended with ${child.exitCode}.`);
      return { seconds: ranMs / 1000, peakMebibytes: peak };
    },
    stop: () => own.kill(),
  };
}
