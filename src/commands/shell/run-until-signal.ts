/** Runs until it is asked to end, and ends in order. */
import { performance } from 'node:perf_hooks';

/** A shutdown that hangs is given up after this time; unfinished work is repeated after the next start. */
const drainLimitMs = 20_000;

/** One stop may arrive twice (a terminal and npm both pass it on); later than this it is a second request. */
const sameSignalMs = 1000;

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Waits for a signal to end, then closes everything: no new work begins, running work is finished. `drainSeconds` is the
 * time that `close` spends on waiting alone.
 */
export async function runUntilSignal(close: () => Promise<void>, drainSeconds: number): Promise<void> {
  await firstSignal();
  const askedAtMs = performance.now();
  const endNow = (): void => {
    if (performance.now() - askedAtMs > sameSignalMs) process.exit(1);
  };
  for (const signal of signals) process.on(signal, endNow);
  const giveUp = setTimeout(() => process.exit(1), drainSeconds * 1000 + drainLimitMs);
  await close();
  clearTimeout(giveUp);
  for (const signal of signals) process.off(signal, endNow);
}

function firstSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of signals) process.once(signal, () => resolve());
  });
}
