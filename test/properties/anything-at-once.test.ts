import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { Client } from '../../src/clients/client.ts';
import { setCredit } from '../../src/ledger/accounts.ts';
import { chargeBack, topUp } from '../../src/ledger/top-up.ts';
import { legalMoves, type RequestState } from '../../src/orders/states.ts';
import { refundOrder } from '../../src/orders/refund-order.ts';
import { wakeDelayed } from '../../src/orders/wake-delayed.ts';
import { transaction } from '../../src/platform/database/database.ts';
import {
  addClient,
  addCodes,
  addProduct,
  freshCodes,
  type Place,
  type TestProduct,
} from '../support/arrange.ts';
import { assertInvariants } from './invariants.ts';
import { orderAsk } from './order-ask.ts';
import {
  connections,
  faces,
  type RacePlace,
  racePlace,
  placeAll,
  issueSome,
  expire,
  wake,
  drain,
  idOf,
} from './race-place.ts';

async function states({ db }: Place): Promise<Map<number, RequestState>> {
  const { rows } = await db.query<{ id: number; state: RequestState }>(`select id, state from requests`);
  return new Map(rows.map((row) => [row.id, row.state]));
}

/** All states that a request can have reached by legal moves. */
function reachable(from: RequestState): Set<RequestState> {
  const found = new Set<RequestState>([from]);
  for (const state of found) {
    for (const next of Object.keys(legalMoves[state]) as RequestState[]) found.add(next);
  }
  return found;
}

type Deed =
  | {
      do: 'place';
      acceptor: number;
      asks: { client: number; product: number; face: number; uuid: number; ttl: boolean }[];
    }
  | { do: 'issue' | 'wake' | 'expire' }
  | { do: 'top up' | 'charge back' | 'credit'; client: number; kopecks: number }
  | { do: 'import'; product: number; face: number; count: number }
  | { do: 'refund'; client: number; nth: number };

const deed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('place' as const),
      acceptor: fc.nat(2),
      asks: fc.array(
        fc.record({
          client: fc.nat(2),
          product: fc.nat(2),
          face: fc.constantFrom(...faces),
          uuid: fc.nat(12),
          ttl: fc.boolean(),
        }),
        { minLength: 1, maxLength: 6 },
      ),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constantFrom('issue' as const, 'wake' as const, 'expire' as const) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('top up' as const, 'charge back' as const, 'credit' as const),
      client: fc.nat(2),
      kopecks: fc.oneof(fc.integer({ min: 1, max: 200_000 }), fc.constantFrom(5_900_000, 6_000_000)),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('import' as const),
      product: fc.nat(1),
      face: fc.constantFrom(...faces),
      count: fc.integer({ min: 1, max: 5 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('refund' as const), client: fc.nat(2), nth: fc.nat(2) }),
  },
);

interface Cast {
  clients: Client[];
  products: TestProduct[];
}

async function castOf(place: RacePlace): Promise<Cast> {
  const callbackUrl = 'http://127.0.0.1/callback';
  return {
    clients: await Promise.all([
      addClient(place, { balanceRoubles: 5000, delayedMode: true, callbackUrl }),
      // Enough money that its funds are not locked while a batch is judged, until a chargeback takes it.
      addClient(place, { balanceRoubles: 60_000, discountBasisPoints: 333 }),
      addClient(place, { balanceRoubles: 0, creditRoubles: 3000, delayedMode: true, callbackUrl }),
    ]),
    products: await Promise.all([
      addProduct(place),
      addProduct(place, { monthlyOrdersLimit: 6, monthlySumLimitRoubles: 4500 }),
      addProduct(place, { scheme: 'platform' }),
    ]),
  };
}

