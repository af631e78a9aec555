import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bookTopUp } from '../../../src/acts/guarded/book-top-up.ts';
import { setFourEyes } from '../../../src/acts/guarded/set-four-eyes.ts';
import { listTopUpRequests, maxWaitingTopUps, topUpState } from '../../../src/ledger/top-up-requests.ts';
import { reverseTopUp, topUp } from '../../../src/ledger/top-up.ts';
import { askTopUp, withdrawTopUp } from '../../../src/clients/money/ask-top-up.ts';
import { setBalanceWatch } from '../../../src/clients/money/balance-watch.ts';
import { operator } from '../../../src/people/access/party.ts';
import { fromShell, type PersonPrincipal, type Principal } from '../../../src/people/access/principal.ts';
import { principalOf } from '../../../src/people/sessions/session.ts';
import { listActs } from '../../../src/people/audit/check-chain.ts';
import { newPerson, sessionOf } from '../../support/people-world.ts';
import { testWorld, type TestWorld } from '../../support/test-world.ts';

const finance = (partyId: number, role = 'finance'): PersonPrincipal => ({
  is: 'person',
  personId: 5,
  name: 'Анна',
  side: 'client',
  partyId,
  role,
  isWhole: true,
  steppedUpAt: null,
});

const ofOperator = (personId: number, now: Date): PersonPrincipal => ({
  ...finance(operator.partyId),
  personId,
  side: operator.side,
  steppedUpAt: now,
});

test('a client’s own people and programs cannot say that their payment has come', async () => {
  await using world = await testWorld();
  const shop = await world.client({ balanceRoubles: 0 });
  const payment = { clientId: shop.id, amountKopecks: 90_000, reference: 'own', note: '' };
  const book = (principal: Principal) => bookTopUp(world.home, principal, payment, world.clock.now());
  const program: Principal = { is: 'program', side: 'client', partyId: shop.id };
  for (const principal of [finance(shop.id, 'owner'), finance(shop.id), program])
    assert.deepEqual(await book(principal), { is: 'no-client' });
  assert.equal(await shop.getBalance(), 0);
  assert.equal((await book(fromShell)).is, 'booked');
  assert.equal(await shop.getBalance(), 900);
});

test('a top-up is announced, booked once under its reference, reversed or withdrawn, and audited', async () => {
  await using world = await testWorld();
  const [shop, other] = [
    await world.client({ balanceRoubles: 0 }),
    await world.client({ balanceRoubles: 0 }),
  ];
  const { home: ctx } = world;
  const now = world.clock.now();
  const ask = (principal: PersonPrincipal, sumKopecks = 100_000, uuid = '') =>
    askTopUp(ctx, principal, { clientId: shop.id, uuid, sumKopecks }, now);
  assert.equal((await ask(finance(shop.id, 'viewer'))).is, 'forbidden');
  assert.equal((await ask(finance(other.id))).is, 'forbidden');
  assert.equal((await ask(finance(shop.id), 0)).is, 'sum');
  const asked = await ask(finance(shop.id), 100_000, 'u-1');
  assert.ok(asked.is === 'asked');
  await ask(finance(shop.id), 100_000, 'u-1');
  const [first] = await list(world, shop.id);
  assert.ok(first);
  assert.deepEqual([first.askedBy, topUpState(first)], ['Анна', 'waiting']);

  const payment = { clientId: shop.id, amountKopecks: 90_000, reference: first.reference, note: '' };
  const booked = await Promise.all([topUp(ctx.db, payment, now), topUp(ctx.db, payment, now)]);
  assert.deepEqual(booked.map(({ is }) => is).toSorted(), ['booked', 'booked-before']);
  const key = { clientId: shop.id, requestId: first.requestId };
  assert.equal((await withdrawTopUp(ctx, finance(shop.id), key, now)).is, 'missing', 'it is paid');
  const [paid] = await list(world, shop.id);
  assert.deepEqual([paid && topUpState(paid), paid?.booked?.sumKopecks], ['booked', 90_000]);
  await reverseTopUp(ctx.db, { clientId: shop.id, reference: first.reference, reason: 'mistake' }, now);
  const [reversed] = await list(world, shop.id);
  assert.equal(reversed && topUpState(reversed), 'reversed');

  for (let count = 0; count < maxWaitingTopUps; count += 1)
    assert.equal((await ask(finance(shop.id))).is, 'asked');
  assert.equal((await ask(finance(shop.id))).is, 'too-many');
  const [last] = await list(world, shop.id);
  const lastKey = { clientId: shop.id, requestId: last?.requestId ?? 0 };
  assert.equal((await withdrawTopUp(ctx, finance(other.id), lastKey, now)).is, 'missing');
  assert.equal((await withdrawTopUp(ctx, finance(shop.id), lastKey, now)).is, 'withdrawn');
  assert.equal((await ask(finance(shop.id))).is, 'asked', 'a withdrawn one waits no more');
  const acts = await listActs(ctx.db, { side: 'client', partyId: shop.id }, { limit: 100 });
  assert.deepEqual(
    acts.slice(0, 3).map(({ act, actorName }) => [act, actorName]),
    [
      ['money.top-up-asked', 'Анна'],
      ['money.top-up-withdrawn', 'Анна'],
      ['money.top-up-asked', 'Анна'],
    ],
  );
  assert.equal(acts.length, 1 + maxWaitingTopUps + 2, 'a repeat and refusals are no acts');
});

