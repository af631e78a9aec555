/** Does at the first call, and then at most once in so many milliseconds, what each round need not do. */
export function seldom(everyMs: number, work: () => Promise<unknown>): () => Promise<void> {
  let doneAtMs = -Infinity;
  return async () => {
    const nowMs = performance.now();
    if (nowMs - doneAtMs < everyMs) return;
    doneAtMs = nowMs;
    await work();
  };
}
