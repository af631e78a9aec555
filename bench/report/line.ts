/** One line of the table: our value, the comparison, and the goal. */
export interface Line {
  section: string;
  what: string;
  value: number;
  unit: string;
  /** Values of the rounds behind it, if there were several. */
  rounds?: number[];
  beside?: { what: string; value: number; rounds?: number[] };
  /** Our value divided by the other, unless set otherwise. */
  ratio?: number;
  aim?: { details: string; met: boolean };
  note?: string;
}

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
