import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../src/platform/time/clock.ts';
import { openDatabase, type Database } from '../../src/platform/database/database.ts';
import type { ShopDatabase } from '../world/bench-world.ts';
import { acceptOneOrder, type Enqueue } from './accept-one-order.ts';
import { orderAsks } from './bare-loops.ts';
import { enqueueInGraphile, migrateGraphile } from './graphile-worker.ts';
import { shapeForPeers } from './peer-schema.ts';
import { startPeerWorkers, type PeerName } from './peer-worker.ts';
import { openPgBossQueue } from './pg-boss.ts';

/** A one-job-per-order design based on a library. */
export interface Peer extends AsyncDisposable {
  /** Orders per second, from the first accepted to the last issued. */
  rate(orders: number): Promise<number>;
}

/** Orders accepted at once: as many connections as an API process would have. */
const acceptConcurrency = 16;
const drainLimitMs = 90_000;
const lookEveryMs = 10;
const warmUpOrders = 200;

export async function openPeer(name: PeerName, shop: ShopDatabase, masterKey: Buffer): Promise<Peer> {
  await shapeForPeers(shop.db);
  const db = openDatabase(shop.url, { connections: acceptConcurrency, name: `bench ${name} accept` });
  const queue = await openQueue(name, shop.url);

  async function rate(orders: number): Promise<number> {
    const workers = startPeerWorkers();
    await workers.ask('start', { peer: name, url: shop.url, masterKey: masterKey.toString('base64') });
    try {
      await acceptAndIssue(db, shop, warmUpOrders, queue.enqueue);
      return orders / (await acceptAndIssue(db, shop, orders, queue.enqueue));
    } finally {
      await workers.ask('stop', null);
      await workers.stop();
    }
  }

  return {
    rate,
    async [Symbol.asyncDispose]() {
      await queue.close();
      await db.end();
    },
  };
}

async function openQueue(name: PeerName, url: string): Promise<{ enqueue: Enqueue; close(): Promise<void> }> {
  if (name !== 'graphile-worker') return openPgBossQueue(url);
  await migrateGraphile(url);
  return { enqueue: enqueueInGraphile, close: () => Promise.resolve() };
}

/** Seconds it took. */
async function acceptAndIssue(
  db: Database,
  shop: ShopDatabase,
  orders: number,
  enqueue: Enqueue,
): Promise<number> {
  const asks = orderAsks(shop.shop, orders);
  const numberedBefore = await ordersNumbered(shop.db);
  const startedAt = performance.now();
  const acceptors = Array.from({ length: acceptConcurrency }, async () => {
    for (let ask = asks.pop(); ask !== undefined; ask = asks.pop()) {
      await acceptOneOrder(db, ask, systemClock.now(), enqueue);
    }
  });
  await Promise.all(acceptors);
  for (;;) {
    const numbered = (await ordersNumbered(shop.db)) - numberedBefore;
    // An unused sequence reports its first number as its last.
    if (numbered >= orders - 1 && !(await isAnyQueued(shop.db))) break;
    if (performance.now() - startedAt > drainLimitMs) throw new Error('The jobs did not come to an end.');
    await sleep(lookEveryMs);
  }
  return (performance.now() - startedAt) / 1000;
}

/** Cheap, so that frequent polling takes nothing from the peer. */
async function ordersNumbered(db: Database): Promise<number> {
  const { rows } = await db.query<{ last_value: number }>(`select last_value from order_ids`);
  return rows[0]?.last_value ?? 0;
}

/** Reads the whole table if nothing is queued, so it is called only near the end. */
async function isAnyQueued(db: Database): Promise<boolean> {
  const { rows } = await db.query<{ queued: boolean }>(
    `select exists (select from requests where state = 'queued') as queued`,
  );
  return rows[0]?.queued ?? false;
}
