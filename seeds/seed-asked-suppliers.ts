import { transaction } from '../src/platform/database/database.ts';
import type { DemoFacts } from './demo-facts.ts';
import { askedSuppliers } from './demo-world/asked-suppliers.ts';
import type { SeedingContext } from './seed-demo.ts';
import { agreeWithSimulator, ensureSupplier, withTokens } from './seed-supplier.ts';

/**
 * Adds missing simulated suppliers, also to an older demo, and updates their agreements to the simulator's present
 * address. Their final test counts as passed.
 */
export async function seedAskedSuppliers(
  { db, keyring, clock, config }: SeedingContext,
  facts: DemoFacts,
  simulatorUrl: string,
): Promise<DemoFacts> {
  if (config.production) throw new Error('The demo world is never made in production.');
  return transaction(db, async (tx) => {
    const now = clock.now();
    const suppliers: DemoFacts['suppliers'] = [...facts.suppliers];
    for (const asked of askedSuppliers) {
      const { key, name, protocol } = asked;
      const { supplierId } = await ensureSupplier(tx, asked, { scheme: 'api' }, config.baseUrl, now);
      const called = { supplierId, key, protocol, scheme: 'api/none' } as const;
      const url = await agreeWithSimulator(tx, keyring, called, simulatorUrl, now);
      suppliers.push({ id: supplierId, name, scheme: 'api', simulator_url: url });
    }
    return { ...facts, suppliers: await withTokens(tx, keyring, suppliers, now) };
  });
}
