import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { findCallback } from '../../../src/callbacks/find-callback.ts';
import { findClient } from '../../../src/clients/find-client.ts';
import { changeClient } from '../../../src/clients/change-client.ts';
import { replaceCallbackSecret } from '../../../src/clients/keys.ts';
import { rotateKey } from '../../../src/clients/rotate-key.ts';
import { findErasure } from '../../../src/upkeep/erasure/list-erasures.ts';
import { runErasure } from '../../../src/upkeep/erasure/run-erasures.ts';
import { decideGuardedAct } from '../../../src/acts/guarded/decide.ts';
import { forgetClient } from '../../../src/acts/guarded/forget-client.ts';
import { fromShell } from '../../../src/people/access/principal.ts';
import { clientParty, operator } from '../../../src/people/access/party.ts';
import { openKeyring, type FollowedKeyring } from '../../../src/platform/secrets/keyring.ts';
import { verify } from '../../../src/reports/verify.ts';
import { sealedColumns } from '../../../src/upkeep/resealing/sealed-columns.ts';
import { callKept } from '../../support/call-kept.ts';
import { addCaller, type Caller } from '../../support/client-api-caller.ts';
import { findEverywhere } from '../../support/find-everywhere.ts';
import { visitor } from '../../support/pages-of.ts';
import { newPerson } from '../../support/people-world.ts';
import { approvedLook, logoFile } from '../../support/client-looks.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

const masterKey = Buffer.alloc(32, 7);
const traces = ['mila@recipients.example', '79161234567', 'Людмила Зайцева', 'Милая Людмила', 'для Зайцевой'];

const order = (productId: number) => ({
  product_id: productId,
  face: 500,
  email_to: 'mila@recipients.example',
  to_phone: '79161234567',
  to: 'Людмила Зайцева',
  text: 'Милая Людмила, с новосельем!',
  comment: 'для Зайцевой',
});

/** This world has no provider of texts, which wait for one. */
const endTexts = ({ home: { db } }: TestWorld) =>
  db.query(`update deliveries set state = 'failed' where channel = 'sms'`);

/** Every sealed value of a client, with what it is bound to, as a copy of the database has it. */
async function sealedOf(world: TestWorld, clientId: number): Promise<[Buffer, string][]> {
  const { db } = world.cellOf({ id: clientId });
  const values: [Buffer, string][] = [];
  for (const sealedColumn of sealedColumns) {
    const { table, column, client } = sealedColumn;
    if (client === undefined) continue;
    const { rows } = await db.query<Record<string, unknown>>(
      `select *, ${column} as sealed from ${table} where ${client} = $1 and ${column} is not null`,
      [clientId],
    );
    values.push(...rows.map((row): [Buffer, string] => [row['sealed'] as Buffer, sealedColumn.context(row)]));
  }
  return values;
}

const opened = (keyring: FollowedKeyring, clientId: number, values: [Buffer, string][]): string[] =>
  values.flatMap(([sealed, context]) => {
    try {
      return [keyring.ofClient(clientId).open(sealed, context)];
    } catch {
      return [];
    }
  });

const patienceMs = 60_000;

/** Processes know a client for a second. */
async function refused(shop: Caller): Promise<void> {
  const deadline = performance.now() + patienceMs;
  while (await shop.ok('getBalance').then(Boolean, () => false)) {
    assert.ok(performance.now() < deadline, 'its calls are refused');
    await sleep(50);
  }
}

const crashPoint = (name: string): void => {
  if (name === 'forget-client:key-destroyed') throw new Error('killed');
};

