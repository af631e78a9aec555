/** One invariant of the platform as a query for violations: no rows, no violation. */
export interface Check {
  name: string;
  promise: string;
  /** Returns the offending rows: ids, counters and a `fault`, never a code or personal data. */
  breaches: string;
}
