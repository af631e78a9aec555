import assert from 'node:assert/strict';
import { userInfo } from 'node:os';
import { test } from 'node:test';
import { addFile } from '../../../src/orders/bulk/add-file.ts';
import { confirmBulk } from '../../../src/orders/bulk/confirm-bulk.ts';
import { cancelBulk, pauseBulk, resumeBulk } from '../../../src/orders/bulk/decide-bulk.ts';
import type { PersonPrincipal } from '../../../src/people/access/principal.ts';
import { listActs } from '../../../src/people/audit/check-chain.ts';
import { verify } from '../../../src/reports/verify.ts';
import { noFilters, listClientOrders } from '../../../src/orders/search/list-orders.ts';
import { listOrderAuthors } from '../../../src/orders/search/list-authors.ts';
import { findClientOrder } from '../../../src/reports/client-order.ts';
import { csvSheet, upload } from '../../support/bulk-world.ts';
import { testWorld } from '../../support/test-world.ts';

const headings = ['Товар', 'Номинал', 'Доставка'];

test('without the right nothing is found; with it a fresh proof is required, and every act is audited', async () => {
  await using world = await testWorld();
  const product = await world.product({ scheme: 'platform' });
  const [own, other] = [await world.client({ callbackUrl: null }), await world.client({ callbackUrl: null })];
  const now = (): Date => world.clock.now();
  const person = (role: string, partyId = own.id): PersonPrincipal => ({
    is: 'person',
    personId: 5,
    name: 'Анна',
    side: 'client',
    partyId,
    role,
    isWhole: true,
    steppedUpAt: now(),
  });
  const bytes = csvSheet(headings, [[product.id, 500, 'ссылка']]);
  const ask = { clientId: own.id, name: 'orders.csv', bytes };
  const { db, keyring } = world.home;
  for (const principal of [person('viewer'), person('finance'), person('owner', other.id)])
    assert.deepEqual(await addFile(db, keyring, principal, ask, now()), { is: 'refused', why: 'forbidden' });
  const bulkId = await upload(world, own.id, bytes);
  const key = { clientId: own.id, bulkId };
  for (const verb of [pauseBulk, resumeBulk, cancelBulk])
    for (const principal of [person('viewer'), person('finance'), person('owner', other.id)])
      assert.deepEqual(await verb(world.home, principal, key, now()), { is: 'unknown' });
  const confirm = (principal: PersonPrincipal) =>
    confirmBulk(world.home, principal, { ...key, again: false }, now());
  for (const principal of [person('viewer'), person('finance'), person('owner', other.id)])
    assert.deepEqual(await confirm(principal), { is: 'unknown' });
  assert.deepEqual(await confirm({ ...person('owner'), steppedUpAt: null }), { is: 'step-up' });
  assert.equal((await confirm(person('owner'))).is, 'done');
  await world.settle();
  const acts = await listActs(db, { side: 'client', partyId: own.id }, { limit: 10 });
  assert.deepEqual(
    acts.map(({ act, about, actor }) => [act, about, actor]),
    [
      ['bulk.confirmed', `bulk ${bulkId}`, 'person:5'],
      ['bulk.added', `bulk ${bulkId}`, `command:${userInfo().username}`],
    ],
  );

  const placed = await listClientOrders(db, {
    clientId: own.id,
    filters: { ...noFilters, personId: 5 },
    fromKey: null,
    direction: 'older',
    limit: 51,
  });
  assert.equal(placed.rows.length, 1, 'its orders are those of whoever confirmed it');
  assert.deepEqual(await listOrderAuthors(db, own.id), [{ personId: 5, name: 'Анна' }]);
  const { requestId = 0 } = placed.rows[0] ?? {};
  const { order } = (await findClientOrder(db, { clientId: own.id, requestId })) ?? assert.fail();
  assert.deepEqual([order.author, order.bulkId], ['Анна', bulkId]);

  await db.query(`update bulk_lines set uuid = 'another'`);
  const { checks } = await verify(db, () => {});
  assert.deepEqual(
    checks.find(({ name }) => name === 'bulk-lines')?.rows.map(({ fault }) => fault),
    ['another uuid'],
  );
  await db.query(`update bulk_lines l set uuid = r.uuid from requests r where r.id = l.request_id`);
  await db.query(`update bulk_orders set issued = 0`);
  const again = await verify(db, () => {});
  assert.equal(again.checks.find(({ name }) => name === 'bulk-lines')?.total, 1);
  await db.query(`update bulk_orders set issued = 1`);
});
