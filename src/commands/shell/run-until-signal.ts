import { performance } from 'node:perf_hooks';

/** After this long a drain that hangs is given up; what was under way is repeated after the next start. */
const drainLimitMs = 20_000;

/** One stop can arrive more than once (a terminal and npm both pass it on); later than this it is a second wish. */
const sameSignalMs = 1000;

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Resolves when the process is asked to end, having closed what runs: nothing new begins, what began is finished. */
export async function runUntilSignal(close: () => Promise<void>): Promise<void> {
  await firstSignal();
  const askedAtMs = performance.now();
  const endNow = (): void => {
    if (performance.now() - askedAtMs > sameSignalMs) process.exit(1);
  };
  for (const signal of signals) process.on(signal, endNow);
  const giveUp = setTimeout(() => process.exit(1), drainLimitMs);
  await close();
  clearTimeout(giveUp);
  for (const signal of signals) process.off(signal, endNow);
}

function firstSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of signals) process.once(signal, () => resolve());
  });
}
