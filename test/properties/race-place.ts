import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { expireOrders } from '../../src/orders/end-orders.ts';
import { issueOrders } from '../../src/orders/issue-orders.ts';
import type { OrderAsk } from '../../src/orders/order-ask.ts';
import { placeOrders, type Placement } from '../../src/orders/place-orders.ts';
import { wakeDelayed } from '../../src/orders/wake-delayed.ts';
import { acceptOrders, type AcceptOrder } from '../../src/orders/accept-orders.ts';
import { createMetrics } from '../../src/platform/process/metrics.ts';
import { pipelinedTransaction, transaction, type Database } from '../../src/platform/database/database.ts';
import type { Place } from '../support/arrange.ts';
import { migratedDatabase } from '../support/migrated-database.ts';
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
}

/** A database with enough connections for concurrent transactions. */
export async function racePlace(): Promise<RacePlace> {
  const clock = testClock('2026-11-21T12:00:00+03:00');
  const world = await migratedDatabase({ connections });
  const ctx = { ...world, clock, crashPoint: () => {}, metrics: createMetrics(), tracing: null };
  const acceptor = () => acceptOrders(ctx, () => {});
  return {
    ...world,
    now: () => clock.now(),
    clock,
    acceptors: [acceptor(), acceptor(), acceptor()],
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
