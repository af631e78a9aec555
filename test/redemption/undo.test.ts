import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refundOrder } from '../../src/orders/refund-order.ts';
import type { Principal } from '../../src/people/access/principal.ts';
import { setTillSettings } from '../../src/redemption/till-settings.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { undoRedemption, type Undone } from '../../src/redemption/undo-redemption.ts';
import { settle } from '../../src/reports/settlement.ts';
import { verify } from '../../src/reports/verify.ts';
import type { TestClient } from '../support/test-client.ts';
import type { TestWorld } from '../support/test-world.ts';
import { testWorld } from '../support/test-world.ts';
import { buyOne, managerOf, shop } from './redemption-shop.ts';

async function arrange(world: TestWorld) {
  const { client, product, caller, buy } = await shop(world);
  const { supplierId } = product;
  const undo = (
    number: unknown,
    { reason = 'Покупатель передумал', by = managerOf(supplierId) }: { reason?: string; by?: Principal } = {},
  ): Promise<Undone> =>
    undoRedemption(
      world.cellOf(client).db,
      world.ctx.keyring,
      by,
      { supplierId, transaction: String(number), reason },
      world.clock.now(),
    );
  const redeem = async (code: string, key: string): Promise<unknown> => {
    const answer = await caller.redeem({ code, idempotency_key: key });
    assert.equal(answer.status, 200);
    return answer.body['transaction'];
  };
  return { client, product, caller, buy, undo, redeem, supplierId };
}

async function redeemedIn(
  world: TestWorld,
  client: TestClient,
  supplierId: number,
): Promise<number | undefined> {
  const now = world.clock.now();
  const period = { from: new Date(now.getTime() - 86_400_000), to: new Date(now.getTime() + 86_400_000) };
  const settlement = await transaction(world.cellOf(client).db, (tx) =>
    settle(tx, { supplierId, ...period }, now),
  );
  assert.ok(settlement !== 'no-supplier');
  return settlement.lines[0]?.redeemed;
}

test('a manager undoes a redemption with a reason; the certificate is valid again, and its repeat does not redeem it', async () => {
  await using world = await testWorld();
  const { caller, client, product, undo, redeem, supplierId } = await arrange(world);
  const id = await client.makeOrder({ product_id: product.id, face: 500, delivery_type: 'link' });
  await world.settle();
  const { code } = await client.getCode(id);
  const { pathname } = new URL((await client.getLinks(id)).download_url ?? '');
  const giftPage = async () => (await fetch(`${world.baseUrl}${pathname}?lang=en`)).text();
  const first = await redeem(code, 'a');
  assert.match(await giftPage(), /has been used/);
  assert.deepEqual(await undo(first, { reason: '  ' }), { is: 'no-reason' });
  world.clock.forward('14 min');
  assert.deepEqual(await undo(first), { is: 'undone' });
  assert.equal((await caller.check(code)).body['state'], 'active');
  assert.doesNotMatch(await giftPage(), /has been used/);
  assert.equal(await redeemedIn(world, client, supplierId), 0);
  assert.equal((await undo(first)).is, 'undone-before');

  const repeat = await caller.redeem({ code, idempotency_key: 'a' });
  assert.deepEqual([repeat.status, repeat.body.error?.['code']], [409, 'undone']);
  const second = await redeem(code, 'b');
  assert.notEqual(second, first);
  assert.equal(
    (await caller.redeem({ code, idempotency_key: 'c' })).body.error?.['code'],
    'already_redeemed',
  );
  assert.equal(await redeemedIn(world, client, supplierId), 1);

  const { rows } = await world.ctx.db.query(
    `select act, about, after from audit where side = 'supplier' and party_id = $1`,
    [supplierId],
  );
  assert.deepEqual(rows, [
    {
      act: 'redemption.undone',
      about: `redemption ${String(first)}`,
      after: JSON.stringify({ reason: 'Покупатель передумал' }),
    },
  ]);
});

