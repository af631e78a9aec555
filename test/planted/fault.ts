/** A fault as somebody might make it. */
export interface Fault {
  /** What is wrong with it in place. */
  name: string;
  /** Each text stands in its file exactly once. */
  edits: readonly { file: string; find: string; put: string }[];
  /** The test file that must fail by it. */
  caughtBy: string;
}
