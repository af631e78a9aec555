import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import * as fc from 'fast-check';
import type { Client } from '../../src/clients/client.ts';
import { giveBackBrandLimits, useBrandLimits } from '../../src/catalog/use-brand-limits.ts';
import { setCredit } from '../../src/ledger/accounts.ts';
import { chargeBack, topUp } from '../../src/ledger/top-up.ts';
import { expireOrders } from '../../src/orders/end-orders.ts';
import { issueOrders } from '../../src/orders/issue-orders.ts';
import type { OrderAsk } from '../../src/orders/order-ask.ts';
import { placeOrders, type Placement } from '../../src/orders/place-orders.ts';
import { legalMoves, type RequestState } from '../../src/orders/states.ts';
import { wireError } from '../../src/orders/refusals.ts';
import { refundOrder } from '../../src/orders/refund-order.ts';
import { wakeDelayed } from '../../src/orders/wake-delayed.ts';
import { acceptOrders, type AcceptOrder } from '../../src/http/client-api/commands/make-order.ts';
import { moscowMonth } from '../../src/platform/time/moscow-time.ts';
import { createMetrics } from '../../src/platform/process/metrics.ts';
import {
  openDatabase,
  pipelinedTransaction,
  transaction,
  type Database,
} from '../../src/platform/database/database.ts';
import { offerCodes, promiseCodes } from '../../src/vault/promise-codes.ts';
import {
  addClient,
  addCodes,
  addProduct,
  freshCodes,
  type Place,
  type TestProduct,
} from '../support/arrange.ts';
import { migratedDatabase } from '../support/migrated-database.ts';
import { testClock } from '../support/test-clock.ts';
import { assertInvariants } from './invariants.ts';
import { orderAsk } from './order-ask.ts';

const connections = 12;
const faces = [50_000, 100_000];
/** Small, so that several workers find something to take. */
const issuedAtOnce = 7;

interface RacePlace extends Place, AsyncDisposable {
  db: Database;
  /** Three API processes: concurrent calls to one of them become one batch. */
  acceptors: AcceptOrder[];
  clock: ReturnType<typeof testClock>;
}

/** A database with enough connections for concurrent transactions. */
async function racePlace(): Promise<RacePlace> {
  const world = await migratedDatabase();
  const clock = testClock('2026-11-21T12:00:00+03:00');
  const db = openDatabase(world.url, { connections, name: 'facevalue races' });
  const metrics = createMetrics();
  const acceptor = () => acceptOrders({ db, clock, metrics, crashPoint: () => {} }, () => {});
  return {
    db,
    keyring: world.keyring,
    clock,
    acceptors: [acceptor(), acceptor(), acceptor()],
    now: () => clock.now(),
    async [Symbol.asyncDispose]() {
      await db.end();
      await world[Symbol.asyncDispose]();
    },
  };
}

const placeAll = ({ db, now }: Place, asks: OrderAsk[]): Promise<Placement[]> =>
  pipelinedTransaction(db, (tx) => placeOrders(tx, asks, now()));

const issueSome = ({ db, keyring, now }: Place, limit = issuedAtOnce): Promise<{ taken: number }> =>
  transaction(db, (tx) => issueOrders(tx, { keyring, baseUrl: 'http://127.0.0.1', limit }, now()));

const expire = ({ db, keyring, now }: Place): Promise<number> =>
  transaction(db, (tx) => expireOrders(tx, keyring, issuedAtOnce, now()));

const wake = ({ db, now }: Place): Promise<number> => transaction(db, (tx) => wakeDelayed(tx, now()));

async function drain(place: Place): Promise<void> {
  let done = 1;
  while (done > 0) done = (await expire(place)) + (await wake(place)) + (await issueSome(place, 400)).taken;
}

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

