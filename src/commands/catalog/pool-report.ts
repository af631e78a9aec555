/** What `pool import` prints. */
import type { PoolImport } from '../../vault/import-pool/import-pool.ts';
import type { Findings } from '../../vault/import-pool/report.ts';
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
  parts.push(
    ...list('Wrong rows', report.wrong, ({ line, reason }) => `line ${line}: ${reason}`),
    ...list(
      'Duplicates in the file',
      report.duplicatesInFile,
      ({ line, firstLine }) => `line ${line}: the same number as on line ${firstLine}`,
    ),
    ...list('Duplicates in the vault', report.duplicatesInVault, ({ line }) => `line ${line}: loaded before`),
  );
  return parts.join('\n');
}

const headlines = { loaded: 'Loaded.', preview: 'Preview, nothing is written.' };

/** The operator's choices for rows that cannot be loaded. */
interface Skips {
  skipWrong?: boolean;
  skipDuplicates?: boolean;
}

/** Suggests only options that would help and were not given. */
function adviceOn(report: Reported['report'], given: Skips): string {
  const duplicates = report.duplicatesInFile.total + report.duplicatesInVault.total;
  const options = [
    ...(report.wrong.total > 0 && given.skipWrong !== true ? ['--skip-wrong'] : []),
    ...(duplicates > 0 && given.skipDuplicates !== true ? ['--skip-duplicates'] : []),
  ];
  if (options.length === 0) return 'Nothing is loaded: no row is left of the file.';
  return `Nothing is loaded: correct the rows below, or skip them with ${options.join(' and ')}.`;
}

const loadedLabels: Record<Reported['is'], string> = {
  loaded: 'loaded',
  preview: 'would be loaded',
  'nothing-loaded': 'loaded',
};

function list<Finding>(
  title: string,
  findings: Findings<Finding>,
  describe: (finding: Finding) => string,
): string[] {
  if (findings.total === 0) return [];
  const hidden = findings.total - findings.shown.length;
  return [
    `${title}: ${findings.total}`,
    ...findings.shown.map((finding) => `  ${describe(finding)}`),
    ...(hidden > 0 ? [`  … and ${hidden} more`] : []),
  ];
}

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
    wrong: report.wrong,
    duplicates_in_file: {
      total: report.duplicatesInFile.total,
      shown: report.duplicatesInFile.shown.map(({ line, firstLine }) => ({ line, first_line: firstLine })),
    },
    duplicates_in_vault: report.duplicatesInVault,
  };
}
