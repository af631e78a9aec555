/** Times at a tenth and at half of a path's highest rate, as lines and as a curve. */
import { measureInTurns, medianOf, quantile, roundsOf } from '../rounds.ts';
import { lineOf, type Line, type Section } from './line.ts';

const latencyShares = [0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.995, 0.999, 1];
const shares = { tenth: 0.1, half: 0.5 };
const names = { tenth: 'a tenth', half: 'half' };
export type Rate = keyof typeof shares;
/** Of a round. */
const steadySeconds = 1.5;
/** Left end of a logarithmic axis, for times that are too short to be told apart. */
const leastMs = 0.1;

/** Percentiles of the times of one run, at `latencyShares`. */
export interface Latencies {
  p50Ms: number;
  p99Ms: number;
  quantilesMs: number[];
}

export function latenciesOf(timesMs: readonly number[]): Latencies {
  const sorted = timesMs.toSorted((one, other) => one - other);
  return {
    p50Ms: quantile(sorted, 0.5),
    p99Ms: quantile(sorted, 0.99),
    quantilesMs: latencyShares.map((share) => quantile(sorted, share)),
  };
}

/** Milliseconds across, per cent of all times upwards: the median of the rounds at each. */
export const latencyPoints = (rounds: readonly Latencies[], least = leastMs): [number, number][] =>
  latencyShares.map((share, index) => [
    Math.max(least, medianOf(rounds.map(({ quantilesMs }) => quantilesMs[index] ?? 0))),
    share * 100,
  ]);

interface Path {
  section: string;
  what: string;
  /** Of the curve's file. */
  curve: string;
  /** The highest rate that was measured, a second. */
  highest: number;
  /** What is counted: orders, pages … */
  of: string;
  /** Milliseconds in which 99 of 100 should be done. */
  mostP99Ms?: Partial<Record<Rate, number>>;
}

export interface Steady {
  rate: Rate;
  perSecond: number;
  /** So many in the round. */
  count: number;
}

/** `measure` runs the path at a steady rate, in an open loop: whatever the answers do. */
export async function latencySection(
  run: { quick: boolean },
  { section, what, curve, highest, of, mostP99Ms = {} }: Path,
  measure: (steady: Steady) => Promise<Latencies>,
): Promise<Section & { rounds: Record<Rate, Latencies[]> }> {
  const steady = (rate: Rate): Steady => {
    const perSecond = Math.max(1, Math.round(highest * shares[rate]));
    return { rate, perSecond, count: Math.round(perSecond * steadySeconds) };
  };
  const rounds = await measureInTurns(roundsOf(run), {
    tenth: () => measure(steady('tenth')),
    half: () => measure(steady('half')),
  });
  const nameOf = (rate: Rate): string => `${names[rate]} (${steady(rate).perSecond}/s)`;
  const linesOf = (rate: Rate): Line[] => {
    const most = mostP99Ms[rate];
    const line = { section, unit: 'ms' };
    const aim = most === undefined ? undefined : { most };
    return [
      lineOf({
        ...line,
        what: `${what}, p50 at ${nameOf(rate)}`,
        rounds: rounds[rate].map(({ p50Ms }) => p50Ms),
      }),
      lineOf({
        ...line,
        what: `${what}, p99 at ${nameOf(rate)}`,
        rounds: rounds[rate].map(({ p99Ms }) => p99Ms),
        aim,
      }),
    ];
  };
  return {
    rounds,
    lines: [...linesOf('tenth'), ...linesOf('half')],
    curves: [
      {
        name: curve,
        title: `Time of ${what} at a tenth and at half of the highest rate`,
        x: { label: 'milliseconds', logarithmic: true },
        y: { label: `% of ${of}` },
        series: (['tenth', 'half'] as const).map((rate) => ({
          name: nameOf(rate),
          points: latencyPoints(rounds[rate]),
        })),
      },
    ],
  };
}
