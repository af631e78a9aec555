/** How quickly batches are done, to tell what another ask would have to wait. */
export interface DrainPace {
  /** Answers what to call when the batch is over. */
  began(): () => void;
  /** What a batch takes, lately; one that is under way for longer counts as it is. */
  batchMs(): number;
}

/** Slower batches are believed at once, quicker ones by and by: the first full batch comes after many small ones. */
const shareOfSlower = 0.5;
const shareOfQuicker = 0.2;

export function drainPace(nowMs: () => number = () => performance.now()): DrainPace {
  const underWay = new Set<{ startedMs: number }>();
  let usualMs = 0;
  return {
    began() {
      const batch = { startedMs: nowMs() };
      underWay.add(batch);
      return () => {
        underWay.delete(batch);
        const tookMs = nowMs() - batch.startedMs;
        usualMs += (tookMs - usualMs) * (tookMs > usualMs ? shareOfSlower : shareOfQuicker);
      };
    },
    batchMs() {
      const [oldest] = underWay;
      return Math.max(usualMs, oldest === undefined ? 0 : nowMs() - oldest.startedMs);
    },
  };
}
