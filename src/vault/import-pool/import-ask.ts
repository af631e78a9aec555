/** Input and result of an import of codes. */
import type { TableRow } from '../../platform/spreadsheet/table-row.ts';
import type { Barcode } from '../../platform/values/judge-barcode.ts';
import type { ColumnChoice } from './columns.ts';
import type { ImportReason } from './import-reasons.ts';
import type { RowRules } from './read-row.ts';
import type { PoolReport } from './report.ts';

export interface PoolImportAsk {
  productId: number;
  /** Only recorded. */
  fileName: string;
  /** The table in batches of rows; see platform/spreadsheet/read-table.ts. */
  rows: AsyncIterable<TableRow[]>;
  columns?: ColumnChoice;
  /** False: the first row is already a code, and columns are chosen by position. */
  hasHeadings?: boolean;
  /** The face of rows that have none. */
  faceKopecks?: number | null;
  /** Accept faces that the product lacks, which the caller then adds; otherwise their rows are errors. */
  anyFace?: boolean;
  /** Treat all codes as active or inactive, regardless of their rows. */
  activity?: RowRules['activity'];
  /** Skip wrong rows or duplicates instead of refusing the file. */
  skipWrong?: boolean;
  skipDuplicates?: boolean;
  /** The zeros at the end of long numbers are theirs: somebody compared them with the supplier's. */
  zerosAreReal?: boolean;
  /** A person has looked at it: numbers and PINs that are unusual, or unlike those of other rows, are correct. */
  asGiven?: boolean;
  /** Rows and columns that nobody sees: read like the others, or left out. */
  hidden?: 'ask' | 'read' | 'skip';
  /** The sheet that was asked for by name. */
  sheet?: string | undefined;
  /** Each sheet that is not hidden is read; where it has no column of faces, its name is its face. */
  everySheet?: boolean;
  /** Dry run: nothing is written. */
  dryRun?: boolean;
  onRows?: (rows: number) => void;
}

export type PoolImport =
  | { is: 'loaded' | 'preview' | 'nothing-loaded'; report: PoolReport }
  | {
      is: 'refused';
      why: 'no-product' | 'no-pool' | 'no-columns' | 'no-rows' | 'rounded' | 'sheets' | 'uncompared';
      reason: ImportReason;
      /** The sheet, if several are read. */
      sheet?: string;
    };

export type Refused = Extract<PoolImport, { is: 'refused' }>;

export interface PoolProduct {
  supplierId: number;
  transferScheme: string;
  activationScheme: string;
  faces: Set<number>;
  /** The barcode that its certificates show now. */
  barcode: Barcode | null;
}

/** The sheets of the file that its reader should read. */
export const sheetsOf = ({ sheet, everySheet }: Pick<PoolImportAsk, 'sheet' | 'everySheet'>) => ({
  sheet,
  everySheet,
});
