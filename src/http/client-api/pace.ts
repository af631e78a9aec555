/** Spreads answers over time. */
export interface PaceLimits {
  perSecond: number;
  /** Beyond it an answer is given whatever the pace. */
  maxWaitMs: number;
  /** Further ones are answered at once: one connection can send requests without waiting for answers. */
  maxWaiting: number;
}

const turnMs = 20;

/** Runs what it is given at once while the pace allows it, else in its turn. */
export function createPace({ perSecond, maxWaitMs, maxWaiting }: PaceLimits): (answer: () => void) => void {
  const perTurn = Math.max(1, Math.round((perSecond * turnMs) / 1000));
  const waiting: { sinceMs: number; answer: () => void }[] = [];
  let left = perTurn;
  let isRunning = false;

  function turn(): void {
    const lateSinceMs = performance.now() - maxWaitMs;
    const afterLate = waiting.findIndex(({ sinceMs }) => sinceMs > lateSinceMs);
    const late = afterLate < 0 ? waiting.length : afterLate;
    const due = waiting.splice(0, Math.max(late, perTurn));
    left = perTurn - due.length;
    isRunning = waiting.length > 0 || due.length > 0;
    if (isRunning) setTimeout(turn, turnMs);
    for (const { answer } of due) answer();
  }

  return (answer) => {
    if (!isRunning) {
      isRunning = true;
      left = perTurn;
      setTimeout(turn, turnMs);
    }
    if ((waiting.length > 0 || left <= 0) && waiting.length < maxWaiting) {
      waiting.push({ sinceMs: performance.now(), answer });
      return;
    }
    left -= 1;
    answer();
  };
}
