import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DemoFacts } from '../../seeds/demo-facts.ts';
import { askedSuppliers } from '../../seeds/demo-world/asked-suppliers.ts';
import { seedAskedSuppliers } from '../../seeds/seed-asked-suppliers.ts';
import { startSupplierSimulator } from '../../simulators/supplier/start-simulator.ts';
import { testWorld } from '../support/test-world.ts';

const noFacts: DemoFacts = { base_url: '', clients: [], suppliers: [], logins: [], operator_token: '' };

test('the simulator issues an order on the product of every asked supplier, also after it has moved', async () => {
  await using world = await testWorld();
  const shop = await world.client();
  const seen: DemoFacts['suppliers'][] = [];
  for (let start = 0; start < 2; start += 1) {
    const simulator = await startSupplierSimulator({ clock: world.clock });
    try {
      seen.push((await seedAskedSuppliers(world.ctx, noFacts, simulator.url)).suppliers);
      const envelope = await shop.call('getProducts');
      const products = envelope.data as { id: string; code: string; faces: number[]; supplier_id: number }[];
      assert.equal(products.length, askedSuppliers.length);
      for (const { key } of askedSuppliers) {
        const product = products.find(({ code }) => code === key);
        const id = await shop.makeOrder({ product_id: Number(product?.id), face: product?.faces[0] });
        await world.settle();
        const [entry, ...more] = simulator.ledger(key);
        assert.equal((await shop.getCode(id)).code, entry?.code, key);
        assert.deepEqual(more, []);
      }
    } finally {
      await simulator.close();
    }
  }
  const [first = [], second = []] = seen;
  assert.equal(new Set(first.map((one) => one.integration_token)).size, askedSuppliers.length);
  assert.deepEqual(
    second.map((one) => [one.id, one.integration_token]),
    first.map((one) => [one.id, one.integration_token]),
  );
});
