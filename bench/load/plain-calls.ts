import { startTool, type Tool } from '../world/tool-process.ts';

/** Calls to one address with the same headers, as a supplier's or a shop's program makes them. */
export interface CallRun {
  port: number;
  path: string;
  headers: Record<string, string>;
  bodies: string[];
  connections: number;
  /** The only status that counts as success. */
  status: number;
}

/** Whole requests as sent over the wire. */
export interface VisitRun {
  port: number;
  requests: string[];
  connections: number;
  status: number;
}

export interface DownloadReport {
  bytes: number;
  lines: number;
  seconds: number;
}

export interface PlainCallsAsks {
  /** POSTs every body; each connection sends its next as soon as its last is answered. Returns the seconds it took. */
  post: { ask: CallRun; answer: number };
  /** Sends every request in the same way. */
  visit: { ask: VisitRun; answer: number };
  /** Reads one answer to its end and discards it. */
  download: { ask: { url: string; headers: Record<string, string> }; answer: DownloadReport };
}

export type PlainCalls = Tool<PlainCallsAsks>;

export const startPlainCalls = (): PlainCalls =>
  startTool<PlainCallsAsks>('bench/load/plain-calls-process.ts');
