/** One line of the table: our value, the comparison, and the aim. */
import { medianOf } from '../rounds.ts';
import { intervalOfMedian, isSure, judge, keeps, noiseOf, type Bound, type Verdict } from './confidence.ts';

export interface Line {
  section: string;
  what: string;
  /** The median of the rounds, if there were several. */
  value: number;
  unit: string;
  /** ± this share of the value; none: it was counted, or measured once. */
  noise?: number;
  /** With which the true median is within the noise, as a share of one. */
  confidence?: number;
  rounds?: number[];
  beside?: { what: string; value: number; rounds?: number[] };
  /** Our value divided by the other: the median of the rounds, each divided by the one beside it in time. */
  ratio?: number;
  ratioNoise?: number;
  /** Its noise: of the value or of the ratio, whichever is judged; none: too few rounds, or it was counted. */
  aim?: { details: string; verdict: Verdict; noise?: number };
  note?: string;
}

interface Asked {
  section: string;
  what: string;
  unit: string;
  rounds: readonly number[];
  /** As many rounds, each beside ours in time. */
  beside?: { what: string; rounds: readonly number[] } | undefined;
  /** What our value should be, or how it should compare with the other. */
  aim?: Bound | undefined;
  ratioAim?: Bound | undefined;
  note?: string;
}

export function lineOf({ rounds, beside, aim, ratioAim, ...rest }: Asked): Line {
  const { median: value, noise, confidence } = sureOf(rounds);
  const line: Line = {
    ...rest,
    value,
    ...(rounds.length > 1 ? { noise, confidence, rounds: [...rounds] } : {}),
  };
  if (beside === undefined)
    return aim === undefined ? line : { ...line, aim: aimOf(aim, rounds, ` ${rest.unit}`) };
  const ratios = rounds.flatMap((one, round) => one / (beside.rounds[round] ?? NaN)).filter(Number.isFinite);
  const ratio = sureOf(ratios);
  return {
    ...line,
    beside: { what: beside.what, value: medianOf(beside.rounds), rounds: [...beside.rounds] },
    ratio: ratio.median,
    ...(ratios.length > 1 ? { ratioNoise: ratio.noise } : {}),
    ...(ratioAim === undefined
      ? aim === undefined
        ? {}
        : { aim: aimOf(aim, rounds, ` ${rest.unit}`) }
      : { aim: aimOf(ratioAim, ratios, '×') }),
  };
}

/** A number that no other load on the machine changes, such as one of pages or of refusals: it needs no second look. */
export function countedLine({
  aim,
  ...line
}: Pick<Line, 'section' | 'what' | 'unit' | 'value' | 'note' | 'beside'> & { aim?: Bound }): Line {
  if (aim === undefined) return line;
  const verdict = keeps(aim, line.value) ? 'met' : 'missed';
  return { ...line, aim: { details: detailsOf(aim, ` ${line.unit}`), verdict } };
}

function sureOf(values: readonly number[]): { median: number; noise: number; confidence: number } {
  const [median, interval] = [medianOf(values), intervalOfMedian(values)];
  return { median, noise: noiseOf(median, interval), confidence: interval.confidence };
}

function aimOf(bound: Bound, values: readonly number[], unit: string): NonNullable<Line['aim']> {
  const interval = intervalOfMedian(values);
  const aim = { details: detailsOf(bound, unit), verdict: judge(bound, interval) };
  return isSure(interval) ? { ...aim, noise: noiseOf(medianOf(values), interval) } : aim;
}

const detailsOf = (bound: Bound, unit: string): string =>
  'least' in bound ? `≥ ${bound.least}${unit}` : `≤ ${bound.most}${unit}`;

export interface Section {
  lines: Line[];
  curves: Curve[];
}

/** A diagram: one or more series of points over the same axes. */
export interface Curve {
  /** File name without extension. */
  name: string;
  title: string;
  x: Axis;
  y: Axis;
  series: Series[];
}

export interface Axis {
  label: string;
  logarithmic?: boolean;
}

export interface Series {
  name: string;
  points: [number, number][];
}