test('nobody but a manager of the supplier undoes, and only within the set time', async () => {
  await using world = await testWorld();
  const { buy, undo, redeem, supplierId, caller } = await arrange(world);
  const code = await buy();
  const redeemed = await redeem(code, 'a');
  const strangers: Principal[] = [
    managerOf(supplierId + 1),
    managerOf(supplierId, 'cashier'),
    { ...managerOf(supplierId), isWhole: false },
    { is: 'program', side: 'supplier', partyId: supplierId },
    { ...managerOf(0, 'support'), side: 'operator' },
  ];
  for (const by of strangers) assert.deepEqual(await undo(redeemed, { by }), { is: 'no-redemption' });
  assert.deepEqual(await undo('NOSUCHNUMBER'), { is: 'no-redemption' });
  world.clock.forward('16 min');
  assert.deepEqual(await undo(redeemed), { is: 'too-late', undoMinutes: 15 });
  const { db, keyring } = world.ctx;
  const set = (undoMinutes: number, by: Principal = managerOf(supplierId)) =>
    setTillSettings(db, keyring, by, { supplierId, undoMinutes }, world.clock.now());
  assert.equal(await set(60, managerOf(supplierId, 'cashier')), 'forbidden');
  for (const minutes of [-1, 1441, 1.5]) assert.equal(await set(minutes), 'no-time');
  assert.equal(await set(0), 'set');
  assert.deepEqual(await undo(redeemed), { is: 'too-late', undoMinutes: 0 });
  assert.equal(await set(60), 'set');
  assert.deepEqual(await undo(redeemed), { is: 'undone' });
  assert.equal((await caller.check(code)).body['state'], 'active');
});

test('tills, managers and refunds at once leave one redemption in force, or a refund, never both', async () => {
  await using world = await testWorld();
  const { client, product, caller, undo, redeem, supplierId } = await arrange(world);
  const { db } = world.cellOf(client);
  let undoneInAll = 0;
  for (const round of [1, 2, 3]) {
    const code = await buyOne(world, client, product);
    const { rows } = await db.query<{ clientId: number; requestId: number }>(
      `select client_id as "clientId", request_id as "requestId" from certificates order by request_id desc limit 1`,
    );
    const order = rows[0] ?? assert.fail('no certificate');
    const won = [await redeem(code, `${round}-first`)];
    let undone = 0;
    /** Undoes what was redeemed last, and redeems, in either order. */
    const tills = Array.from({ length: 50 }, async (_, till) => {
      if (till % 2 === 0 && (await undo(won.at(-1))).is === 'undone') undone += 1;
      const answer = await caller.redeem({ code, idempotency_key: `${round}-${till}` });
      if (answer.status === 200) won.push(answer.body['transaction']);
      if (till % 2 === 1 && (await undo(won.at(-1))).is === 'undone') undone += 1;
    });
    const refunds = [1, 2].map(() =>
      refundOrder(db, { ...order, note: 'race' }, world.clock.now()).then(({ is }) => is),
    );
    const ends = await Promise.all(refunds);
    await Promise.all(tills);
    const { rows: left } = await db.query<{ inForce: number; all: number; blocked: boolean }>(
      `select (count(r.*) filter (where r.undone_at is null))::int as "inForce", count(r.*)::int as all, c.state = 'blocked' as blocked
       from codes c left join redemptions r on r.supplier_id = c.supplier_id and r.code_id = c.id
       where c.supplier_id = $1 and c.client_id = $2 and c.request_id = $3 group by c.state`,
      [supplierId, order.clientId, order.requestId],
    );
    const [held] = left;
    assert.ok(held !== undefined);
    assert.equal(held.all, won.length, 'each till that won has its row');
    assert.ok(held.inForce <= 1);
    assert.equal(held.all - held.inForce, undone);
    undoneInAll += undone;
    if (ends.includes('refunded')) assert.deepEqual([held.blocked, held.inForce], [true, 0]);
  }
  assert.ok(undoneInAll > 0);
  const proof = await verify(db, () => {}, world.ctx.keyring);
  assert.deepEqual(
    proof.checks.filter(({ ok }) => !ok),
    [],
  );
});

test('what the supplier took back cannot be undone, and what was undone can be refunded as never redeemed', async () => {
  await using world = await testWorld();
  const { buy, undo, redeem, client } = await arrange(world);
  const [one, other] = [await buy(), await buy()];
  const { db } = world.cellOf(client);
  const { rows } = await db.query<{ requestId: number }>(
    `select request_id as "requestId" from certificates order by request_id`,
  );
  const refund = (index: number, takenBack: boolean) =>
    refundOrder(
      db,
      { clientId: client.id, requestId: Number(rows[index]?.requestId), note: 'test', takenBack },
      world.clock.now(),
    );
  const first = await redeem(one, 'one');
  assert.equal((await refund(0, true)).is, 'refunded');
  assert.equal((await undo(first)).is, 'refunded');
  const second = await redeem(other, 'other');
  assert.equal((await refund(1, false)).is, 'redeemed');
  assert.equal((await undo(second)).is, 'undone');
  assert.equal((await refund(1, true)).is, 'not-redeemed');
  assert.equal((await refund(1, false)).is, 'refunded');
});
