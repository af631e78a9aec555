import { startTool, type Tool } from '../world/tool-process.ts';

/** Calls that all go to one place with one head, as a supplier's program or a shop's makes them. */
export interface CallRun {
  port: number;
  path: string;
  headers: Record<string, string>;
  bodies: string[];
  connections: number;
  /** The one status that counts as an answer. */
  status: number;
}

/** Whole requests, each as it goes over the wire. */
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
  /** POSTs every body, each connection its next as soon as its last is answered; answers the seconds it took. */
  post: { ask: CallRun; answer: number };
  /** Sends every request in the same way. */
  visit: { ask: VisitRun; answer: number };
  /** Reads one answer to its end and keeps nothing of it. */
  download: { ask: { url: string; headers: Record<string, string> }; answer: DownloadReport };
}

export type PlainCalls = Tool<PlainCallsAsks>;

export const startPlainCalls = (): PlainCalls =>
  startTool<PlainCallsAsks>('bench/load/plain-calls-process.ts');
