import type { ColumnNote } from './column-notes.ts';
import type { RowReason } from './row-reasons.ts';

/** Result of a pool import or of its dry run. Rows are identified by their line; codes are never quoted. */
export interface PoolReport {
  productId: number;
  fileName: string;
  /** Rows with codes, without headings and empty rows. */
  rows: number;
  loaded: number;
  faces: FaceCount[];
  /** The codes that can be sold, by their last day. */
  lots: LotCount[];
  duplicatesInFile: Findings<Place & { firstLine: number }>;
  duplicatesInVault: Findings<Place>;
  wrong: Findings<RowProblem>;
  // What follows is absent in previews of earlier versions.
  /** Rows that are unlike the others: loaded only if somebody says that they are codes. */
  unlike?: Findings<RowProblem>;
  /** Numbers that differ from another one in 0 and O, or in 1, I and l, alone; of previews. They are loaded all the same. */
  twins?: Findings<Place & { firstLine: number | null }>;
  /** What each column holds. */
  columns?: ColumnNote[];
  /** Rows that are hidden in the file. */
  hiddenRows?: Findings<Place>;
  /** Sheets with something in them that were not read. */
  otherSheets?: string[];
  /** What somebody must say before the file can be loaded. */
  asks?: Ask[];
}

/** `columns`: what is in columns that nobody reads; `hidden`: whether hidden rows and columns count. */
export type Ask = 'columns' | 'hidden';

/** `sheet`: where several are read. */
export interface Place {
  line: number;
  sheet?: string;
}

export interface RowProblem extends Place {
  reason: RowReason;
}

export interface FaceCount {
  faceKopecks: number;
  codes: number;
  sumKopecks: number;
  /**
   * How many codes the supplier must activate first: they are sold if the product has an activation, otherwise
   * blocked.
   */
  inactive: number;
}

export interface LotCount {
  faceKopecks: number;
  /** `infinity`: as long as the product says. */
  endsOn: string;
  codes: number;
}

export interface Findings<Finding> {
  total: number;
  /** The first problems, by line. */
  shown: Finding[];
}

/** Further problems are counted but not listed. */
export const maxShown = 100;

export function findings<Finding>(): Findings<Finding> {
  return { total: 0, shown: [] };
}

export function note<Finding>(list: Findings<Finding>, finding: Finding): void {
  list.total += 1;
  if (list.shown.length < maxShown) list.shown.push(finding);
}
