/** Upper bounds without HTTP: the platform's own verbs in a loop. */
import { hash, randomUUID } from 'node:crypto';
import { issueOrders } from '../../src/orders/issue-orders.ts';
import type { OrderAsk } from '../../src/orders/order-ask.ts';
import { placeOrders } from '../../src/orders/place-orders.ts';
import { systemClock } from '../../src/platform/time/clock.ts';
import { pipelinedTransaction, transaction, type Database } from '../../src/platform/database/database.ts';
import type { Keyring } from '../../src/platform/secrets/keyring.ts';
import type { Shop } from '../world/shop.ts';

/** Upper bounds without HTTP: the platform's own verbs, called in a loop with all batches prepared. */

/** The orders of load/signed-requests.ts in parsed form. */
export function orderAsks(shop: Shop, count: number, clients = shop.clients.length): OrderAsk[] {
  return Array.from({ length: count }, (_, index) => {
    const shopClient = shop.clients[index % clients];
    if (shopClient === undefined) throw new Error('The shop has no client.');
    const uuid = randomUUID();
    return {
      client: shopClient.client,
      productId: shop.product.id,
      faceKopecks: shop.product.faceKopecks,
      uuid,
      parametersHash: hash('sha256', uuid, 'hex'),
      emailFrom: '',
      emailTo: '',
      senderName: 'Бонусная программа',
      recipientName: 'Мария Петрова',
      toPhone: '',
      greeting: 'С днём рождения!',
      serviceCode: 'BENCH',
      comment: `bench ${index}`,
      externalId: `EXT-${index}`,
      deliveryType: 'link' as const,
      dateSend: null,
      ttlSeconds: null,
      callbackUrl: null,
      testmode: false,
      wrongNow: [],
    };
  });
}

/** Accepts all asks in batches of one size, one transaction after another; returns the seconds it took. */
export async function placeAll(db: Database, asks: OrderAsk[], batch: number): Promise<number> {
  const startedAt = performance.now();
  for (let first = 0; first < asks.length; first += batch) {
    const placed = await pipelinedTransaction(db, (tx) =>
      placeOrders(tx, asks.slice(first, first + batch), systemClock.now()),
    );
    const refusedOne = placed.find((one) => one.is === 'refused');
    if (refusedOne !== undefined) throw new Error(`An order was refused: ${JSON.stringify(refusedOne)}`);
  }
  return (performance.now() - startedAt) / 1000;
}

/** Accepts all asks in one commit, so that a worker finds them all at once. Returns when that was, since the epoch. */
export async function placeAtOnce(db: Database, asks: OrderAsk[], batch: number): Promise<number> {
  await transaction(db, async (tx) => {
    for (let first = 0; first < asks.length; first += batch) {
      const { result, written } = await placeOrders(tx, asks.slice(first, first + batch), systemClock.now());
      await written;
      if (result.some(({ is }) => is === 'refused')) throw new Error('An order was refused.');
    }
  });
  return performance.timeOrigin + performance.now();
}

/** Issues everything queued, batch after batch; returns the seconds it took and the number of certificates. */
export async function issueAll(
  db: Database,
  keyring: Keyring,
  batch: number,
): Promise<{ seconds: number; issued: number }> {
  const settings = { keyring, baseUrl: 'http://127.0.0.1', limit: batch };
  const startedAt = performance.now();
  let issued = 0;
  for (let taken = -1; taken !== 0;) {
    const done = await transaction(db, (tx) => issueOrders(tx, settings, systemClock.now()));
    taken = done.taken;
    issued += done.decisions.issues.length;
  }
  return { seconds: (performance.now() - startedAt) / 1000, issued };
}
