/** What came of a pool file, or would come of it. Rows are told by their line: no code is ever quoted. */
export interface PoolReport {
  productId: number;
  fileName: string;
  /** Rows with codes, without headings and empty lines. */
  rows: number;
  loaded: number;
  faces: FaceCount[];
  duplicatesInFile: Findings<{ line: number; firstLine: number }>;
  duplicatesInVault: Findings<{ line: number }>;
  wrong: Findings<{ line: number; reason: string }>;
}

export interface FaceCount {
  faceKopecks: number;
  codes: number;
  sumKopecks: number;
  /** Of the codes, those that the supplier must activate first: sold, if the product says how; else kept aside. */
  inactive: number;
}

export interface Findings<Finding> {
  total: number;
  /** The first ones, by line. */
  shown: Finding[];
}

/** More findings than this are counted and not shown. */
export const maxShown = 100;

export function findings<Finding>(): Findings<Finding> {
  return { total: 0, shown: [] };
}

export function note<Finding>(list: Findings<Finding>, finding: Finding): void {
  list.total += 1;
  if (list.shown.length < maxShown) list.shown.push(finding);
}
