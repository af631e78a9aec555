/** Times at a tenth and at half of a path's highest rate, as lines and as a curve. */
import { inTurn, quantile } from '../rounds.ts';
import type { Line, Section } from './line.ts';

const latencyShares = [0.01, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.995, 0.999, 1];
const rates = [
  { name: 'a tenth', share: 0.1 },
  { name: 'half', share: 0.5 },
];
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

/** Milliseconds across, per cent of all times upwards. */
export const latencyPoints = ({ quantilesMs }: Latencies, least = leastMs): [number, number][] =>
  quantilesMs.map((ms, index) => [Math.max(least, ms), (latencyShares[index] ?? 1) * 100]);

interface Path {
  section: string;
  what: string;
  /** Of the curve's file. */
  curve: string;
  /** The highest rate that was measured, a second. */
  highest: number;
  /** What is counted: orders, pages … */
  of: string;
}

/** For how long a path runs at each rate. */
export const steadySeconds = (quick: boolean): number => (quick ? 2 : 5);

/** `measure` runs the path at a steady rate, in an open loop: whatever the answers do. */
export async function latencySection(
  { section, what, curve, highest, of }: Path,
  measure: (perSecond: number) => Promise<Latencies>,
): Promise<Section> {
  const runs = await inTurn(rates, async ({ name, share }) => {
    const perSecond = Math.max(1, Math.round(highest * share));
    const latencies = await measure(perSecond);
    return { name: `${name} (${perSecond}/s)`, latencies };
  });
  const line = (label: string, value: number): Line => ({
    section,
    what: `${what}, ${label}`,
    value,
    unit: 'ms',
  });
  return {
    lines: runs.flatMap(({ name, latencies }) => [
      line(`p50 at ${name}`, latencies.p50Ms),
      line(`p99 at ${name}`, latencies.p99Ms),
    ]),
    curves: [
      {
        name: curve,
        title: `Time of ${what} at a tenth and at half of the highest rate`,
        x: { label: 'milliseconds', logarithmic: true },
        y: { label: `% of ${of}` },
        series: runs.map(({ name, latencies }) => ({ name, points: latencyPoints(latencies) })),
      },
    ],
  };
}
