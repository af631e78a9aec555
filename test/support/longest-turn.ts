/** How long the main thread of this process computes without a break, by its processor time: a busy machine changes nothing of it. */

const everyMs = 5;

const threadMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** The longest turn of the event loop while `work` runs; what else asks meanwhile waits for it. */
export async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let before = threadMs();
  const timer = setInterval(() => {
    const now = threadMs();
    longest = Math.max(longest, now - before);
    before = now;
  }, everyMs);
  try {
    await work();
    // What it left behind counts too.
    await new Promise((resolve) => setTimeout(resolve, 4 * everyMs));
  } finally {
    clearInterval(timer);
  }
  return Math.max(longest, threadMs() - before);
}
