/** One line of the table: a figure of ours, what stands beside it, and what was aimed at. */
export interface Line {
  section: string;
  what: string;
  value: number;
  unit: string;
  /** Rounds behind the value, where there were several. */
  rounds?: number[];
  beside?: { what: string; value: number; rounds?: number[] };
  /** Ours over the other, unless said otherwise. */
  ratio?: number;
  aim?: { details: string; met: boolean };
  note?: string;
}

export interface Section {
  lines: Line[];
  curves: Curve[];
}

/** A picture to draw: one or more series of points over the same axes. */
export interface Curve {
  /** Name of the file, without its end. */
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
