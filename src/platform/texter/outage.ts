import type { TextOutcome } from './text-provider.ts';

/**
 * Notices when a provider takes no text any more. Then it is left alone for a while, longer each time, and asked with one
 * text at a time: where answers are uncertain every text that is tried is a text that may be lost.
 */
export interface Outage {
  /** False while the provider is left alone. */
  isOver(): boolean;
  /** How many texts may be on their way at once, of so many as are usual. */
  window(usual: number): number;
  judge(outcome: TextOutcome, told?: { isUnreached: boolean }): void;
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
      // Texts that were under way together fail together: while it rests, no more is learnt of it.
      if (isTrouble && !isOver()) return;
      troubles = isTrouble ? troubles + 1 : 0;
      if (!isUnreached && troubles < mostTroubles) return;
      const ownRestMs = restMs * 2 ** Math.max(0, troubles - mostTroubles);
      restsUntil = performance.now() + Math.min(longestRestMs, ownRestMs);
    },
  };
}
