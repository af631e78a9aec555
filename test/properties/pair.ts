import assert from 'node:assert/strict';
import { findRequests } from '../../src/orders/find-requests.ts';
import type { Placement } from '../../src/orders/place-orders.ts';
import { wireError } from '../../src/orders/refusals.ts';
import { addClient, addProduct, type Place, type TestProduct } from '../support/arrange.ts';
import type { MigratedDatabase } from '../support/migrated-database.ts';
import { testClock } from '../support/test-clock.ts';
import type { Client } from '../../src/clients/client.ts';
import { modelPlace, type Model, type ModelAsk } from './model.ts';
import { orderAsk } from './order-ask.ts';

export const facesKopecks = [50_000, 100_000];

/** One run of the property: the platform and the model side by side, with their own clients and products. */
export interface Pair {
  place: Place;
  clock: ReturnType<typeof testClock>;
  model: Model;
  clients: Client[];
  products: TestProduct[];
  /** The request's id for each request of the model. */
  ids: number[];
}

export async function newPair(world: MigratedDatabase): Promise<Pair> {
  const clock = testClock('2026-11-21T12:00:00+03:00');
  const place: Place = { ...world, now: () => clock.now() };
  const delayed = [true, false, true];
  // The last one has so much money that its funds are not locked while a batch is judged.
  const roubles = [2000, 2000, 60_000];
  const clients = await Promise.all(
    delayed.map((delayedMode, index) =>
      addClient(place, { balanceRoubles: roubles[index] ?? 0, delayedMode }),
    ),
  );
  const limits = [null, 4];
  const products = await Promise.all(
    limits.map((limit) => addProduct(place, limit === null ? {} : { monthlyOrdersLimit: limit })),
  );
  const model: Model = {
    clients: delayed.map((delayedMode, index) => ({
      fundsKopecks: (roubles[index] ?? 0) * 100,
      heldKopecks: 0,
      salesKopecks: 0,
      creditKopecks: 0,
      shortfallKopecks: 0,
      delayedMode,
    })),
    products: limits.map((ordersLimit) => ({
      free: new Map(facesKopecks.map((face) => [face, 0])),
      promised: new Map(),
      ordersLimit,
      ordersUsed: 0,
    })),
    requests: [],
    uuids: new Map(),
  };
  return { place, clock, model, clients, products, ids: [] };
}

export const realAsk = (pair: Pair, asked: ModelAsk) =>
  orderAsk({
    client: pair.clients[asked.client] as Client,
    productId: (pair.products[asked.product] as TestProduct).id,
    faceKopecks: asked.face,
    testmode: asked.testmode,
    uuid: asked.uuid === 0 ? '' : `uuid-${asked.uuid}`,
    ttlSeconds: asked.ttlSeconds,
  });

export function compareAnswers(pair: Pair, asks: ModelAsk[], placements: Placement[]): void {
  const expected = modelPlace(pair.model, asks, pair.clock.now().getTime());
  placements.forEach((placement, index) => {
    const answer = expected[index];
    if (answer?.is !== 'placed') {
      assert.equal(placement.is === 'refused' ? wireError(placement.refusal).code : 'placed', answer?.code);
      return;
    }
    assert.equal(placement.is, 'placed');
    if (placement.is !== 'placed') return;
    pair.ids[answer.request] ??= placement.requestId;
    assert.equal(placement.requestId, pair.ids[answer.request], 'one uuid, one id');
  });
}

export async function compareWorlds({ place, model, clients, products, ids }: Pair): Promise<void> {
  const accounts = await place.db.query<{
    client_id: number;
    name: string;
    balance: number;
    shortfall: number;
  }>(
    `select client_id, name, balance_kopecks as balance, shortfall_kopecks as shortfall
     from accounts where client_id = any($1::bigint[])`,
    [clients.map(({ id }) => id)],
  );
  const account = (id: number, name: string) =>
    accounts.rows.find((row) => row.client_id === id && row.name === name);
  assert.deepEqual(
    clients.map(({ id }) => ({
      funds: account(id, 'funds')?.balance,
      held: account(id, 'held')?.balance,
      sales: account(id, 'sales')?.balance,
      shortfall: account(id, 'funds')?.shortfall,
    })),
    model.clients.map((one) => ({
      funds: one.fundsKopecks,
      held: one.heldKopecks,
      sales: one.salesKopecks,
      shortfall: one.shortfallKopecks,
    })),
  );
  const requests = await findRequests(
    place.db,
    model.requests.map((one, index) => ({
      clientId: (clients[one.client] as Client).id,
      requestId: ids[index] as number,
    })),
  );
  assert.deepEqual(
    requests.map((request) => [
      request?.state,
      request?.errorCode,
      request !== null && request.refundedAt !== null,
    ]),
    model.requests.map((request) => [request.state, request.errorCode, request.refunded]),
  );
  const stock = await place.db.query<{
    product_id: number;
    face_kopecks: number;
    free: number;
    available: number;
  }>(
    `select product_id, face_kopecks, free, available
     from stock join stock_available using (supplier_id, product_id, face_kopecks, ends_on)
     where product_id = any($1::bigint[])`,
    [products.map(({ id }) => id)],
  );
  for (const [index, { free, promised }] of model.products.entries()) {
    for (const [face, count] of free) {
      const row = stock.rows.find(
        (line) => line.product_id === products[index]?.id && line.face_kopecks === face,
      );
      assert.deepEqual([row?.free ?? 0, row?.available ?? 0], [count, count - (promised.get(face) ?? 0)]);
    }
  }
}
