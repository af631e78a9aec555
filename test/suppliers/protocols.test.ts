import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settingsFor } from '../../seeds/demo-world/agreement-with.ts';
import {
  protocols,
  startSupplierSimulator,
  type ProtocolName,
} from '../../simulators/supplier/start-simulator.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { setAgreement } from '../../src/suppliers/set-agreement.ts';
import { passTest } from '../support/arrange.ts';
import { testWorld } from '../support/test-world.ts';
import { settleThrough } from './supplied-world.ts';

for (const adapter of Object.keys(protocols) as ProtocolName[]) {
  test(`an order goes through a supplier that speaks ${adapter}, also when it times out after issuing`, async () => {
    await using world = await testWorld();
    const simulator = await startSupplierSimulator({ clock: world.clock });
    try {
      const product = await world.product({ scheme: 'api' });
      const { supplierId } = product;
      await transaction(world.home.db, async (tx) => {
        const settings = settingsFor(adapter, simulator.url, 'tea');
        const ask = { supplierId, adapter, settings, timeoutMs: 2000 };
        const outcome = await setAgreement(tx, world.ctx.keyring, ask, world.clock.now());
        assert.equal(outcome.is, 'set', 'problems' in outcome ? outcome.problems.join() : '');
        await passTest(tx, supplierId, world.clock.now());
      });
      const shop = await world.client();
      const order = { product_id: product.id, face: 500 };
      const first = await shop.makeOrder(order);
      await world.settle();
      simulator.script('tea', { fault: 'timeout-after', times: 1 });
      const second = await shop.makeOrder(order);
      await world.settle();
      assert.equal((await shop.getStatus(second))['status'], 'processing');
      await settleThrough(world, ['1 s']);
      const codes = [await shop.getCode(first), await shop.getCode(second)].map(({ code }) => code);
      assert.deepEqual(new Set(simulator.ledger('tea').map(({ code }) => code)), new Set(codes));
      assert.equal(new Set(codes).size, 2);
      assert.equal(await shop.getBalance(), 99_000);
    } finally {
      await simulator.close();
    }
  });
}
