import type { Clock } from '../../src/platform/time/clock.ts';

export interface TestClock extends Clock {
  /** `'2 min'`, `'30 s'`, `'3 h'`, `'40 d'`. */
  forward(span: string): void;
}

const unitsMs: Record<string, number> = { ms: 1, s: 1000, min: 60_000, h: 3_600_000, d: 86_400_000 };

/** A clock that stands still until it is moved. */
export function testClock(start: string): TestClock {
  let instantMs = Date.parse(start);
  return {
    now: () => new Date(instantMs),
    forward(span) {
      const [count, unit] = span.split(' ');
      const unitMs = unitsMs[unit ?? ''];
      if (unitMs === undefined || Number.isNaN(Number(count))) throw new Error(`No such span: ${span}`);
      instantMs += Number(count) * unitMs;
    },
  };
}
