/** The lines as a table for a terminal. */
import type { Line } from './line.ts';

const columns = ['', 'rate', 'beside', 'its rate', 'ratio', 'aim', ''] as const;

export function tableOf(lines: Line[]): string {
  const rows = lines.map((line, index) => rowOf(line, lines[index - 1]));
  const cells = [[...columns], ...rows];
  const widths = columns.map((_, column) => Math.max(...cells.map((row) => [...(row[column] ?? '')].length)));
  const text = cells.map((row) =>
    row
      .map((cell, column) => {
        const gap = ' '.repeat((widths[column] ?? 0) - [...cell].length);
        return isNumber(column) ? gap + cell : cell + gap;
      })
      .join('  ')
      .trimEnd(),
  );
  const rule = '─'.repeat(widths.reduce((sum, width) => sum + width + 2, -2));
  return [text[0], rule, ...text.slice(1)].join('\n');
}

const isNumber = (column: number): boolean => column === 1 || column === 3 || column === 4;

function rowOf(line: Line, above: Line | undefined): string[] {
  const repeated = above?.what === line.what && above.value === line.value;
  return [
    repeated ? '' : line.what,
    repeated ? '' : `${figure(line.value)} ${line.unit}${spread(line.rounds)}`,
    line.beside?.what ?? '',
    line.beside === undefined ? '' : `${figure(line.beside.value)}${spread(line.beside.rounds)}`,
    line.ratio === undefined ? '' : `${formatRatio(line.ratio)}×`,
    line.aim?.details ?? '',
    line.aim === undefined ? '' : line.aim.met ? 'ok' : 'MISS',
  ];
}

const formatRatio = (ratio: number): string => (ratio >= 10 ? ratio.toFixed(0) : ratio.toFixed(2));

const figure = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en').replaceAll(',', ' ') : value.toFixed(1);

/** Spread of the rounds, as a share of their median. */
function spread(rounds: number[] | undefined): string {
  if (rounds === undefined || rounds.length < 2) return '';
  const [least, most] = [Math.min(...rounds), Math.max(...rounds)];
  return ` ±${Math.round(((most - least) / (most + least)) * 100)}%`;
}
