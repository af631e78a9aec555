import { startSimulatorTool, type SimulatorTool } from '../peers/supplier-simulator.ts';
import type { Section } from '../report/line.ts';
import { hangingSupplierLines } from './hanging-supplier.ts';
import type { SectionRun } from './section-run.ts';
import { supplierOrderSection } from './supplier-orders.ts';

/** Products whose suppliers are called at the moment of sale; the demo's simulator answers. */
export async function measureSuppliers(run: SectionRun): Promise<Section> {
  const orders = await withSimulator((simulator) => supplierOrderSection(run, simulator));
  const hanging = await withSimulator((simulator) => hangingSupplierLines(run, simulator));
  return { lines: [...orders.lines, ...hanging], curves: orders.curves };
}

async function withSimulator<Result>(
  measure: (simulator: SimulatorTool) => Promise<Result>,
): Promise<Result> {
  const simulator = startSimulatorTool();
  try {
    return await measure(simulator);
  } finally {
    await simulator.stop();
  }
}
