/** The demo's supplier simulator in its own process; it keeps its ledger in memory. */
import { startSupplierSimulator, type SupplierSimulator } from '../../simulators/supplier/start-simulator.ts';
import { systemClock } from '../../src/platform/time/clock.ts';
import { answerAsks, startTool, type Tool } from '../world/tool-process.ts';

export interface SimulatorAsks {
  /** Returns its address. */
  listen: { ask: null; answer: string };
  /** From now on every call to this supplier waits this long for its answer. */
  hang: { ask: { key: string; seconds: number }; answer: null };
}

export type SimulatorTool = Tool<SimulatorAsks>;

export const startSimulatorTool = (): SimulatorTool =>
  startTool<SimulatorAsks>('bench/peers/supplier-simulator.ts');

if (import.meta.main) {
  let simulator: SupplierSimulator | null = null;
  answerAsks<SimulatorAsks>({
    async listen() {
      simulator = await startSupplierSimulator({ clock: systemClock });
      return simulator.url;
    },
    async hang({ key, seconds }) {
      simulator?.script(key, { fault: 'slow', seconds });
      return null;
    },
  });
}
