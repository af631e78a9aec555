import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { DemoFacts } from '../../seeds/demo-facts.ts';
import { activatedSuppliers, employeeOf } from '../../seeds/demo-world/activated-suppliers.ts';
import { seedActivatedSuppliers } from '../../seeds/seed-activated-suppliers.ts';
import { startMailInbox } from '../../simulators/mail-inbox.ts';
import { confirmNewestLetter } from '../../simulators/supplier/confirm-letter.ts';
import { createPullConsumer } from '../../simulators/supplier/pull-used.ts';
import { startSupplierSimulator } from '../../simulators/supplier/start-simulator.ts';
import { systemClock } from '../../src/platform/time/clock.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

const noFacts: DemoFacts = { base_url: '', clients: [], suppliers: [], logins: [], operator_token: '' };

test('codes of the activated suppliers come inactive, are sold, and each is activated in its own way', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'facevalue-letters-'));
  const mail = await startMailInbox({ folder, clock: systemClock });
  // Closed after the world, because it would wait for the world's connection.
  await using closing = new AsyncDisposableStack();
  closing.defer(() => rmSync(folder, { recursive: true }));
  closing.defer(() => mail.close());
  await using world = await testWorld({ FACEVALUE_SMTP_URL: mail.url });
  const shop = await world.client();
  const simulator = await startSupplierSimulator({ clock: world.clock });
  try {
    const first = await seedActivatedSuppliers(world.ctx, noFacts, simulator.url);
    const again = await seedActivatedSuppliers(world.ctx, noFacts, simulator.url);
    assert.deepEqual(again, first, 'a second start changes nothing');
    const products = (await shop.call('getProducts')).data as { id: string; code: string; faces: number[] }[];
    assert.equal(products.length, activatedSuppliers.length);
    const sold = new Map<string, number>();
    for (const { id, code, faces } of products)
      sold.set(code, await shop.makeOrder({ product_id: Number(id), face: faces[0] }));
    await world.settle();

    const requestOf = (key: string): number => sold.get(key) ?? assert.fail(key);
    const [activation] = simulator.ledger('rosnik-masterskaya');
    assert.equal(activation?.kind, 'activate');
    assert.equal((await shop.getCode(requestOf('rosnik-masterskaya'))).code, activation.code);

    world.clock.forward('2 min');
    await world.settle();
    const employee = employeeOf('fikusovich-sad');
    const key = 'fikusovich-sad';
    assert.equal(await confirmNewestLetter(mail, 'nobody@else.example', world.baseUrl), false);
    assert.equal((await activeCodes(world, key)).length, 0);
    assert.equal(await confirmNewestLetter(mail, employee, world.baseUrl), true);
    assert.equal((await activeCodes(world, key)).length, 1);

    const pulling = again.suppliers.find((supplier) => supplier.activation === 'pull');
    const state = simulator.supplier('kvartsevaya-lavka') ?? assert.fail();
    const access = { baseUrl: world.baseUrl, token: pulling?.integration_token ?? '' };
    const consumer = createPullConsumer(world.clock);
    assert.equal(await consumer.pull(state, { ...access, token: 'wrong' }), null);
    assert.equal(await consumer.pull(state, access), 1);
    world.clock.forward('40 d');
    assert.equal(await consumer.pull(state, access), 0);
    assert.equal(await createPullConsumer(world.clock).pull(state, access), 0);
    const [sale, ...more] = state.ledger.entries;
    assert.deepEqual(more, []);
    assert.equal(sale?.code, (await shop.getCode(requestOf('kvartsevaya-lavka'))).code);
  } finally {
    await simulator.close();
  }
});

/** The positions of this product's sold codes that are active. */
async function activeCodes({ ctx }: TestWorld, product: string): Promise<object[]> {
  const { rows } = await ctx.db.query(
    `select c.position from codes c join products p on p.id = c.product_id
     where p.code = $1 and c.state = 'sold' and c.active`,
    [product],
  );
  return rows;
}
