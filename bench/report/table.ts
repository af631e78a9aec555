/** The lines as a table for a terminal. */
import type { Line } from './line.ts';

const columns = ['', 'median', 'beside', 'its median', 'ratio', 'aim', ''] as const;

export function tableOf(lines: Line[]): string {
  const cells = [[...columns], ...lines.map(rowOf)];
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

const rowOf = (line: Line): string[] => [
  line.what,
  `${figure(line.value)} ${line.unit}${plusMinus(line.noise)}`,
  line.beside?.what ?? '',
  line.beside === undefined ? '' : figure(line.beside.value),
  line.ratio === undefined ? '' : `${formatRatio(line.ratio)}×${plusMinus(line.ratioNoise)}`,
  line.aim?.details ?? '',
  line.aim === undefined ? '' : said(line.aim),
];

const said = ({ verdict, noise }: NonNullable<Line['aim']>): string =>
  verdict !== 'unsure'
    ? verdict
    : `unsure: ${noise === undefined ? 'too few rounds' : `noise${plusMinus(noise)}`}`;

const formatRatio = (ratio: number): string => (ratio >= 10 ? ratio.toFixed(0) : ratio.toFixed(2));

const figure = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en').replaceAll(',', ' ') : value.toFixed(1);

const plusMinus = (share: number | undefined): string =>
  share === undefined ? '' : ` ±${Math.round(share * 100)} %`;

export const confidenceNote =
  '± is half of the interval that holds the true median with 96 % confidence, of nine rounds (of five 94 %, of twenty 96 %; of fewer than five no aim is judged).\n' +
  'An aim is missed if the whole interval is on its wrong side, and met if it is on the right one.';

export function verdictsOf(lines: Line[]): string {
  const verdicts = lines.flatMap(({ aim }) => aim?.verdict ?? []);
  const count = (wanted: string): number => verdicts.filter((one) => one === wanted).length;
  return `Of ${verdicts.length} aims ${count('met')} are met, ${count('missed')} missed, ${count('unsure')} unsure.`;
}