/** Takes back one of a client's issued orders, which others may be taking back too. */
async function refundOne({ db, now }: Place, clientId: number, nth: number): Promise<void> {
  const { rows } = await db.query<{ id: number }>(
    `select id from requests where client_id = $1 and state = 'issued' order by id offset $2 limit 1`,
    [clientId, nth],
  );
  const requestId = rows[0]?.id;
  if (requestId === undefined) return;
  const outcome = await transaction(db, (tx) => refundOrder(tx, { clientId, requestId, note: '' }, now()));
  assert.match(outcome.is, /^refunded/);
}

async function perform(place: RacePlace, { clients, products }: Cast, one: Deed): Promise<void> {
  const now = place.now();
  const clientOf = (index: number): Client => clients[index] as Client;
  switch (one.do) {
    case 'place':
      await Promise.all(
        one.asks.map(async ({ client, product, face, uuid, ttl }) =>
          place.acceptors[one.acceptor]?.(
            orderAsk({
              client: clientOf(client),
              productId: (products[product] as TestProduct).id,
              faceKopecks: face,
              uuid: uuid === 0 ? '' : `uuid-${uuid}`,
              ttlSeconds: ttl ? 60 : null,
            }),
          ),
        ),
      );
      return;
    case 'issue':
      await issueSome(place);
      return;
    case 'wake':
      await wake(place);
      return;
    case 'expire':
      await expire(place);
      return;
    case 'import':
      return addCodes(
        place,
        products[one.product] as TestProduct,
        one.face / 100,
        freshCodes(one.count),
        (tx) => wakeDelayed(tx, now, (products[one.product] as TestProduct).id),
      );
    case 'refund':
      return refundOne(place, clientOf(one.client).id, one.nth);
    default: {
      const money = {
        clientId: clientOf(one.client).id,
        amountKopecks: one.kopecks,
        reference: randomUUID(),
        note: '',
      };
      await transaction(place.db, async (tx) => {
        if (one.do === 'top up') await topUp(tx, money, now);
        else if (one.do === 'charge back') await chargeBack(tx, money, now);
        else await setCredit(tx, { clientId: money.clientId, creditKopecks: one.kopecks });
      });
    }
  }
}

test('concurrent actions keep money and codes correct and never deadlock', async () => {
  await using place = await racePlace();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(deed, { minLength: 4, maxLength: connections }), { minLength: 2, maxLength: 5 }),
      async (rounds) => {
        const cast = await castOf(place);
        for (const deeds of rounds) {
          const before = await states(place);
          await Promise.all(deeds.map((one) => perform(place, cast, one)));
          await assertInvariants(place.db);
          const after = await states(place);
          for (const [id, state] of before) {
            assert.ok(
              reachable(state).has(after.get(id) as RequestState),
              `${state} became ${after.get(id)}`,
            );
          }
          place.clock.forward('30 s');
        }
        await drain(place);
        await assertInvariants(place.db);
      },
    ),
    { numRuns: 25, endOnFailure: true },
  );
});

test('arriving codes go to the oldest waiting orders', async () => {
  await using place = await racePlace();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 2, maxLength: 6 }),
      fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 }),
      async (arrivals, deliveries) => {
        const product = await addProduct(place);
        const clients = await Promise.all([1, 2].map(() => addClient(place, { delayedMode: true })));
        const waiting: number[] = [];
        for (const count of arrivals) {
          const asks = Array.from({ length: count }, (_, index) =>
            orderAsk({
              client: clients[index % 2] as Client,
              productId: product.id,
              faceKopecks: 50_000,
            }),
          );
          waiting.push(...(await placeAll(place, asks)).map(idOf));
          place.clock.forward('1 s');
        }
        let arrived = 0;
        for (const count of deliveries) {
          await addCodes(place, product, 500, freshCodes(count));
          await Promise.all([wake(place), wake(place), wake(place)]);
          await drain(place);
          arrived += count;
          const now = await states(place);
          const served = waiting.filter((id) => now.get(id) === 'issued');
          assert.deepEqual(served, waiting.slice(0, arrived));
        }
        await assertInvariants(place.db);
      },
    ),
    { numRuns: 15 },
  );
});