async function castOf(place: Place): Promise<Cast> {
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

test('an order whose client loses its money between reading and booking is refused, not failed', async () => {
  await using place = await racePlace();
  const client = await addClient(place, { balanceRoubles: 60_000 });
  const product = await addProduct(place, { scheme: 'platform' });
  const ask = orderAsk({ client, productId: product.id, faceKopecks: 50_000, uuid: '' });
  const placement = await transaction(place.db, async (tx) => {
    await chargeBack(tx, { clientId: client.id, amountKopecks: 6_000_000, note: '' }, place.now());
    // It has read the funds, and waits for this transaction to book its hold.
    const placing = place.acceptors[0]?.(ask);
    await waitUntil(async () => (await waitingForLocks(place.db)) > 0);
    return { placing };
  });
  assert.deepEqual(await placement.placing, { is: 'refused', refusal: { why: 'no-funds' } });
  await assertInvariants(place.db);
});

test('of sixty at once within a limit of five five are accepted, the others told 1102, and none fails later', async () => {
  await using place = await racePlace();
  const client = await addClient(place);
  for (const limit of [{ monthlyOrdersLimit: 5 }, { monthlySumLimitRoubles: 2999 }]) {
    for (const scheme of ['pool', 'platform'] as const) {
      const product = await addProduct(place, { scheme, ...limit });
      if (scheme === 'pool') await addCodes(place, product, 500, freshCodes(100));
      const answers = await sixtyAtOnce(place, () =>
        orderAsk({ client, productId: product.id, faceKopecks: 50_000 }),
      );
      assert.equal(answers.filter(({ is }) => is === 'placed').length, 5);
      assert.deepEqual(
        refusalsOf(answers).map(({ code }) => code),
        Array.from({ length: 55 }, () => 1102),
      );
      await assertInvariants(place.db);
      await drain(place);
      assert.equal(await failuresAfterAcceptance(place), 0);
      await assertInvariants(place.db);
    }
  }
});

test('an order whose limit was ample when it was read and is used up is refused, not failed', async () => {
  await using place = await racePlace();
  const client = await addClient(place);
  const product = await addProduct(place, { scheme: 'platform', monthlyOrdersLimit: 20 });
  const ask = () => orderAsk({ client, productId: product.id, faceKopecks: 50_000 });
  // The limit is used up meanwhile: the order has read it, and waits to count its use.
  const month = moscowMonth(place.now());
  const uses = Array.from({ length: 20 }, () => ({ ...product, faceKopecks: 50_000 }));
  const placement = await transaction(place.db, async (tx) => {
    await useBrandLimits(tx, uses, month);
    const placing = place.acceptors[0]?.(ask());
    await waitUntil(async () => (await waitingForLocks(place.db)) > 0);
    return { placing };
  });
  assert.deepEqual(await placement.placing, { is: 'refused', refusal: { why: 'supplier-limit' } });
  await transaction(place.db, (tx) => giveBackBrandLimits(tx, uses, month));
  await assertInvariants(place.db);
});

test('an order whose lot was ample when it was read and is promised away is refused, not failed', async () => {
  await using place = await racePlace();
  const client = await addClient(place);
  const product = await addProduct(place);
  await addCodes(place, product, 500, freshCodes(20));
  const faceKopecks = 50_000;
  const ask = orderAsk({ client, productId: product.id, faceKopecks });
  const lot = { supplierId: product.supplierId, productId: product.id, faceKopecks, endsOn: 'infinity' };
  const placement = await transaction(place.db, async (tx) => {
    await promiseCodes(tx, [{ lot, codes: 20 }]);
    const placing = place.acceptors[0]?.(ask);
    await waitUntil(async () => (await waitingForLocks(place.db)) > 0);
    return { placing };
  });
  assert.deepEqual(await placement.placing, { is: 'refused', refusal: { why: 'no-stock' } });
  await transaction(place.db, (tx) => offerCodes(tx, [{ lot, codes: 20 }]));
  await assertInvariants(place.db);
});

async function waitingForLocks(db: Database): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
}

async function waitUntil(isSo: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 1000; tries += 1) {
    if (await isSo()) return;
    await sleep(10);
  }
  throw new Error('It never came.');
}

test('fifty at once with one uuid are one request, whichever batch they come in', async () => {
  await using place = await racePlace();
  const client = await addClient(place);
  const product = await addProduct(place, { scheme: 'platform' });
  const ask = (uuid: string) => orderAsk({ client, productId: product.id, faceKopecks: 50_000, uuid });
  for (const uuid of ['first', 'second', 'third']) {
    const batches = Array.from({ length: 50 }, (_, index) => {
      const alone = [ask(uuid)];
      const twice = [ask(uuid), ask(uuid)];
      const besideOthers = [ask(`${uuid}-${index}`), ask(uuid), ask(`${uuid}-${index - 3}`)];
      return [alone, twice, besideOthers][index % 3] ?? alone;
    });
    const answers = await Promise.all(batches.map((asks) => placeAll(place, asks)));
    const ids = answers.flatMap((placements, batch) =>
      placements.filter((_, index) => batches[batch]?.[index]?.uuid === uuid).map(idOf),
    );
    assert.ok(ids.length > 50);
    assert.equal(new Set(ids).size, 1);
  }
  await drain(place);
  await assertInvariants(place.db);
});

test('of fifty at once with one uuid and two minds, the first mind wins and the other gets 1207', async () => {
  await using place = await racePlace();
  const client = await addClient(place);
  const product = await addProduct(place, { scheme: 'platform' });
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      placeAll(place, [
        orderAsk({ client, productId: product.id, faceKopecks: faces[index % 2] ?? 0, uuid: 'two minds' }),
      ]),
    ),
  );
  const placed = answers.flat().filter((placement) => placement.is === 'placed');
  assert.equal(placed.length, 25);
  assert.equal(new Set(placed.map(idOf)).size, 1);
  for (const placement of answers.flat()) {
    if (placement.is === 'refused') assert.equal(placement.refusal.why, 'uuid-mismatch');
  }
  await drain(place);
  await assertInvariants(place.db);
});

