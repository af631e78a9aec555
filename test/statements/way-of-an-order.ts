/** Orders of a pool, of codes that the platform makes and of a supplier's API, by letter and by text, from their acceptance to the till. */
import assert from 'node:assert/strict';
import { createWorkers } from '../../src/workers.ts';
import { suppliedProduct } from '../suppliers/supplied-world.ts';
import { supplierCaller } from '../support/supplier-caller.ts';
import type { TestWorld } from '../support/test-world.ts';
import { isExplainable, keyOf, onEachStatement, type Statement } from './gathered.ts';

/** The queues that an order passes; all others look after what waits long, or after pages. */
const queues = ['issue-orders', 'ask-suppliers', 'deliver', 'deliver-texts', 'send-callbacks'];

/** What an order is asked for and what is done to it: every statement of that, but not of what only looks on. */
export async function statementsOfAnOrder(world: TestWorld): Promise<Statement[]> {
  const shop = await world.client();
  const pooled = await world.product();
  await world.pool(pooled, 500, 3);
  const ours = await world.product({ scheme: 'platform' });
  await using supplied = await suppliedProduct(world, { timeoutMs: 20_000 });
  const caller = await supplierCaller(world, ours.supplierId);
  const statements = new Map<string, Statement>();
  let isNoting = true;
  onEachStatement((statement) => {
    if (isNoting && isExplainable(statement) && statement.places.length > 0)
      statements.set(keyOf(statement), statement);
  });

  const [first, second] = [
    await shop.makeOrder({ product_id: pooled.id, face: 500, email_to: 'anna@mail.example' }),
    await shop.makeOrder({ product_id: ours.id, face: 500, delivery_type: 'code' }),
  ];
  const others = [
    await shop.makeOrder({ product_id: ours.id, face: 500, to_phone: '79123456789' }),
    await shop.makeOrder({ product_id: supplied.id, face: 500, email_to: 'oleg@mail.example' }),
  ];
  await passQueues(world);
  const { link } = await shop.getStatus(first);
  assert.equal((await fetch(String(link))).status, 200);
  for (const order of others) assert.equal((await shop.getStatus(order))['status'], 'ok');
  const { code } = await shop.getCode(second);
  assert.equal((await caller.check(code)).body['state'], 'active');
  assert.equal((await caller.redeem({ code, till: '1' })).status, 200);
  isNoting = false;
  assert.ok(statements.size > 40, `${statements.size} statements were noted`);
  return [...statements.values()];
}

async function passQueues(world: TestWorld): Promise<void> {
  const workers = createWorkers(world.ctx).filter(({ name }) => queues.includes(name));
  assert.equal(new Set(workers.map(({ name }) => name)).size, queues.length);
  for (const worker of workers) {
    await worker.round();
    await worker.drain();
  }
}
