/** Adds missing suppliers with inactive codes, also to an older demo: each with its pool and its kind of activation. */
import { transaction, type Tx } from '../src/platform/database/database.ts';
import type { Keyring } from '../src/platform/secrets/keyring.ts';
import { setSchedule } from '../src/suppliers/activation/schedule.ts';
import { setIntegrationAccess } from '../src/suppliers/used-export/integration-access.ts';
import type { ExportField } from '../src/suppliers/used-export/used-item.ts';
import { importPool } from '../src/vault/import-pool/import-pool.ts';
import type { DemoFacts } from './demo-facts.ts';
import { activatedSuppliers, employeeOf, type ActivatedSupplier } from './demo-world/activated-suppliers.ts';
import type { SeedingContext } from './seed-demo.ts';
import { poolTable } from './seed-pools.ts';
import { agreeWithSimulator, countAsTested, ensureSupplier, withTokens } from './seed-supplier.ts';

/** A letter a minute, so that nobody waits for noon; none is sent without sales. */
const everyMinute = '* * * * *';
const toldOfSales: ExportField[] = ['code', 'face', 'sold_at', 'order_number'];

export async function seedActivatedSuppliers(
  { db, keyring, clock, config }: SeedingContext,
  facts: DemoFacts,
  simulatorUrl: string,
): Promise<DemoFacts> {
  if (config.production) throw new Error('The demo world is never made in production.');
  return transaction(db, async (tx) => {
    const now = clock.now();
    const added: DemoFacts['suppliers'] = [];
    for (const supplier of activatedSuppliers) {
      const { key, name, activation } = supplier;
      const described = { ...supplier, faces: Object.keys(supplier.pool.stock).map(Number) };
      const offer = { scheme: 'pool', fields: { activationScheme: activation } } as const;
      const { supplierId, productId } = await ensureSupplier(tx, described, offer, config.baseUrl, now);
      if (productId !== null) {
        await loadInactive(tx, keyring, productId, supplier, now);
        if (activation === 'letter') await agreeOnLetters(tx, supplierId, key, now);
        if (activation === 'pull') await setIntegrationAccess(tx, { supplierId, fields: toldOfSales }, now);
      }
      const fact: DemoFacts['suppliers'][number] = { id: supplierId, name, scheme: 'pool', activation };
      if (activation === 'api') {
        const called = { supplierId, key, protocol: 'rest', scheme: 'pool/api' } as const;
        fact.simulator_url = await agreeWithSimulator(tx, keyring, called, simulatorUrl, now);
      } else await countAsTested(tx, supplierId, `pool/${activation}`, now);
      added.push(fact);
    }
    const known = await withTokens(tx, keyring, added, now);
    return { ...facts, suppliers: [...facts.suppliers, ...known] };
  });
}

async function loadInactive(
  tx: Tx,
  keyring: Keyring,
  productId: number,
  { key, pool }: ActivatedSupplier,
  now: Date,
): Promise<void> {
  const file = {
    productId,
    fileName: `${key}.xlsx`,
    rows: poolTable(pool),
    activity: 'all-inactive',
    asGiven: true,
  } as const;
  const outcome = await importPool(tx, keyring, file, now);
  if (outcome.is !== 'loaded') throw new Error(`The pool of ${key} was not loaded.`);
}

async function agreeOnLetters(tx: Tx, supplierId: number, key: string, now: Date): Promise<void> {
  const outcome = await setSchedule(tx, supplierId, { addresses: [employeeOf(key)], cron: everyMinute }, now);
  if (outcome.is !== 'set') throw new Error(`Letters to ${key} could not be agreed on: ${outcome.is}.`);
}
