import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { decideGuardedAct } from '../../src/acts/guarded/decide.ts';
import { exportCodes } from '../../src/acts/guarded/export-codes.ts';
import { addProductForSale, putOnSale } from '../../src/acts/guarded/put-on-sale.ts';
import { setFourEyes } from '../../src/acts/guarded/set-four-eyes.ts';
import { showCode } from '../../src/acts/guarded/show-code.ts';
import { clientParty, operator } from '../../src/people/access/party.ts';
import { fromShell, type PersonPrincipal } from '../../src/people/access/principal.ts';
import type { Role } from '../../src/people/access/rights.ts';
import { checkChains, listActs } from '../../src/people/audit/check-chain.ts';
import { setProduct } from '../../src/catalog/set-product.ts';
import { moscowDay } from '../../src/platform/time/moscow-time.ts';
import { transaction } from '../../src/platform/database/database.ts';
import { runCommand } from '../support/run-command.ts';
import { counted } from '../../src/platform/cells/merge.ts';
import { testWorld, type TestWorld } from '../support/test-world.ts';

const somebody = (personId: number, role: Role, world: TestWorld): PersonPrincipal => ({
  is: 'person',
  personId,
  name: `Анна ${personId}`,
  ...operator,
  role,
  isWhole: true,
  steppedUpAt: world.clock.now(),
});

async function isOn(world: TestWorld, productId: number): Promise<boolean> {
  const { rows } = await world.ctx.db.query<{ on: boolean }>(
    `select switched_on as on from products where id = $1`,
    [productId],
  );
  return rows[0]?.on === true;
}

const four = (world: TestWorld) =>
  setFourEyes(world.ctx, fromShell, { on: true, aboveKopecks: 0 }, world.clock.now());

const decide = (
  world: TestWorld,
  by: PersonPrincipal,
  outcome: { is: string; approvalId?: number },
  now = world.clock.now(),
) => {
  assert.equal(outcome.is, 'waits');
  return decideGuardedAct(
    world.ctx,
    { ...by, steppedUpAt: now },
    { id: outcome.approvalId ?? 0, approve: true },
    now,
  );
};

test('with four eyes, a product goes on sale when somebody else agrees; off sale it goes at once', async () => {
  await using world = await testWorld();
  const product = await world.product();
  await transaction(world.ctx.db, (tx) =>
    setProduct(tx, product.id, { switchedOn: false }, world.clock.now()),
  );
  const sale = { supplierId: product.supplierId, productIds: [product.id] };
  const [catalogue, admin] = [somebody(1, 'catalogue', world), somebody(2, 'admin', world)];
  const put = () => putOnSale(world.ctx, catalogue, sale, world.clock.now());

  assert.equal(
    (await putOnSale(world.ctx, somebody(3, 'support', world), sale, world.clock.now())).is,
    'no-product',
    'a role without the right',
  );
  await four(world);
  const asked = await put();
  assert.equal(await isOn(world, product.id), false, 'nothing is done yet');
  assert.deepEqual(await put(), asked, 'asked again, it is the same');
  assert.equal((await decide(world, admin, asked)).is, 'done');
  assert.equal(await isOn(world, product.id), true);
  assert.deepEqual(await put(), { is: 'on-sale', lacks: [] }, 'what is on sale needs nobody');

  const off = await runCommand(world, ['product', 'set', String(product.id), '--off']);
  assert.equal(off.code, 0, off.err);
  const on = await runCommand(world, ['product', 'set', String(product.id), '--on', '--json']);
  assert.equal(on.code, 1);
  assert.match(on.out, /"why": ?"needs-approval"/);

  const ask = {
    supplierId: product.supplierId,
    scheme: 'platform' as const,
    facesKopecks: [50_000],
    fields: { title: 'Новый чай' },
  };
  const { added, sale: waits } = await addProductForSale(world.ctx, catalogue, ask, world.clock.now());
  assert.ok(added.is === 'added' && waits !== null);
  assert.equal(await isOn(world, added.productId), false);
  assert.equal((await decide(world, admin, waits)).is, 'done');
  assert.equal(await isOn(world, added.productId), true);
});

/** Codes that the operator has opened, in all cells. */
const countReadings = (world: TestWorld): Promise<number> =>
  counted(world.ctx, async ({ db }) => {
    const { rowCount } = await db.query(`select from code_readings where reader = 'operator'`);
    return rowCount ?? 0;
  });

