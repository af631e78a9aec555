import { startSimulatorTool } from '../peers/supplier-simulator.ts';
import type { Section } from '../report/line.ts';
import { hangingSupplierLines } from './hanging-supplier.ts';
import type { SectionRun } from './section-run.ts';
import { supplierOrderLines } from './supplier-orders.ts';

/** Products whose suppliers are called at the moment of sale; the demo's simulator answers. */
export async function measureSuppliers(run: SectionRun): Promise<Section> {
  const lines = [];
  for (const measure of [supplierOrderLines, hangingSupplierLines]) {
    const simulator = startSimulatorTool();
    try {
      lines.push(...(await measure(run, simulator)));
    } finally {
      await simulator.stop();
    }
  }
  return { lines, curves: [] };
}
