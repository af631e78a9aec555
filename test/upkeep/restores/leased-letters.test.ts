import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { fromShell } from '../../../src/people/access/principal.ts';
import { lastSeenAt, renewHistory } from '../../../src/platform/database/history.ts';
import { beginGuard } from '../../../src/upkeep/restores/begin-guard.ts';
import { testWorld } from '../../support/test-world.ts';

const hourMs = 3_600_000;

test('a letter that was being sent when the backup was made is held, though its lease ends after the lost time', async () => {
  await using world = await testWorld();
  const { db, keyring } = world.home;
  const client = await world.client();
  const product = await world.product({ facesRoubles: [500] });
  await world.pool(product, 500, 5);
  const order = { product_id: product.id, face: 500, email_to: 'guest@mail.example' };
  await client.makeOrder({ ...order, date_send: '2026-11-21T13:00:00+03:00' });
  await world.settle();
  await renewHistory(db);
  const seenAt = (await lastSeenAt(db)) ?? new Date(0);
  const lostUntil = new Date(Math.max(seenAt.getTime(), world.clock.now().getTime()) + hourMs);
  const leasedUntil = new Date(lostUntil.getTime() + 60_000);
  const { rowCount } = await db.query(
    `update deliveries set claim_id = $1, leased_until = $2, due_at = $2, attempts = 1 where state = 'due'`,
    [randomUUID(), leasedUntil],
  );
  assert.equal(rowCount, 1);
  const begun = await beginGuard(world.ctx, keyring, fromShell, { lostUntil, margin: 3 }, world.clock.now());
  assert.ok(begun.is === 'begun', begun.is);
  assert.equal(begun.counts.deliveries, 1);
  world.clock.forward('3 h');
  await world.settle();
  assert.equal(world.mail.letters.length, 0, 'it may have been sent');
});
