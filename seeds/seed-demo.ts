import type { Context } from '../src/context.ts';
import { vouchFor } from '../src/catalog/vouches.ts';
import { transaction, type Tx } from '../src/platform/database/database.ts';
import { readDemoFacts, type DemoFacts } from './demo-facts.ts';
import { demoSuppliers } from './demo-world/suppliers-and-brands.ts';
import { moveDemo } from './move-demo.ts';
import { seedCatalog } from './seed-catalog.ts';
import { seedChoice } from './seed-choice.ts';
import { seedClients } from './seed-clients.ts';
import { seedPools, type OnProgress } from './seed-pools.ts';
import { countAsTested } from './seed-supplier.ts';

/** What seeding needs from its caller. */
export type SeedingContext = Pick<Context, 'db' | 'keyring' | 'clock' | 'config'>;

/** The first one seeds for seconds, on a busy machine for many. */
const lockSeconds = 60;

/**
 * Creates the demo, all or nothing, and returns the facts needed to use it. An existing demo is not changed, except for
 * addresses of this installation, which follow a changed port.
 */
export async function seedDemo(ctx: SeedingContext, onProgress: OnProgress): Promise<DemoFacts> {
  const { db, keyring, clock, config } = ctx;
  if (config.production) throw new Error('The demo world is never made in production.');
  return transaction(db, async (tx) => {
    // Several processes may start at once: the second waits here and then finds nothing to do.
    await tx.query(`set local lock_timeout = '${lockSeconds}s'`);
    await tx.query(`lock table suppliers in exclusive mode`);
    const { rows } = await tx.query(`select from suppliers where name = $1`, [demoSuppliers.olkhovyDom.name]);
    if (rows.length > 0) {
      await moveDemo(tx, config.baseUrl);
    } else {
      const now = clock.now();
      const products = await seedCatalog(tx, config.baseUrl, now);
      await seedChoice(tx, products, now);
      await seedPools(tx, keyring, products, onProgress, now);
      await seedClients(tx, keyring, config.baseUrl, now);
      await vouchInDemo(tx, now);
    }
    await countCatalogueAsTested(tx, clock.now());
    return readDemoFacts(tx, keyring, config);
  });
}

/** Of one supplier somebody has only tried two certificates by hand. */
const untested = demoSuppliers.motylek.name;
const word = {
  byName: 'Ирина Главная',
  reason: 'Два сертификата погашены при мне на кассе «Мотылька»; тест назначен на следующую неделю.',
};

async function vouchInDemo(tx: Tx, now: Date): Promise<void> {
  const { rows } = await tx.query<{ id: number }>(
    `select p.id from products p join suppliers s on s.id = p.supplier_id where s.name = $1`,
    [untested],
  );
  const vouched = await vouchFor(tx, { ...word, productIds: rows.map(({ id }) => id) }, now);
  if (vouched.is !== 'vouched')
    throw new Error(`The products of ${untested} are not on sale: ${vouched.is}.`);
}

/** Also in a demo of a version that asked for no test. */
async function countCatalogueAsTested(tx: Tx, now: Date): Promise<void> {
  const suppliers = Object.values(demoSuppliers).filter(({ name }) => name !== untested);
  const { rows } = await tx.query<{ id: number; name: string }>(
    `select id, name from suppliers where name = any($1::text[]) order by id`,
    [suppliers.map(({ name }) => name)],
  );
  for (const { id, name } of rows) {
    const scheme = suppliers.find((supplier) => supplier.name === name)?.scheme ?? 'pool';
    await countAsTested(tx, id, `${scheme}/none`, now);
  }
}
