/** What `pool import` prints. */
import type { PoolImport } from '../../vault/import-pool/import-ask.ts';
import type { ColumnNote } from '../../vault/import-pool/column-notes.ts';
import {
  findings,
  type Findings,
  type Place,
  type PoolReport,
  type RowProblem,
} from '../../vault/import-pool/report.ts';
import { rowReasons } from '../../vault/import-pool/row-reasons.ts';
import { roubles, table } from '../shell/output.ts';

type Reported = Exclude<PoolImport, { is: 'refused' }>;

/** Prints the report of an import: what was imported, and each problem by line and reason. */
export function poolReportText({ is, report }: Reported, given: Skips): string {
  const headline = is === 'nothing-loaded' ? adviceOn(report, given) : headlines[is];
  const parts = [`${headline} ${report.rows} rows read, ${report.loaded} codes ${loadedLabels[is]}.`];
  if (report.faces.length > 0) {
    parts.push(
      table(
        ['FACE', 'CODES', 'SUM', 'INACTIVE'],
        report.faces.map((face) => [
          roubles(face.faceKopecks),
          face.codes,
          roubles(face.sumKopecks),
          face.inactive,
        ]),
      ),
    );
  }
  const { columns = [], unlike = findings(), hiddenRows = findings(), otherSheets = [] } = report;
  const { twins = findings() } = report;
  if (columns.length > 0) parts.push(columnTable(columns));
  if (otherSheets.length > 0)
    parts.push(`Sheets that are not read: ${otherSheets.map((name) => `«${name}»`).join(', ')}`);
  parts.push(
    ...list('Wrong rows', report.wrong, (row) => `${placeText(row)}: ${rowReasons.text(row.reason, 'en')}`),
    ...list(
      'Rows that somebody must look at',
      unlike,
      (row) => `${placeText(row)}: ${rowReasons.text(row.reason, 'en')}`,
    ),
    ...list(
      'Easily confused (0 and O; 1, I and l), yet different codes',
      twins,
      (row) =>
        `${placeText(row)}: ${row.firstLine === null ? 'like a code that is here already' : `like line ${row.firstLine}`}`,
    ),
    ...list('Hidden rows', hiddenRows, placeText),
    ...list(
      'Duplicates in the file',
      report.duplicatesInFile,
      (row) => `${placeText(row)}: the same number as on line ${row.firstLine}`,
    ),
    ...list('Duplicates in the vault', report.duplicatesInVault, (row) => `${placeText(row)}: loaded before`),
  );
  return parts.join('\n');
}

const headlines = { loaded: 'Loaded.', preview: 'Preview, nothing is written.' };

const placeText = ({ line, sheet }: Place): string =>
  sheet === undefined ? `line ${line}` : `line ${line} of sheet «${sheet}»`;

const columnTable = (columns: readonly ColumnNote[]): string =>
  table(
    ['COLUMN', 'HEADING', 'READ AS', 'SAMPLES'],
    columns.map((column) => [
      column.sheet === undefined ? column.column : `${column.column} of «${column.sheet}»`,
      column.heading,
      readAsText(column),
      column.samples.join(', '),
    ]),
  );

function readAsText({ readAs, looks, remembered, hidden }: ColumnNote): string {
  const what = readAs === null ? (looks === null ? 'not read' : `? holds ${looks}`) : readAs;
  return [what, remembered ? 'as before' : '', hidden ? 'hidden' : '']
    .filter((word) => word !== '')
    .join(', ');
}

/** The operator's choices for rows that cannot be loaded. */
interface Skips {
  skipWrong?: boolean;
  skipDuplicates?: boolean;
  asGiven?: boolean;
}

/** Suggests only options that would help and were not given. */
function adviceOn(report: PoolReport, given: Skips): string {
  const asked = askedText(report);
  if (asked.length > 0) return `Nothing is loaded. ${asked.join(' ')}`;
  const duplicates = report.duplicatesInFile.total + report.duplicatesInVault.total;
  const unlike = report.unlike?.total ?? 0;
  const skips =
    given.skipWrong !== true && (report.wrong.total > 0 || (unlike > 0 && given.asGiven !== true));
  const options = [
    ...(skips ? ['--skip-wrong'] : []),
    ...(duplicates > 0 && given.skipDuplicates !== true ? ['--skip-duplicates'] : []),
  ];
  const orLoad = unlike > 0 && skips ? ' If rows unlike the others are codes all the same: --as-given.' : '';
  if (options.length === 0) return 'Nothing is loaded: no row is left of the file.';
  return `Nothing is loaded: correct the rows below, or skip them with ${options.join(' and ')}.${orLoad}`;
}

/** Questions that have to be answered before the file can be loaded. */
function askedText({ asks = [], columns = [], hiddenRows }: PoolReport): string[] {
  const unknown = columns.filter(({ asked }) => asked);
  const named = unknown.map(({ column, heading }) => `--column "${heading === '' ? column : heading}=…"`);
  return [
    ...(asks.includes('columns')
      ? [`Say what is in columns that nobody reads: ${named.join(' ')} (a field, or skip).`]
      : []),
    ...(asks.includes('hidden')
      ? [`Rows or columns are hidden (rows: ${hiddenRows?.total ?? 0}): --hidden read, or --hidden skip.`]
      : []),
  ];
}

const loadedLabels: Record<Reported['is'], string> = {
  loaded: 'loaded',
  preview: 'would be loaded',
  'nothing-loaded': 'loaded',
};

function list<Finding>(
  title: string,
  found: Findings<Finding>,
  describe: (finding: Finding) => string,
): string[] {
  if (found.total === 0) return [];
  const hidden = found.total - found.shown.length;
  return [
    `${title}: ${found.total}`,
    ...found.shown.map((finding) => `  ${describe(finding)}`),
    ...(hidden > 0 ? [`  … and ${hidden} more`] : []),
  ];
}

export const reasonsJson = ({ total, shown }: Findings<RowProblem>): object => ({
  total,
  shown: shown.map(({ reason, ...place }) => ({ ...place, reason: rowReasons.text(reason, 'en') })),
});

export function poolReportJson({ is, report }: Reported): object {
  return {
    outcome: is,
    product_id: report.productId,
    file: report.fileName,
    rows: report.rows,
    loaded: report.loaded,
    faces: report.faces.map((face) => ({
      face: face.faceKopecks / 100,
      codes: face.codes,
      sum: face.sumKopecks / 100,
      inactive: face.inactive,
    })),
    wrong: reasonsJson(report.wrong),
    duplicates_in_file: {
      total: report.duplicatesInFile.total,
      shown: report.duplicatesInFile.shown.map(({ firstLine, ...place }) => ({
        ...place,
        first_line: firstLine,
      })),
    },
    duplicates_in_vault: report.duplicatesInVault,
    unlike: reasonsJson(report.unlike ?? findings()),
    twins: {
      total: report.twins?.total ?? 0,
      shown: (report.twins?.shown ?? []).map(({ firstLine, ...place }) => ({
        ...place,
        first_line: firstLine,
      })),
    },
    hidden_rows: report.hiddenRows ?? findings(),
    other_sheets: report.otherSheets ?? [],
    asks: report.asks ?? [],
    columns: (report.columns ?? []).map(({ readAs, ...column }) => ({ ...column, read_as: readAs })),
  };
}
