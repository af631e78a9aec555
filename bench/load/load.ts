/** The load generator's process: starts it, and gives it runs. */
import type { Latencies } from '../report/latency.ts';
import { startTool, type Tool } from '../world/tool-process.ts';
import type { Driven } from './drive.ts';
import type { Recipe } from './signed-requests.ts';

type Times = 'latenciesMs' | 'refusalsMs' | 'sentLatenciesMs' | 'sentRefusalsMs';

/** The percentiles are of the successful answers, from when a request was due. */
export type LoadReport = Omit<Driven, Times> &
  Latencies & {
    refusalP99Ms: number;
    /** From when it was sent over a free connection. */
    sentP50Ms: number;
    sentP99Ms: number;
    sentRefusalP99Ms: number;
  };

export interface LoadRun {
  port: number;
  connections: number;
  limitMs: number;
  /** null: as fast as the answers come. */
  perSecond: number | null;
}

export interface LoadAsks {
  prepare: { ask: Recipe; answer: number };
  run: { ask: LoadRun; answer: LoadReport };
}

export type Load = Tool<LoadAsks>;

export const startLoad = (): Load => startTool<LoadAsks>('bench/load/load-process.ts');

/** One measured run; a refused request invalidates it, because it would measure something else. */
export async function runLoad(load: Load, recipe: Recipe, run: LoadRun): Promise<LoadReport> {
  await load.ask('prepare', recipe);
  const report = await load.ask('run', run);
  if (report.refused > 0) {
    throw new Error(`${report.refused} of ${report.answered} requests were refused: ${report.firstRefusal}`);
  }
  return report;
}
