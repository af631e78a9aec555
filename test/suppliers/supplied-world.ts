import assert from 'node:assert/strict';
import { counted } from '../../src/platform/cells/merge.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { setAgreement } from '../../src/suppliers/set-agreement.ts';
import { passTest, type ProductTraits, type TestProduct } from '../support/arrange.ts';
import type { TestWorld } from '../support/test-world.ts';
import { smallSupplier, type SmallSupplier } from './small-supplier.ts';

export interface SuppliedProduct extends TestProduct, AsyncDisposable {
  supplier: SmallSupplier;
}

export interface Terms {
  idempotent?: boolean;
  timeoutMs?: number;
  certified?: boolean;
  product?: ProductTraits;
}

/**
 * A product whose supplier is a real server that issues at the moment of sale, or activates the codes of a pool. Its time limit is long
 * enough for a slow machine: whoever is silent is waited for, whoever answers never meets it.
 */
export async function suppliedProduct(world: TestWorld, terms: Terms = {}): Promise<SuppliedProduct> {
  const { idempotent = true, timeoutMs = 2000, certified = true, product: traits = {} } = terms;
  const supplier = await smallSupplier();
  supplier.idempotent = idempotent;
  const product = await world.product({ scheme: 'api', ...traits });
  await agree(world, product.supplierId, supplier.url, { idempotent, timeoutMs, certified });
  return { ...product, supplier, [Symbol.asyncDispose]: () => supplier.close() };
}

export async function agree(
  world: TestWorld,
  supplierId: number,
  supplierUrl: string,
  { certified = false, ...terms }: { idempotent?: boolean; timeoutMs?: number; certified?: boolean } = {},
): Promise<void> {
  const settings = { supplierUrl, auth: { kind: 'bearer', token: 'supplier-token' } };
  const outcome = await transaction(world.ctx.db, (tx) =>
    setAgreement(
      tx,
      world.ctx.keyring,
      { supplierId, adapter: 'rest', settings, ...terms },
      world.clock.now(),
    ),
  );
  assert.equal(outcome.is, 'set', 'problems' in outcome ? outcome.problems.join() : '');
  if (certified) await transaction(world.ctx.db, (tx) => passTest(tx, supplierId, world.clock.now()));
}

export interface ExchangeLine {
  state: string;
  details: string;
  attempts: number;
  outcomes: string;
}

/** The exchanges of an order, oldest first. */
export async function exchangesOf(world: TestWorld, requestId: number): Promise<ExchangeLine[]> {
  const { rows } = await world.cellOf({ id: requestId }).db.query<ExchangeLine>(
    `select e.state, e.details, e.attempts, coalesce((
       select string_agg(a.outcome, ' ' order by a.attempt) from exchange_attempts a
       where a.supplier_id = e.supplier_id and a.exchange_id = e.id), '') as outcomes
     from exchanges e where e.request_id = $1 order by e.id`,
    [requestId],
  );
  return rows;
}

/** Quarantined exchanges of a supplier that wait for a person. */
export const quarantineOf = (world: TestWorld, supplierId: number): Promise<number> =>
  counted(world.ctx, async ({ db }) => {
    const { rows } = await db.query<{ count: number }>(
      `select count(*) as count from exchanges where supplier_id = $1 and state = 'quarantined' and settled_at is null`,
      [supplierId],
    );
    return rows[0]?.count ?? 0;
  });

/** Runs all due work, then moves the clock and repeats, span by span. */
export async function settleThrough(world: TestWorld, spans: string[]): Promise<void> {
  await world.settle();
  for (const span of spans) {
    world.clock.forward(span);
    await world.settle();
  }
}
