/** After this long a drain that hangs is given up; what was under way is repeated after the next start. */
const drainLimitMs = 20_000;

/** Resolves when the process is asked to end, then closes what runs: nothing new begins, what began is finished. */
export async function runUntilSignal(close: () => Promise<void>): Promise<void> {
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
  });
  const giveUp = setTimeout(() => process.exit(1), drainLimitMs);
  await close();
  clearTimeout(giveUp);
}
