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
  duplicatesInFile: Findings<{ line: number; firstLine: number }>;
  duplicatesInVault: Findings<{ line: number }>;
  wrong: Findings<{ line: number; reason: string }>;
}

export interface FaceCount {
  faceKopecks: number;
  codes: number;
  sumKopecks: number;
  /**
   * Of the codes, those that the supplier must activate first: sold if the product has an activation, otherwise
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
