import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { expireOrders } from '../../src/orders/end-orders.ts';
import { findRequests } from '../../src/orders/find-requests.ts';
import { issueOrders } from '../../src/orders/issue-orders.ts';
import { placeOrders, type Placement } from '../../src/orders/place-orders.ts';
import { refundOrder } from '../../src/orders/refund-order.ts';
import { wireError } from '../../src/orders/refusals.ts';
import { wakeDelayed } from '../../src/orders/wake-delayed.ts';
import { setCredit } from '../../src/ledger/accounts.ts';
import { chargeBack, topUp } from '../../src/ledger/top-up.ts';
import { pipelinedTransaction, transaction } from '../../src/platform/database/database.ts';
import {
  addClient,
  addCodes,
  addProduct,
  freshCodes,
  type Place,
  type TestProduct,
} from '../support/arrange.ts';
import { migratedDatabase, type MigratedDatabase } from '../support/migrated-database.ts';
import { testClock } from '../support/test-clock.ts';
import type { Client } from '../../src/clients/client.ts';
import {
  modelChargeBack,
  modelExpire,
  modelImport,
  modelIssue,
  modelPlace,
  modelRefund,
  modelSetCredit,
  modelTopUp,
  modelWake,
  type Model,
  type ModelAsk,
} from './model.ts';
import { orderAsk } from './order-ask.ts';

const runs = 60;
const maxSteps = 25;
const facesKopecks = [50_000, 100_000];
const notOffered = 70_000;

const client = fc.nat(2);
const product = fc.nat(1);
const kopecks = fc.oneof(fc.integer({ min: 1, max: 300_000 }), fc.constantFrom(5_900_000, 6_000_000));

const ask: fc.Arbitrary<ModelAsk> = fc.record({
  client,
  product,
  face: fc.oneof({ weight: 20, arbitrary: fc.constantFrom(...facesKopecks) }, fc.constant(notOffered)),
  testmode: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, fc.constant(true)),
  uuid: fc.nat(6),
  ttlSeconds: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, fc.constantFrom(60, 120)),
});

type Step =
  | { do: 'place'; asks: ModelAsk[] }
  | { do: 'issue' | 'wake' }
  | { do: 'wait'; seconds: number }
  | { do: 'top up' | 'charge back' | 'set credit'; client: number; kopecks: number }
  | { do: 'import'; product: number; face: number; count: number }
  | { do: 'refund'; request: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('place' as const),
      asks: fc.array(ask, { minLength: 1, maxLength: 8 }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('issue' as const, 'wake' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.constantFrom(1, 30, 61) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('top up' as const, 'charge back' as const, 'set credit' as const),
      client,
      kopecks,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('import' as const),
      product,
      face: fc.constantFrom(...facesKopecks),
      count: fc.integer({ min: 1, max: 6 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('refund' as const), request: fc.nat(12) }),
  },
);

/** One run of the property: the platform and the model side by side, with their own clients and products. */
interface Pair {
  place: Place;
  clock: ReturnType<typeof testClock>;
  model: Model;
  clients: Client[];
  products: TestProduct[];
  /** The request's id for each request of the model. */
  ids: number[];
}

async function newPair(world: MigratedDatabase): Promise<Pair> {
  const clock = testClock('2026-11-21T12:00:00+03:00');
  const place: Place = { db: world.db, keyring: world.keyring, now: () => clock.now() };
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

async function take(pair: Pair, one: Step): Promise<void> {
  const { place, clock, model } = pair;
  const { db, keyring } = place;
  const now = clock.now();
  switch (one.do) {
    case 'place': {
      const placements = await pipelinedTransaction(db, (tx) =>
        placeOrders(
          tx,
          one.asks.map((asked) => realAsk(pair, asked)),
          now,
        ),
      );
      compareAnswers(pair, one.asks, placements);
      return;
    }
    case 'issue':
      await issueAll(place);
      return modelIssue(model, now.getTime());
    case 'wake':
      await transaction(db, (tx) => wakeDelayed(tx, now));
      return modelWake(model);
    case 'wait':
      clock.forward(`${one.seconds} s`);
      await transaction(db, (tx) => expireOrders(tx, keyring, 400, clock.now()));
      return modelExpire(model, clock.now().getTime());
    case 'top up':
      await transaction(db, (tx) => topUp(tx, moneyOf(pair, one), now));
      return modelTopUp(model, one.client, one.kopecks);
    case 'charge back':
      await transaction(db, (tx) => chargeBack(tx, moneyOf(pair, one), now));
      return modelChargeBack(model, one.client, one.kopecks);
    case 'set credit':
      await transaction(db, (tx) =>
        setCredit(tx, { clientId: moneyOf(pair, one).clientId, creditKopecks: one.kopecks }),
      );
      return modelSetCredit(model, one.client, one.kopecks);
    case 'import':
      await addCodes(place, pair.products[one.product] as TestProduct, one.face / 100, freshCodes(one.count));
      return modelImport(model, one.product, one.face, one.count);
    case 'refund': {
      const buyer = model.requests[one.request]?.client ?? 0;
      const { id: clientId } = pair.clients[buyer] as Client;
      const sale = { clientId, requestId: pair.ids[one.request] ?? 1, note: '' };
      const outcome = await transaction(db, (tx) => refundOrder(tx, sale, now));
      return assert.equal(outcome.is, modelRefund(model, one.request));
    }
  }
}

/** Like the worker: batches until none is taken. */
async function issueAll({ db, keyring, now }: Place): Promise<void> {
  const settings = { keyring, baseUrl: 'http://127.0.0.1', limit: 400 };
  while ((await transaction(db, (tx) => issueOrders(tx, settings, now()))).taken > 0);
}

const moneyOf = (pair: Pair, money: { client: number; kopecks: number }) => ({
  clientId: (pair.clients[money.client] as Client).id,
  amountKopecks: money.kopecks,
  reference: randomUUID(),
  note: '',
});

const realAsk = (pair: Pair, asked: ModelAsk) =>
  orderAsk({
    client: pair.clients[asked.client] as Client,
    productId: (pair.products[asked.product] as TestProduct).id,
    faceKopecks: asked.face,
    testmode: asked.testmode,
    uuid: asked.uuid === 0 ? '' : `uuid-${asked.uuid}`,
    ttlSeconds: asked.ttlSeconds,
  });

function compareAnswers(pair: Pair, asks: ModelAsk[], placements: Placement[]): void {
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

async function compareWorlds({ place, model, clients, products, ids }: Pair): Promise<void> {
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

test('orders, money and codes go as the plain model says, whatever happens in which order', async () => {
  await using world = await migratedDatabase();
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: maxSteps }), async (steps) => {
      const pair = await newPair(world);
      for (const one of steps) {
        await take(pair, one);
        await compareWorlds(pair);
      }
    }),
    { numRuns: runs },
  );
});
