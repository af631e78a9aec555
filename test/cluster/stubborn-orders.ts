/** Clients in all cells of a cluster who order continuously, and repeat what is not answered. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { startWorkers } from '../../src/workers.ts';
import type { TestProduct } from '../support/arrange.ts';
import { testClient, type TestClient } from '../support/test-client.ts';
import type { TestWorld } from '../support/test-world.ts';

export interface StubbornOrders {
  shops: TestClient[];
  /** Waits until each client, or these, got so many more orders. */
  untilMore(count: number, shops?: readonly TestClient[]): Promise<void>;
  /** Of all clients the longest time between two orders that were accepted. */
  longestPauseMs(): number;
  /** How many there are by now. */
  accepted(): number;
  /** Calls that were not answered with an order. */
  refused(): string[];
  /** Each order is issued, mailed and told once. Answers how many there are. */
  assertWhole(): Promise<number>;
}

/** Who serves the orders. */
interface Platform {
  url: string;
  /** Does all that is left to do. */
  finish(): Promise<void>;
}

interface Load {
  /** In turn; by default one whose numbers the platform makes. */
  products?: TestProduct[];
  /** By default the world itself. */
  platform?: Platform;
  /** Orders of each client at the same time. */
  lanes?: number;
}

const clients = 4;
const pauseMs = 20;
/** Whatever else the machine does. */
const patienceMs = 240_000;

export async function stubbornOrders(
  world: TestWorld,
  { products = [], platform = platformOf(world), lanes = 1 }: Load = {},
): Promise<StubbornOrders> {
  if (products.length === 0) products.push(await world.product({ scheme: 'platform' }));
  const shops: TestClient[] = [];
  for (let one = 0; one < clients; one += 1) {
    const known = await world.client({ balanceRoubles: 10_000_000 });
    shops.push(testClient(platform.url, known, world.callbacks));
  }
  const accepted = new Map(shops.map((shop) => [shop, [] as { id: number; atMs: number }[]]));
  const refused: string[] = [];
  let stopped = false;
  let begun = 0;

  async function placeOne(shop: TestClient, uuid: string): Promise<void> {
    begun += 1;
    const product = products[begun % products.length];
    const order = { product_id: product?.id, face: 500, uuid, email_to: `${uuid}@mail.example` };
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

  async function placeAll(shop: TestClient, lane: number): Promise<void> {
    for (let order = 0; !stopped; order += 1) {
      await placeOne(shop, `order-${shop.id}-${lane}-${order}`);
      await sleep(pauseMs);
    }
  }
  const placing = shops.flatMap((shop) => Array.from({ length: lanes }, (_, lane) => placeAll(shop, lane)));

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
    accepted: () => shops.flatMap(ids).length,
    refused: () => refused,
    async assertWhole() {
      stopped = true;
      await Promise.all(placing);
      await platform.finish();
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

/** Its own server, with the workers that a program has. */
function platformOf(world: TestWorld): Platform {
  const workers = startWorkers(world.ctx);
  return {
    url: world.baseUrl,
    async finish() {
      await workers.stop();
      await world.settle();
      // What a worker had taken when it lost its cell comes again when its lease ends, by a clock that stands still.
      world.clock.forward('1 h');
      await world.settle();
    },
  };
}
