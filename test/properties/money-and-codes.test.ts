import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { expireOrders } from '../../src/orders/end-orders.ts';
import { issueOrders } from '../../src/orders/issue-orders.ts';
import { placeOrders } from '../../src/orders/place-orders.ts';
import { refundOrder } from '../../src/orders/refund-order.ts';
import { wakeDelayed } from '../../src/orders/wake-delayed.ts';
import { setCredit } from '../../src/ledger/accounts.ts';
import { chargeBack, topUp } from '../../src/ledger/top-up.ts';
import { pipelinedTransaction, transaction } from '../../src/platform/database/database.ts';
import { addCodes, freshCodes, type Place, type TestProduct } from '../support/arrange.ts';
import { migratedDatabase } from '../support/migrated-database.ts';
import type { Client } from '../../src/clients/client.ts';
import {
  modelChargeBack,
  modelExpire,
  modelImport,
  modelIssue,
  modelRefund,
  modelSetCredit,
  modelTopUp,
  modelWake,
  type ModelAsk,
} from './model.ts';
import { facesKopecks, type Pair, newPair, realAsk, compareAnswers, compareWorlds } from './pair.ts';

const runs = 60;

const maxSteps = 25;

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
      modelImport(model, one.product, one.face, one.count);
      // Codes that are carried to a cell wake those that wait for them there.
      if (place.cell !== null) modelWake(model, one.product);
      return;
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

test('orders, money and codes match the model for any sequence of actions', async () => {
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