describe('a client that has left is forgotten', () => {
  let world: TestWorld;
  let shop: Caller;
  let requestId: number;
  let link: string;
  const ask = () => ({ clientId: shop.id, reason: 'contract ended, letter 12' });
  const forget = () => forgetClient(world.home, fromShell, ask(), world.clock.now());

  before(async () => {
    world = await testWorld();
    shop = await addCaller(world, { name: 'Подарки', callbackUrl: world.callbacks.url });
    const product = await world.product({ scheme: 'platform' });
    await newPerson(world, clientParty(shop.id), 'owner');
    const look = { fields: { senderName: 'Подарки' }, logo: await logoFile() };
    await approvedLook({ cellOf: () => world.home, clock: world.clock }, shop, look);
    requestId = Number((await shop.ok('makeOrder', { ...order(product.id), uuid: 'one' }))['id']);
  });
  after(() => world[Symbol.asyncDispose]());

  test('not while an order is on its way', async () => {
    const asked = await forget();
    assert.ok(asked.is === 'open' && asked.open.heldKopecks > 0);
    await world.settle();
    await endTexts(world);
    await callKept(world, 'makeOrder');
    link = String((await shop.ok('getLinks', { id: requestId }))['download_url']);
    assert.ok((await findEverywhere(world.home.db, traces)).length >= 3);
  });

  test('nor while a worker of the version before may run, which would end it and do nothing', async () => {
    const { home: ctx, clock } = world;
    const until = new Date(clock.now().getTime() + 3_600_000);
    const other = shop.id + 1;
    await ctx.db.query(
      `insert into client_sealing_keys (client_id, part, used_from) values ($1, decode(repeat('07', 32), 'hex'), $2)`,
      [other, until],
    );
    assert.deepEqual(await forget(), { is: 'upgraded-of-late', until });
    const admin = await visitor(world, operator, 'admin');
    const page = await admin.post(`/o/clients/${shop.id}/forget`, { reason: 'letter 12' });
    assert.equal(page.statusCode, 422);
    assert.match(page.body, /A new version was installed recently/);
    assert.equal((await findClient(ctx.db, shop.id))?.forgottenAt, null);
    await ctx.db.query(`delete from client_sealing_keys where client_id = $1`, [other]);
  });

  test('its key is destroyed and its recipients are erased, also when that is broken off in the middle', async () => {
    const { db } = world.home;
    const copied = await sealedOf(world, shop.id);
    assert.equal(opened(await openKeyring(db, masterKey, world.clock.now()), shop.id, copied).length, 3);
    const asked = await forget();
    assert.ok(asked.is === 'asked');
    const { erasureId } = asked;
    await runErasure(world.ctx, erasureId);
    assert.equal((await findErasure(db, erasureId))?.orders, 0, 'processes are given time to learn of it');

    world.clock.forward('1 min');
    await assert.rejects(runErasure({ ...world.ctx, crashPoint }, erasureId), /killed/);
    const restarted = await openKeyring(db, masterKey, world.clock.now());
    assert.deepEqual(opened(restarted, shop.id, copied), [], 'the master key and the database open nothing');

    world.clock.forward('11 min');
    await world.settle();
    assert.equal((await findErasure(db, erasureId))?.state, 'ended');
    assert.deepEqual(await findEverywhere(db, traces), []);
    assert.equal((await db.query(`select from client_looks`)).rowCount, 0);
    assert.deepEqual(opened(restarted, shop.id, await sealedOf(world, shop.id)), []);
    const { rows } = await db.query<{ act: string }>(
      `select act from audit where act like 'client.%' and side = 'operator' order by seq`,
    );
    assert.deepEqual(
      rows.map(({ act }) => act),
      ['client.forget', 'client.key-destroyed', 'client.forgotten'],
    );
    const people = await db.query(`select from memberships where side = 'client' and party_id = $1`, [
      shop.id,
    ]);
    assert.equal(people.rowCount, 0);
  });

  test('money and codes still add up, the recipient keeps the certificate, and its pages do not fail', async () => {
    const { db, keyring } = world.home;
    assert.ok((await verify(db, () => {}, keyring)).ok);
    assert.equal((await fetch(link)).status, 200);
    const callback = await findCallback(db, keyring, { clientId: shop.id, requestId });
    assert.equal(callback?.body, null);
  });

  test('it stays forgotten: no call, key or change brings it back', async () => {
    const { db, keyring } = world.home;
    const now = world.clock.now();
    await refused(shop);
    assert.equal((await forget()).is, 'forgotten-before');
    const terms = { switchedOn: true };
    const key = { clientId: shop.id };
    assert.equal((await changeClient(db, keyring, fromShell, { ...key, terms }, now)).is, 'missing');
    assert.equal((await rotateKey(db, keyring, fromShell, key, now)).is, 'unknown-client');
    assert.equal((await replaceCallbackSecret(db, keyring, fromShell, shop.id, now)).is, 'unknown-client');
  });
});

describe('the page of an operator', () => {
  let world: TestWorld;
  let shop: Caller;
  let other: Caller;

  before(async () => {
    world = await testWorld();
    shop = await addCaller(world, { name: 'Подарки' });
    other = await addCaller(world, { name: 'Соседи', callbackUrl: world.callbacks.url });
    const product = await world.product({ scheme: 'platform' });
    for (const one of [shop, other]) await one.ok('makeOrder', { ...order(product.id), uuid: 'one' });
    await world.settle();
    await endTexts(world);
  });
  after(() => world[Symbol.asyncDispose]());

  test('with four eyes a second person decides; nothing of another client is touched', async () => {
    const { home: ctx, clock } = world;
    const { db, keyring } = ctx;
    const admin = await visitor(world, operator, 'admin');
    const path = `/o/clients/${shop.id}`;
    assert.match((await admin.get(path)).body, new RegExp(`href="${path}/forget`));
    assert.match((await admin.get(`${path}/forget`)).body, /Erase for good/);
    assert.equal((await admin.post(`${path}/forget`, { reason: ' ' })).statusCode, 422);
    assert.equal((await admin.post('/o/approvals/policy', { on: 'yes', above: '1' })).statusCode, 303);
    assert.equal((await admin.post(`${path}/forget`, { reason: 'letter 12' })).statusCode, 303);
    const { rows } = await db.query<{ id: number }>(`select id from approvals where act = 'client.forget'`);
    const id = rows[0]?.id ?? assert.fail('nobody was asked');
    assert.equal((await findClient(db, shop.id))?.forgottenAt, null);

    const decided = await decideGuardedAct(ctx, fromShell, { id, approve: true }, clock.now());
    assert.equal(decided.is, 'done');
    clock.forward('1 min');
    await world.settle();
    const page = await admin.get(path);
    assert.equal(page.statusCode, 200);
    assert.match(page.body, /The client was erased/);
    assert.equal((await admin.get(`${path}/forget`)).statusCode, 404);
    assert.match((await admin.get('/o/forget')).body, /the whole client/);

    const left = await findEverywhere(db, traces);
    assert.ok(left.length >= 3, 'the other client has its recipients');
    assert.equal(opened(ctx.keys as FollowedKeyring, other.id, await sealedOf(world, other.id)).length, 3);
    assert.ok(keyring.isDestroyed(shop.id) && !keyring.isDestroyed(other.id));
    assert.ok(await other.ok('getBalance'));
  });
});
