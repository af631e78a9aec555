import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { expireOrders } from '../../src/orders/end-orders.ts';
import { issueOrders } from '../../src/orders/issue-orders.ts';
import type { OrderAsk } from '../../src/orders/order-ask.ts';
import { placeOrders, type Placement } from '../../src/orders/place-orders.ts';
import { wakeDelayed } from '../../src/orders/wake-delayed.ts';
import { acceptOrders, type AcceptOrder } from '../../src/http/client-api/commands/make-order.ts';
import { carryRuns, type DealingContext } from '../../src/orders/dealing/carry-runs.ts';
import { dealLimits } from '../../src/orders/dealing/deal-limits.ts';
import { closeCells, openAsOne, openCells } from '../../src/platform/cells/open-cells.ts';
import { createMetrics } from '../../src/platform/process/metrics.ts';
import { openKeyring } from '../../src/platform/secrets/keyring.ts';
import {
  openDatabase,
  openShared,
  pipelinedTransaction,
  transaction,
  type Database,
  type Tx,
} from '../../src/platform/database/database.ts';
import {
  addCodes,
  addProduct,
  type Place,
  type ProductTraits,
  type TestCode,
  type TestProduct,
} from '../support/arrange.ts';
import { spreadDatabase, worldsOnCluster } from '../support/citus-database.ts';
import { masterKey, migratedDatabase } from '../support/migrated-database.ts';
import { testClock, type TestClock } from '../support/test-clock.ts';

export const connections = 12;

export const faces = [50_000, 100_000];

/** Small, so that several workers find something to take. */
const issuedAtOnce = 7;

/** Where orders race: the only server, or on a cluster the only cell. */
export interface RacePlace extends Place, AsyncDisposable {
  db: Database;
  /** Three API processes: concurrent calls to one of them become one batch. */
  acceptors: AcceptOrder[];
  clock: TestClock;
  /** A product; its monthly limits are open. */
  product(traits?: ProductTraits): Promise<TestProduct>;
  /** Loads codes into the pool of a product's face, where they are sold; `afterwards` runs in the same transaction. */
  codes(
    product: TestProduct,
    faceRoubles: number,
    codes: TestCode[],
    afterwards?: (tx: Tx) => Promise<unknown>,
  ): Promise<void>;
}

/** A database with enough connections for concurrent transactions. */
export async function racePlace(): Promise<RacePlace> {
  const clock = testClock('2026-11-21T12:00:00+03:00');
  const installation = await (worldsOnCluster ? inOnlyCell(clock) : onOneServer(clock));
  const { ctx, centre } = installation;
  const metrics = createMetrics();
  const acceptor = () => acceptOrders({ ...ctx, metrics, tracing: null }, () => {});
  const place: Place = { db: ctx.db, keyring: ctx.keyring, now: () => clock.now() };
  return {
    ...place,
    clock,
    acceptors: [acceptor(), acceptor(), acceptor()],
    async product(traits = {}) {
      const product = await addProduct({ ...place, db: centre }, traits);
      const { supplierId, brandId } = product;
      const need = { supplierId, brandId, orders: 1, kopecks: 100, least: 100 };
      if (ctx.cells.length > 0) await dealLimits(ctx, [need]);
      return product;
    },
    async codes(product, faceRoubles, codes, afterwards) {
      await addCodes(
        { ...place, db: centre },
        product,
        faceRoubles,
        codes,
        ctx.cells.length > 0 ? undefined : afterwards,
      );
      await carryRuns(ctx, [product.id]);
    },
    [Symbol.asyncDispose]: () => installation.close(),
  };
}

interface Installation {
  ctx: DealingContext;
  /** Where products and imports are written. */
  centre: Database;
  close(): Promise<void>;
}

const name = 'facevalue races';
const crashPoint = (): void => {};

async function onOneServer(clock: TestClock): Promise<Installation> {
  const world = await migratedDatabase();
  const db = openDatabase(world.url, { connections, name });
  return {
    ctx: { db, cells: [], cell: null, clock, keyring: world.keyring, crashPoint },
    centre: db,
    async close() {
      await db.end();
      await world[Symbol.asyncDispose]();
    },
  };
}

async function inOnlyCell(clock: TestClock): Promise<Installation> {
  const database = await spreadDatabase({ nodes: 1, cells: 1 });
  const centre = openDatabase(database.url, { connections: 4, name });
  const open = openAsOne((way) => openShared(database.url, { connections, name, way }));
  const cells = await openCells(centre, open);
  const keyring = await openKeyring(centre, masterKey, clock.now(), cells);
  const [only] = cells;
  assert.ok(only !== undefined);
  return {
    ctx: { db: only.db, cells, cell: only.cell, clock, keyring, crashPoint },
    centre,
    async close() {
      await closeCells(cells);
      await centre.end();
      await database.drop();
    },
  };
}

export const placeAll = ({ db, now }: Place, asks: OrderAsk[]): Promise<Placement[]> =>
  pipelinedTransaction(db, (tx) => placeOrders(tx, asks, now()));

export const issueSome = ({ db, keyring, now }: Place, limit = issuedAtOnce): Promise<{ taken: number }> =>
  transaction(db, (tx) => issueOrders(tx, { keyring, baseUrl: 'http://127.0.0.1', limit }, now()));

export const expire = async ({ db, keyring, now }: Place): Promise<number> =>
  (await transaction(db, (tx) => expireOrders(tx, keyring, issuedAtOnce, now()))).length;

export const wake = ({ db, now }: Place): Promise<number> => transaction(db, (tx) => wakeDelayed(tx, now()));

export async function drain(place: Place): Promise<void> {
  let done = 1;
  while (done > 0) done = (await expire(place)) + (await wake(place)) + (await issueSome(place, 400)).taken;
}

export const idOf = (placement: Placement | undefined): number =>
  placement?.is === 'placed' ? placement.requestId : assert.fail(`not placed: ${JSON.stringify(placement)}`);

/** Returns when a transaction of this database waits for a lock. */
export async function untilLockAwaited(db: Database): Promise<void> {
  for (let tries = 0; tries < 1000; tries += 1) {
    if ((await waitingForLocks(db)) > 0) return;
    await sleep(10);
  }
  throw new Error('No transaction waits for a lock.');
}

async function waitingForLocks(db: Database): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
}
