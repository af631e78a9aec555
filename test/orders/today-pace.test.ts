import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createOrderDayCounter } from '../../src/orders/days/count-days.ts';
import { addClient } from '../support/arrange.ts';
import { migratedDatabase } from '../support/migrated-database.ts';

test('the more orders today has, the later it is counted again', async () => {
  await using world = await migratedDatabase();
  const { db, now } = world;
  const restOf = async (orders: number): Promise<number> => {
    const { id } = await addClient({ ...world, now: () => now }, {});
    await db.query(
      `insert into requests (client_id, id, state, testmode, product_id, supplier_id, face_kopecks, sum_kopecks, uuid, service_code,
         comment, external_id, email_from, email_to, sender_name, recipient_name, to_phone, greeting, delivery_type, callback_url,
         callback_format, accepted_at, due_at)
       select $1, i, 'queued', false, 1, 1, 100, 100, i::text, 'API', '', '', '', '', '', '', '', '', 'link', '', 'form', $3, $3
       from generate_series(1, $2::bigint) i`,
      [id, orders, now],
    );
    const counter = createOrderDayCounter({ db, clock: { now: () => now } });
    while ((await counter.round()) > 0);
    const { rows } = await db.query<{ due: Date; open: number }>(
      `select due_at as due, open_orders as open from order_day_spans where client_id = $1`,
      [id],
    );
    assert.equal(rows[0]?.open, orders);
    return (rows[0]?.due.getTime() ?? 0) - now.getTime();
  };
  assert.equal(await restOf(10), 60_001);
  // A day of a million orders is counted in seconds, and at most every minute and a half or so.
  assert.equal(await restOf(5000), 60_500);
});