test('a code is shown to whoever asked, once, when somebody else agreed; the client sees by whom', async () => {
  await using world = await testWorld();
  const { ctx, clock } = world;
  const client = await world.client();
  const product = await world.product();
  const [sold] = await world.pool(product, 500, 1);
  const requestId = await client.makeOrder({ product_id: product.id, face: 500, delivery_type: 'link' });
  await world.settle();
  const ask = { clientId: client.id, requestId, reason: 'the shop cannot scan it' };
  const [support, admin] = [somebody(1, 'support', world), somebody(2, 'admin', world)];
  const home = world.cellOf(client);
  const show = (by: PersonPrincipal) => showCode(home, by, ask);

  assert.equal((await show(somebody(3, 'auditor', world))).is, 'missing', 'a role without the right');
  assert.equal((await show({ ...support, steppedUpAt: null })).is, 'step-up');
  assert.equal((await showCode(home, support, { ...ask, requestId: requestId + 1 })).is, 'missing');
  const alone = await show(support);
  assert.ok(alone.is === 'shown' && alone.code.number === sold?.number, 'a single operator decides alone');

  await four(world);
  const asked = await show(support);
  assert.deepEqual(await show(support), asked, 'asked again, it is the same');
  assert.equal((await decide(world, support, asked)).is, 'missing', 'support does not decide');
  assert.equal((await decide(world, admin, asked)).is, 'done');
  assert.equal((await show(somebody(4, 'support', world))).is, 'waits', 'another person asks for themselves');
  const tries = await Promise.all([show(support), show(support)]);
  assert.deepEqual(tries.map(({ is }) => is).toSorted(), ['shown', 'waits'], 'once');

  clock.forward('1 min');
  const late = await show(support);
  const fresh = () => somebody(2, 'admin', world);
  assert.equal((await decide(world, fresh(), late)).is, 'done');
  clock.forward('24 h');
  assert.equal((await show(somebody(1, 'support', world))).is, 'waits', 'a day later it is over');

  const acts = await listActs(ctx.db, clientParty(client.id), { limit: 20 });
  const shown = acts.filter(({ act }) => act === 'order.code-shown');
  assert.equal(shown.length, 2);
  assert.ok(shown.every(({ actorName }) => actorName === 'Анна 1'));
  assert.equal(await countReadings(world), 2);
  const told = JSON.stringify((await ctx.db.query(`select payload from approvals`)).rows);
  assert.ok(sold !== undefined && !told.includes(sold.number), 'an approval names no code');
  assert.deepEqual((await checkChains(ctx.db, ctx.keyring)).broken, []);
});

test('codes are exported once after an approval, each opening is recorded, and the file is the owner’s alone', async () => {
  // A command has the time of the machine, so the sale lies two days before it.
  const soldAt = new Date(Date.now() - 48 * 3600_000);
  await using world = await testWorld({}, soldAt.toISOString());
  const { ctx, clock } = world;
  const product = await world.product();
  const codes = await world.pool(product, 500, 3);
  for (let count = 0; count < codes.length; count += 1)
    await (await world.client()).makeOrder({ product_id: product.id, face: 500, delivery_type: 'link' });
  await world.settle();
  const day = moscowDay(soldAt);
  const from = new Date(`${day}T00:00:00+03:00`);
  const to = new Date(from.getTime() + 24 * 3600_000);
  const ask = { supplierId: product.supplierId, from, to, reason: 'the shop lost its list' };
  const exportAs = (role: Role, personId: number, traits = {}) =>
    exportCodes(ctx, somebody(personId, role, world), { ...ask, ...traits }, clock.now());

  assert.equal((await exportAs('admin', 1)).is, 'not-over');
  clock.forward('24 h');
  assert.equal((await exportAs('support', 3)).is, 'forbidden');
  assert.equal((await exportAs('admin', 1, { from: to, to: clock.now() })).is, 'none');
  await four(world);
  const asked = await exportAs('admin', 1);
  assert.equal(await countReadings(world), 0);
  assert.equal((await decide(world, somebody(2, 'admin', world), asked)).is, 'done');
  const exported = await exportAs('admin', 1, { reason: 'asked again in other terms' });
  assert.ok(exported.is === 'exported');
  assert.deepEqual(
    exported.codes.map(({ code }) => code.number).toSorted(),
    codes.map(({ number }) => number).toSorted(),
  );
  assert.equal((await exportAs('admin', 1)).is, 'waits');
  assert.equal(await countReadings(world), codes.length);

  const file = join(ctx.config.dataFolder, 'codes.csv');
  const period = ['--from', day, '--to', day, '--reason', 'audit', '--output', file];
  const args = ['supplier', 'codes', String(product.supplierId), ...period];
  const ran = await runCommand(world, args);
  assert.match(ran.err, /waits for somebody else: approval \d+/);
  const id = Number(/approval approve (\d+)/.exec(ran.err)?.[1]);
  const colleague = somebody(2, 'admin', world);
  assert.deepEqual(await decide(world, colleague, { is: 'waits', approvalId: id }, new Date()), {
    is: 'done',
  });
  const written = await runCommand(world, args);
  assert.equal(written.code, 0, written.err);
  const text = readFileSync(file, 'utf8');
  for (const { number } of codes) assert.ok(text.includes(number));
});
