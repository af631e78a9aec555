import assert from 'node:assert/strict';
import { test } from 'node:test';
import { operator } from '../../src/people/access/party.ts';
import { fromShell } from '../../src/people/access/principal.ts';
import { checkChains, listActs } from '../../src/people/audit/check-chain.ts';
import { createSecondStep } from '../../src/people/factors/second-step.ts';
import { totpAt } from '../../src/people/factors/totp.ts';
import { principalOf } from '../../src/people/sessions/session.ts';
import { createSignIn } from '../../src/people/sign-in/sign-in.ts';
import { addTillUser, removeTillUser, resetTillUser } from '../../src/people/tills/till-users.ts';
import { json, run } from '../commands/run-commands.ts';
import { migratedDatabase } from '../support/migrated-database.ts';
import { device, newPerson, password, sessionOf } from '../support/people-world.ts';
import { testWorld } from '../support/test-world.ts';

test('signing in and changes of a till’s users stand in the audit, and whoever may not changes none', async () => {
  await using world = await testWorld();
  const { ctx, clock } = world;
  const { db, keyring } = ctx;
  const { supplierId } = await world.product({ scheme: 'platform' });
  const party = { side: 'supplier', partyId: supplierId } as const;
  const manager = await newPerson(world, party, 'manager');
  clock.forward('1 min');
  const signed = await createSignIn(ctx).signIn({ login: manager.email, password, ...device }, clock.now());
  assert.ok(signed.is === 'signed-in');
  const begun = await sessionOf(world, { ...manager, cookie: signed.cookie });
  const code = totpAt(manager.secret ?? '', clock.now());
  const proven = await createSecondStep(ctx).byCode(begun, { code, address: device.address }, clock.now());
  assert.equal(proven.is, 'proven');

  const by = principalOf(await sessionOf(world, manager)) ?? assert.fail();
  const cashier = await newPerson(world, party, 'cashier', { factor: false });
  const who = principalOf(await sessionOf(world, cashier)) ?? assert.fail();
  const key = { supplierId, name: 'kassa-1' };
  const now = clock.now();
  assert.equal((await addTillUser(db, keyring, who, key, now)).is, 'no-supplier');
  assert.equal((await addTillUser(db, keyring, by, key, now)).is, 'added');
  assert.equal((await resetTillUser(db, keyring, who, key, now)).is, 'no-user');
  assert.equal((await resetTillUser(db, keyring, by, key, now)).is, 'reset');
  assert.equal(await removeTillUser(db, keyring, who, key, now), 'no-user');
  assert.equal(await removeTillUser(db, keyring, fromShell, key, now), 'removed');

  const acts = await listActs(db, party, { limit: 20 });
  const told = acts.toReversed().map(({ act, actor }) => `${act} ${actor.split(':')[0]}`);
  const wanted = [
    'person.signed-in person',
    'person.second-step person',
    'tills.user-added person',
    'tills.password-reset person',
    'tills.user-removed command',
  ];
  assert.deepEqual(
    told.filter((one) => wanted.includes(one)),
    wanted,
  );
  assert.deepEqual((await checkChains(db, keyring)).broken, []);
});

test('a command that can change something is in the audit before it does, one that reads is not; verify follows the chain', async () => {
  await using world = await migratedDatabase();
  await json(world, 'client', 'add', '--name', 'Секрет Клуба');
  await json(world, 'client', 'list');
  await json(world, 'key', 'rotate', '--data');
  assert.equal((await run(world, ['client', 'top-up', '99', '500', '--reference', 'тайна'])).code, 1);
  const acts = await listActs(world.db, operator, { limit: 20 });
  assert.deepEqual(
    acts.toReversed().map(({ act, about, after }) => [act, about, after]),
    [
      ['command.begun', 'client add', '{"ids":[],"options":["name"]}'],
      ['command.begun', 'key rotate', '{"ids":[],"options":["data"]}'],
      ['command.begun', 'client top-up', '{"ids":[99,500],"options":["reference"]}'],
    ],
  );
  assert.match(acts[0]?.actor ?? '', /^command:./);
  assert.equal((await run(world, ['verify'])).code, 0);
  await world.db.query(`update audit set about = 'client list' where seq = 2`);
  const broken = await run(world, ['verify']);
  assert.equal(broken.code, 1);
  assert.match(broken.out, /BROKEN\s+the chain of acts/);
});

test('what an operator changes at a shell stands in the audit of the client, with before and after', async () => {
  await using world = await migratedDatabase();
  const added = await json(
    world,
    'client',
    'add',
    '--name',
    'Клуб',
    '--callback-url',
    'https://a.example/?key=s1',
  );
  const { id } = added['client'] as { id: number };
  const client = String(id);
  await json(
    world,
    'client',
    'set',
    client,
    '--discount',
    '3.5',
    '--credit',
    '500',
    '--callback-url',
    'none',
  );
  await json(world, 'client', 'set', client, '--credit', '500', '--contact-mail', 'none');
  await json(world, 'client', 'warn', client, '--below', '10');
  await json(world, 'client', 'warn', client, '--below', 'none');
  await json(world, 'client', 'top-up', client, '100', '--reference', 'p1');
  await json(world, 'client', 'reverse-top-up', client, '--reference', 'p1', '--reason', 'another paid');
  const acts = await listActs(world.db, { side: 'client', partyId: id }, { limit: 20 });
  const [created, ...later] = acts.toReversed();
  assert.equal(created?.act, 'client.added');
  assert.doesNotMatch(created?.after ?? '', /s1|secret/i);
  assert.deepEqual(
    later.map(({ act, before, after }) => [act, JSON.parse(before), JSON.parse(after)]),
    [
      [
        'client.changed',
        { discountBasisPoints: 0, creditKopecks: 0, callbackUrl: 'https://a.example/?…' },
        { discountBasisPoints: 350, creditKopecks: 50_000, callbackUrl: null },
      ],
      ['money.low-balance-level', { levelKopecks: null }, { levelKopecks: 1000 }],
      ['money.low-balance-level', { levelKopecks: 1000 }, { levelKopecks: null }],
      ['money.top-up', null, { kopecks: 10_000 }],
      ['money.top-up-reversed', { kopecks: 10_000 }, null],
    ],
  );
});