test('a uuid that was refused for want of funds is free again, also while others ask with it', async () => {
  await using place = await racePlace();
  const client = await addClient(place, { balanceRoubles: 400 });
  const product = await addProduct(place, { scheme: 'platform' });
  const ask = () => orderAsk({ client, productId: product.id, faceKopecks: 50_000, uuid: 'poor' });
  const money = { clientId: client.id, amountKopecks: 10_000, reference: 'late', note: '' };
  const tries = Array.from({ length: 30 }, () => placeAll(place, [ask(), ask()]));
  const [answers] = await Promise.all([
    Promise.all(tries),
    transaction(place.db, (tx) => topUp(tx, money, place.now())),
  ]);
  const [last] = await placeAll(place, [ask()]);
  const placed = [...answers.flat(), last].filter((placement) => placement?.is === 'placed');
  assert.equal(last?.is, 'placed');
  assert.equal(new Set(placed.map(idOf)).size, 1);
  await drain(place);
  await assertInvariants(place.db);
});

test('two clients that share uuids in crosswise batches do not wait for each other in a ring', async () => {
  await using place = await racePlace();
  const clients = await Promise.all([addClient(place), addClient(place)]);
  const product = await addProduct(place, { scheme: 'platform' });
  const uuids = Array.from({ length: 250 }, (_, index) => `crosswise-${index}`);
  const batchOf = (order: Client[], names: string[]) =>
    names.flatMap((uuid) =>
      order.flatMap((client) => [
        orderAsk({ client, productId: product.id, faceKopecks: 50_000, uuid }),
        orderAsk({ client, productId: product.id, faceKopecks: 100_000, uuid }),
      ]),
    );
  const batches = Array.from({ length: 12 }, (_, index) =>
    batchOf(index % 2 === 0 ? clients : clients.toReversed(), index % 3 === 0 ? uuids : uuids.toReversed()),
  );
  await Promise.all(batches.map((asks) => placeAll(place, asks)));
  await drain(place);
  await assertInvariants(place.db);
});

test('codes that arrive go to the oldest of those that wait', async () => {
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

/** Sixty orders at the same moment: each in its own transaction, and in batches of three processes. */
async function sixtyAtOnce(place: RacePlace, ask: (index: number) => OrderAsk): Promise<Placement[]> {
  const alone = Array.from({ length: 30 }, (_, index) => placeAll(place, [ask(index)]));
  const gathered = Array.from({ length: 30 }, async (_, index) => {
    const judged = await place.acceptors[index % place.acceptors.length]?.(ask(30 + index));
    assert.ok(typeof judged === 'object' && judged.is !== 'failed');
    return judged;
  });
  return [...(await Promise.all(alone)).flat(), ...(await Promise.all(gathered))];
}

const refusalsOf = (placements: Placement[]) =>
  placements.flatMap((one) => (one.is === 'refused' ? [wireError(one.refusal)] : []));

async function failuresAfterAcceptance({ db }: Place): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*) as count from requests where state in ('failed', 'cancelled')`,
  );
  return rows[0]?.count ?? 0;
}

test('of sixty at once for five codes five are accepted, the others told 3601, and none fails later', async () => {
  await using place = await racePlace();
  const [poor, rich] = await Promise.all([
    addClient(place, { balanceRoubles: 100_000 }),
    addClient(place, { balanceRoubles: 100_000_000 }),
  ]);
  for (let round = 0; round < 5; round += 1) {
    const product = await addProduct(place);
    await addCodes(place, product, 500, freshCodes(5));
    const answers = await sixtyAtOnce(place, (index) =>
      orderAsk({ client: index % 2 === 0 ? poor : rich, productId: product.id, faceKopecks: 50_000 }),
    );
    assert.equal(answers.filter(({ is }) => is === 'placed').length, 5);
    const refusals = refusalsOf(answers);
    assert.equal(refusals.length, 55);
    for (const refusal of refusals)
      assert.deepEqual(refusal, { code: 3601, text: 'fields filled incorrectly: face' });
    await assertInvariants(place.db);
    await drain(place);
    assert.equal(await failuresAfterAcceptance(place), 0);
  }
  await assertInvariants(place.db);
});

const idOf = (placement: Placement | undefined): number =>
  placement?.is === 'placed' ? placement.requestId : assert.fail(`not placed: ${JSON.stringify(placement)}`);
