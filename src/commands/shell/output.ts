import { printable, printableJson, printableLine } from './printable.ts';

/** Every command has --json: its answer is then one JSON object on stdout, and all other text goes to stderr. */
export interface OutputOptions {
  json?: boolean;
}

export const jsonOption = ['--json', 'print one JSON object'] as const;

/** A part of the installation that did not answer: what lies there is missing in the answer of the command. */
export interface Unreached {
  /** Address as HOST:PORT; null: all cells are on one server. */
  node: string | null;
  cells: readonly number[];
}

/** Exit code of an answer without them. */
const partExitCode = 3;

let readUnreached = (): readonly Unreached[] => [];

/** Sets what the running command could not reach; read when it answers. */
export function noteUnreached(read: () => readonly Unreached[]): void {
  readUnreached = read;
}

/** Prints the answer of a command as JSON or as text, and what is missing in it. */
export function answer(options: OutputOptions, value: object, describe: () => string): void {
  const unreached = readUnreached();
  const all = unreached.length === 0 ? value : { ...value, unreached };
  const text = options.json === true ? printableJson(all) : printable(describe());
  if (text !== '') process.stdout.write(`${text}\n`);
  if (unreached.length === 0) return;
  process.exitCode ??= partExitCode;
  if (options.json !== true) say(`Not reached, and missing above: ${unreached.map(nameOf).join('; ')}.`);
}

function nameOf({ node, cells }: Unreached): string {
  const named = cells.length === 0 ? [] : [`${cells.length === 1 ? 'cell' : 'cells'} ${cells.join(', ')}`];
  return [...(node === null ? [] : [node]), ...named].join(' with ');
}

/** Prints additional information. */
export function say(text: string): void {
  process.stderr.write(`${printable(text)}\n`);
}

/** A number, an amount formatted by `roubles`, or nothing. */
const amount = /^(-?[\d ]+(\.\d+)?|–|)$/;

type Alignment = 'left' | 'right';

/** A plain table: columns as wide as their content, numbers right-aligned, two spaces between. */
export function table(headings: string[], rows: (string | number)[][]): string {
  const alignments = headings.map((_, column): Alignment =>
    rows.length > 0 && rows.every((row) => amount.test(String(row[column] ?? ''))) ? 'right' : 'left',
  );
  const lines = [headings, ...rows].map((row) => row.map((cell) => printableLine(String(cell))));
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => widthOf(line[column] ?? ''))));
  return lines
    .map((line) =>
      line
        .map((cell, column) => pad(cell, widths[column] ?? 0, alignments[column] ?? 'left'))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

const segmenter = new Intl.Segmenter();
const widthOf = (text: string): number => [...segmenter.segment(text)].length;

function pad(text: string, width: number, alignment: Alignment): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(text)));
  return alignment === 'right' ? space + text : text + space;
}

/** Roubles for people: `1 000` or `1 000.50`. */
export function roubles(kopecks: number): string {
  const sign = kopecks < 0 ? '-' : '';
  const whole = Math.trunc(Math.abs(kopecks) / 100)
    .toLocaleString('en-US')
    .replaceAll(',', ' ');
  const rest = Math.abs(kopecks) % 100;
  return rest === 0 ? `${sign}${whole}` : `${sign}${whole}.${String(rest).padStart(2, '0')}`;
}
