import type { TextOutcome } from './text-provider.ts';

/**
 * Detects that a provider takes no texts. It then pauses, longer each time, and probes with one text at a time: if
 * answers are unclear, every text that is tried may be lost.
 */
export interface Outage {
  /** False while the provider is paused. */
  isOver(): boolean;
  /** How many texts may be in flight at once; the argument is the normal number. */
  window(usual: number): number;
  judge(outcome: TextOutcome, attempt?: { isUnreached: boolean }): void;
}

const restMs = 5000;
const longestRestMs = 60_000;
const mostTroubles = 3;

export function createOutage(): Outage {
  let restsUntil = 0;
  let troubles = 0;
  const isOver = (): boolean => performance.now() >= restsUntil;
  return {
    isOver,
    window: (usual) => (troubles < mostTroubles ? usual : 1),
    judge({ is }, { isUnreached } = { isUnreached: false }) {
      const isTrouble = is === 'unclear' || is === 'failed';
      // Texts in flight together fail together: during a pause their failures do not count again.
      if (isTrouble && !isOver()) return;
      troubles = isTrouble ? troubles + 1 : 0;
      if (!isUnreached && troubles < mostTroubles) return;
      const ownRestMs = restMs * 2 ** Math.max(0, troubles - mostTroubles);
      restsUntil = performance.now() + Math.min(longestRestMs, ownRestMs);
    },
  };
}
