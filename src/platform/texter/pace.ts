import { setTimeout as sleep } from 'node:timers/promises';

/** Spaces out submissions: as configured, and more after a provider asked for it. */
export interface Pace {
  turn(): Promise<void>;
  slowDown(): void;
  speedUp(): void;
}

const pauseMs = 500;
const firstGapMs = 20;
const longestGapMs = 1000;
const shortestGapMs = 1;
const easing = 0.9;

export function createPace(perSecond: number | null): Pace {
  const agreedGapMs = perSecond === null ? 0 : 1000 / perSecond;
  let gapMs = agreedGapMs;
  let nextAt = 0;
  let slowedAt = Number.NEGATIVE_INFINITY;
  return {
    async turn() {
      const now = performance.now();
      const at = Math.max(now, nextAt);
      nextAt = at + gapMs;
      if (at > now) await sleep(at - now);
    },
    slowDown() {
      const now = performance.now();
      // All texts in flight are refused together: that counts as one warning.
      if (now - slowedAt < pauseMs) return;
      slowedAt = now;
      gapMs = Math.min(longestGapMs, Math.max(firstGapMs, gapMs * 2));
      nextAt = Math.max(nextAt, now + pauseMs);
    },
    speedUp() {
      const easedMs = gapMs * easing;
      gapMs = Math.max(agreedGapMs, easedMs < shortestGapMs ? 0 : easedMs);
    },
  };
}
