/** Measures how long batches take, to predict the wait of a new request. */
export interface DrainPace {
  /** Marks the start of a batch; returns the function to call at its end. */
  began(): () => void;
  /** Recent duration of a batch; a running one that already takes longer counts with its present duration. */
  batchMs(): number;
}

/** Slower batches count at once, faster ones gradually: the first full batch comes after many small ones. */
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
