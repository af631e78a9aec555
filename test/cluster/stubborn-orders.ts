/** Clients in all cells of a cluster who order continuously, and repeat what is not answered. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { startWorkers } from '../../src/workers.ts';
import type { TestWorld } from '../support/test-world.ts';
import type { TestClient } from '../support/test-client.ts';

export interface StubbornOrders {
  shops: TestClient[];
  /** Waits until each client, or these, got so many more orders. */
  untilMore(count: number, shops?: readonly TestClient[]): Promise<void>;
  /** Of all clients the longest time between two orders that were accepted. */
  longestPauseMs(): number;
  /** Calls that were not answered with an order. */
  refused(): string[];
  /** Each order is issued, mailed and told once. Answers how many there are. */
  assertWhole(): Promise<number>;
}

const pauseMs = 20;
const patienceMs = 120_000;

export async function stubbornOrders(world: TestWorld, clients = 4): Promise<StubbornOrders> {
  const product = await world.product({ scheme: 'platform' });
  const shops: TestClient[] = [];
  for (let one = 0; one < clients; one += 1) shops.push(await world.client({ balanceRoubles: 10_000_000 }));
  const accepted = new Map(shops.map((shop) => [shop, [] as { id: number; atMs: number }[]]));
  const refused: string[] = [];
  const workers = startWorkers(world.ctx);
  let stopped = false;

  async function placeOne(shop: TestClient, uuid: string): Promise<void> {
    const order = { product_id: product.id, face: 500, uuid, email_to: `${uuid}@mail.example` };
    for (;;) {
      try {
        const answer = await shop.call('makeOrder', order);
        if (answer.data === undefined) throw new Error(`${answer.error?.code}`);
        accepted.get(shop)?.push({ id: (answer.data as { id: number }).id, atMs: performance.now() });
        return;
      } catch (problem) {
        refused.push(String(problem));
        await sleep(pauseMs);
      }
    }
  }

  const lanes = shops.map(async (shop) => {
    for (let order = 0; !stopped; order += 1) {
      await placeOne(shop, `order-${shop.id}-${order}`);
      await sleep(pauseMs);
    }
  });

  const ids = (shop: TestClient) => (accepted.get(shop) ?? []).map(({ id }) => id);
  return {
    shops,
    async untilMore(count, some = shops) {
      const enough = some.map((shop) => ids(shop).length + count);
      const beganMs = performance.now();
      while (some.some((shop, place) => ids(shop).length < (enough[place] ?? 0))) {
        assert.ok(performance.now() - beganMs < patienceMs, `orders wait: ${refused.at(-1)}`);
        await sleep(pauseMs);
      }
    },
    longestPauseMs: () =>
      Math.max(
        ...[...accepted.values()].flatMap((orders) =>
          orders.slice(1).map(({ atMs }, place) => atMs - (orders[place]?.atMs ?? atMs)),
        ),
      ),
    refused: () => refused,
    async assertWhole() {
      stopped = true;
      await Promise.all(lanes);
      await workers.stop();
      await world.settle();
      const all = shops.flatMap(ids);
      assert.equal(new Set(all).size, all.length);
      for (const shop of shops) {
        const { rows } = await world
          .cellOf(shop)
          .db.query<{ id: number; state: string }>(`select id, state from requests where client_id = $1`, [
            shop.id,
          ]);
        assert.deepEqual(
          rows.map(({ id, state }) => `${id} ${state}`).toSorted(),
          ids(shop)
            .map((id) => `${id} issued`)
            .toSorted(),
        );
      }
      const letters = new Set(world.mail.letters.map(({ messageId }) => messageId));
      const told = new Set(world.callbacks.received.map(({ headers }) => headers['webhook-id']));
      assert.deepEqual([letters.size, told.size], [all.length, all.length]);
      return all.length;
    },
  };
}
