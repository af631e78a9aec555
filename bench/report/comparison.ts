/** A line made from two measurements; the goal may apply to their ratio. */
import type { Figures } from '../rounds.ts';
import type { Line } from './line.ts';

type Aim = NonNullable<Line['aim']>;

export function comparison(
  ours: { section: string; what: string; unit: string; figures: Figures; note?: string },
  other: { what: string; figures: Figures } | null,
  aim?: Aim | ((ratio: number) => Aim),
): Line {
  const { figures, ...rest } = ours;
  const line: Line = { ...rest, value: figures.median, rounds: figures.rounds };
  if (other === null) return { ...line, ...(typeof aim === 'object' ? { aim } : {}) };
  const ratio = figures.median / other.figures.median;
  return {
    ...line,
    beside: { what: other.what, value: other.figures.median, rounds: other.figures.rounds },
    ratio,
    ...(aim === undefined ? {} : { aim: typeof aim === 'function' ? aim(ratio) : aim }),
  };
}
