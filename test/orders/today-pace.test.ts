import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOrderDayCounter } from '../../src/orders/days/count-days.ts';
import { createTermIndexer } from '../../src/orders/search/index-terms.ts';
import { addClient } from '../support/arrange.ts';
import { migratedDatabase, type MigratedDatabase } from '../support/migrated-database.ts';

/** Of a new client; all at the same time. */
async function addOrders(world: MigratedDatabase, orders: number, at: Date): Promise<number> {
  const { id } = await addClient({ ...world, now: () => at }, {});
  await world.db.query(
    `insert into requests (client_id, id, state, testmode, product_id, supplier_id, face_kopecks, sum_kopecks, uuid, service_code,
       comment, external_id, email_from, email_to, sender_name, recipient_name, to_phone, greeting, delivery_type, callback_url,
       callback_format, accepted_at, due_at)
     select $1, i, 'queued', false, 1, 1, 100, 100, i::text, 'API', '', '', '', '', '', '', '', '', 'link', '', 'form', $3, $3
     from generate_series(1, $2::bigint) i`,
    [id, orders, at],
  );
  return id;
}

test('the more orders today has, of all clients, the later it is counted again', async () => {
  await using world = await migratedDatabase();
  const { db } = world;
  let now = world.now;
  const counter = createOrderDayCounter({ db, clock: { now: () => now } });
  const restOf = async (orders: number): Promise<number> => {
    const id = await addOrders(world, orders, now);
    while ((await counter.round()) > 0);
    const { rows } = await db.query<{ due: Date; open: number }>(
      `select due_at as due, open_orders as open from order_day_spans where client_id = $1`,
      [id],
    );
    assert.equal(rows[0]?.open, orders);
    return (rows[0]?.due.getTime() ?? 0) - now.getTime();
  };
  assert.equal(await restOf(10), 60_001);
  // New days are looked for every half minute.
  now = new Date(now.getTime() + 31_000);
  // A day of a million orders is counted in seconds, and at most every minute and a half or so.
  assert.equal(await restOf(5000), 60_501);
});

test('a client that orders all the time is filed for search every half minute, not order by order', async () => {
  await using world = await migratedDatabase();
  const { db, keyring } = world;
  const minutesAgo = (minutes: number): Date => new Date(world.now.getTime() - minutes * 60_000);
  const just = await addOrders(world, 3, minutesAgo(5.25));
  const longer = await addOrders(world, 3, minutesAgo(5.75));
  const indexer = createTermIndexer({ db, keyring, clock: { now: () => world.now } });
  while ((await indexer.round()) > 0);
  const { rows } = await db.query<{ id: number }>(`select client_id as id from order_terms_read`);
  assert.deepEqual(
    rows.map(({ id }) => id),
    [longer],
    `${just} waits for more`,
  );
});
