/** Callback receivers in their own process: some answer OK at once, some accept the connection and never answer. */
import { startTool } from '../world/tool-process.ts';

export interface Arrival {
  requestId: number;
  /** Milliseconds since the epoch. */
  atMs: number;
}

export interface ReceiverAsks {
  listen: { ask: { fast: number; hanging: number }; answer: { fastPorts: number[]; hangingPorts: number[] } };
  /** Callbacks received since the last call; the fast receivers only. */
  arrivals: { ask: null; answer: Arrival[] };
}

export interface Receivers {
  fastUrls: string[];
  hangingUrls: string[];
  arrivals(): Promise<Arrival[]>;
  stop(): Promise<void>;
}

const urlOf = (port: number): string => `http://127.0.0.1:${port}/callback`;

export async function startReceivers(ask: { fast: number; hanging: number }): Promise<Receivers> {
  const tool = startTool<ReceiverAsks>('bench/receivers/receiver-process.ts');
  const { fastPorts, hangingPorts } = await tool.ask('listen', ask);
  return {
    fastUrls: fastPorts.map(urlOf),
    hangingUrls: hangingPorts.map(urlOf),
    arrivals: () => tool.ask('arrivals', null),
    stop: () => tool.stop(),
  };
}