const list = (world: TestWorld, clientId: number) =>
  listTopUpRequests(world.home.db, { clientId, fromKey: null, direction: 'older', limit: 50 });

test('low funds are reported once per crossing, at most once an hour, and so is the recovery', async () => {
  await using world = await testWorld();
  const coffee = await world.product({ scheme: 'platform' });
  const shop = await world.client({
    balanceRoubles: 2000,
    contactMail: 'money@shop.example',
    callbackUrl: null,
  });
  const party = { side: 'client', partyId: shop.id } as const;
  const people = [await newPerson(world, party, 'finance'), await newPerson(world, party, 'viewer')];
  const before = world.mail.letters.length;
  const told = (): string[] => world.mail.letters.slice(before).map(({ subject }) => subject ?? '');
  const set = (levelKopecks: number | null) =>
    setBalanceWatch(world.home, fromShell, { clientId: shop.id, levelKopecks }, world.clock.now());
  assert.equal((await set(0)).is, 'level');
  assert.equal((await set(1000_00)).is, 'set');
  await world.settle();
  assert.deepEqual(told(), []);
  const order = async (): Promise<void> => {
    await shop.makeOrder({ product_id: coffee.id, face: 500, delivery_type: 'link' });
    await world.settle();
  };
  await order();
  await order();
  assert.deepEqual(told(), [], 'the level itself is enough');
  await order();
  await order();
  const low = 'Баланс заканчивается';
  assert.deepEqual(told(), [low, low], 'finance and the contact, once');
  const readers = world.mail.letters.slice(before).map(({ to }) => JSON.stringify(to));
  assert.ok(
    readers.some((to) => to.includes(people[0]?.email ?? '?')) &&
      !readers.join().includes(people[1]?.email ?? '?'),
  );

  await world.pay(shop, 2000);
  await world.settle();
  const over = 'Баланс снова выше порога';
  assert.deepEqual(told().slice(2), [over, over]);
  for (let count = 0; count < 3; count += 1) await order();
  assert.equal(told().length, 4, 'not twice within an hour');
  world.clock.forward('61 min');
  await world.settle();
  assert.deepEqual(told().slice(4), [low, low], 'still low after the hour');
  await set(null);
  await world.pay(shop, 5000);
  await world.settle();
  assert.equal(told().length, 6, 'who wants no warning gets none');
});

test('a sum that waits for a second person is not booked in parts, by one after the other or at once', async () => {
  await using world = await testWorld();
  const [shop, other] = [
    await world.client({ balanceRoubles: 0 }),
    await world.client({ balanceRoubles: 0 }),
  ];
  const { db, keyring } = world.home;
  const personOf = async () => principalOf(await sessionOf(world, await newPerson(world)))?.personId ?? 0;
  const [personId, another] = [await personOf(), await personOf()];
  await setFourEyes({ db, keyring }, fromShell, { on: true, aboveKopecks: 100_000 }, world.clock.now());
  const book = async (who: number, clientId: number, reference: string, amountKopecks: number) => {
    const by = ofOperator(who, world.clock.now());
    const ask = { clientId, amountKopecks, reference, note: '' };
    return (await bookTopUp(world.cellOf({ id: clientId }), by, ask, world.clock.now())).is;
  };
  const atOnce = await Promise.all(
    Array.from({ length: 8 }, (_, at) => book(personId, at % 2 ? shop.id : other.id, `p-${at}`, 30_000)),
  );
  assert.deepEqual(
    [atOnce.filter((is) => is === 'booked').length, atOnce.filter((is) => is === 'waits').length],
    [3, 5],
  );
  assert.equal(await book(personId, shop.id, 'last', 10_000), 'booked', 'what is left of the day');
  assert.equal(await book(personId, shop.id, 'more', 1), 'waits');
  assert.equal(
    await book(another, shop.id, 'b-1', 60_000),
    'booked',
    'another person has a sum of their own',
  );
  assert.equal(await book(another, shop.id, 'b-1', 20_000), 'other-amount');
  assert.equal(await book(another, shop.id, 'b-2', 40_000), 'booked', 'what was not booked does not count');
  assert.equal((await shop.getBalance()) + (await other.getBalance()), 2000);
  world.clock.forward('24 h');
  assert.equal(await book(personId, shop.id, 'next-day', 100_000), 'booked');
});
