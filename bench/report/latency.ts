/** Times at a tenth and at half of a path's highest rate, as lines and as a curve. */
import { measureInTurns, medianOf, quantile, roundsOf } from '../rounds.ts';
import { lineOf, type Line, type Section } from './line.ts';

const latencyShares = [0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.995, 0.999, 1];
const shares = { tenth: 0.1, half: 0.5 };
const names = { tenth: 'a tenth', half: 'half' };
export type Rate = keyof typeof shares;
/** Of a round. */
const steadySeconds = 1.2;
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

interface TimesAsk {
  section: string;
  /** To which the percentile is added. */
  what: string;
  rounds: readonly Latencies[];
  beside?: { what: string; rounds: readonly Latencies[] };
  /** Milliseconds in which half should be done, and 99 of 100. */
  most?: { p50Ms?: number | undefined; p99Ms?: number | undefined };
  /** How many times as long as beside it 99 of 100 may take. */
  mostTimes?: number;
}

/** A line for half of the times, and one for 99 of 100. */
export const timesLines = ({ section, what, rounds, beside, most = {}, mostTimes }: TimesAsk): Line[] =>
  (['p50', 'p99'] as const).map((percentile) => {
    const of = (latencies: readonly Latencies[]): number[] => latencies.map((one) => one[`${percentile}Ms`]);
    const mostMs = most[`${percentile}Ms`];
    return lineOf({
      section,
      what: `${what}, ${percentile}`,
      unit: 'ms',
      rounds: of(rounds),
      beside: beside && { what: beside.what, rounds: of(beside.rounds) },
      aim: mostMs === undefined ? undefined : { most: mostMs },
      ratioAim: mostTimes === undefined || percentile === 'p50' ? undefined : { most: mostTimes },
    });
  });

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

const steadyAt = (highest: number, rate: Rate): Steady => {
  const perSecond = Math.max(1, Math.round(highest * shares[rate]));
  return { rate, perSecond, count: Math.round(perSecond * steadySeconds) };
};

/** How many a section takes in all its rounds. */
export const steadyCount = (run: { quick: boolean }, highest: number): number =>
  roundsOf(run) * (steadyAt(highest, 'tenth').count + steadyAt(highest, 'half').count);

/** `measure` runs the path at a steady rate, in an open loop: whatever the answers do. */
export async function latencySection(
  run: { quick: boolean },
  { section, what, curve, highest, of, mostP99Ms = {} }: Path,
  measure: (steady: Steady) => Promise<Latencies>,
): Promise<Section & { rounds: Record<Rate, Latencies[]> }> {
  const steady = (rate: Rate): Steady => steadyAt(highest, rate);
  const rounds = await measureInTurns(roundsOf(run), {
    tenth: () => measure(steady('tenth')),
    half: () => measure(steady('half')),
  });
  const nameOf = (rate: Rate): string => `${names[rate]} (${steady(rate).perSecond}/s)`;
  const linesOf = (rate: Rate): Line[] =>
    timesLines({
      section,
      what: `${what} at ${nameOf(rate)}`,
      rounds: rounds[rate],
      most: { p99Ms: mostP99Ms[rate] },
    });
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
