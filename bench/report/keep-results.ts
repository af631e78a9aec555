/** The results of a whole run as files: figures and curves. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawCurve } from './draw-curve.ts';
import type { Curve, Line } from './line.ts';
import type { Machine } from './machine.ts';
import { writeQuotes } from './quotes.ts';

export interface Results {
  machine: Machine;
  seconds: number;
  sections: { name: string; seconds: number }[];
  lines: Line[];
  curves: Curve[];
}

const folder = join(import.meta.dirname, '../results');

/** Writes latest.json, one SVG per curve, and the figures that documents quote. */
export function keepResults(results: Results): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'latest.json'), resultsText(results));
  keepCurves(results, folder);
  writeQuotes(results);
}

export function keepCurves({ curves }: Results, into: string): void {
  mkdirSync(into, { recursive: true });
  for (const curve of curves) writeFileSync(join(into, `${curve.name}.svg`), drawCurve(curve));
}

/** Four digits are enough for the precision of a measurement. */
export const resultsText = (results: Results): string =>
  `${JSON.stringify(results, (_, value: unknown) => (typeof value === 'number' ? rounded(value) : value), 2)}\n`;

const rounded = (value: number): number => (Number.isInteger(value) ? value : Number(value.toPrecision(4)));
